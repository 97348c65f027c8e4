-- KEYS: a code. ARGV: room that does not hold it any more
if redis.call('GET', KEYS[1]) == ARGV[1] then
    return redis.call('DEL', KEYS[1])
end
return 0
