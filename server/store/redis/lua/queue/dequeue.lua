-- ARGV: ticket. Whether it was there.
if redis.call('HEXISTS', TICKETS, ARGV[1]) == 0 then
    return 0
end
strike(ARGV[1])
return 1
