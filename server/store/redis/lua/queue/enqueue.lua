-- ARGV: ticket, guest, since (0: now), milliseconds, who waits. Whether the guest waits with this ticket.
local ticket, guest = ARGV[1], ARGV[2]
local there = redis.call('HGET', GUESTS, guest)
if there and there ~= ticket then
    return 0
end
if not there then
    local since = ARGV[3] == '0' and text(at) or ARGV[3]
    redis.call('HSET', GUESTS, guest, ticket)
    put_place(ticket, {guest = guest, since = since, offer = '', body = ARGV[5]})
end
redis.call('ZADD', LEASES, text(at + ARGV[4]), ticket)
return 1
