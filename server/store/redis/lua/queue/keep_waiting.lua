-- ARGV: milliseconds, tickets... Those that do not wait.
local gone = {}
for index = 2, #ARGV do
    if redis.call('HEXISTS', TICKETS, ARGV[index]) == 1 then
        redis.call('ZADD', LEASES, text(at + ARGV[1]), ARGV[index])
    else
        gone[#gone + 1] = ARGV[index]
    end
end
return gone
