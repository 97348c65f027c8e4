-- KEYS: workers by the end of their leases, workers that drain. ARGV: worker, milliseconds, channel, canary.
-- Now, whether the own lease had ended, the living, the dead, the draining.
local at = now()
local lease = redis.call('ZSCORE', KEYS[1], ARGV[1])
local late = (lease and tonumber(lease) <= at) and 1 or 0
redis.call('ZADD', KEYS[1], text(at + ARGV[2]), ARGV[1])
redis.call('PUBLISH', ARGV[3], ARGV[4])
return {
    text(at), late, redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. text(at), '+inf'),
    redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', text(at)), redis.call('SMEMBERS', KEYS[2]),
}
