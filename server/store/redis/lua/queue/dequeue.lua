-- ARGV: ticket
if redis.call('HEXISTS', TICKETS, ARGV[1]) == 1 then
    strike(ARGV[1])
end
return 0
