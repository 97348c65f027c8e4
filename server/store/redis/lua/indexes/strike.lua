-- KEYS: an index. ARGV: room, the score that it was seen with: whoever has named it again since then is about to use it.
if redis.call('ZSCORE', KEYS[1], ARGV[1]) == ARGV[2] then
    return redis.call('ZREM', KEYS[1], ARGV[1])
end
return 0
