-- KEYS: a code. ARGV: room, a room that holds it and does not matter any more, milliseconds (0: for ever).
-- The room that holds the code; if that was nobody, or not one that matters, it is this room now.
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] and holder ~= ARGV[2] then
    return holder
end
if ARGV[3] == '0' then
    redis.call('SET', KEYS[1], ARGV[1])
else
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
end
return ARGV[1]
