-- KEYS: the rooms of a guest. ARGV: room, its place among them, milliseconds for which it matters (0: for ever).
-- The index stays as long as any of its rooms may matter, and goes with the last.
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
local wanted, left = tonumber(ARGV[3]), redis.call('PTTL', KEYS[1])
if wanted == 0 then
    redis.call('PERSIST', KEYS[1])
elseif redis.call('ZCARD', KEYS[1]) == 1 or (left >= 0 and left < wanted) then
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return 0
