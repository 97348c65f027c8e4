-- ARGV: epoch, position. Where the room is, the records behind that one, and the time.
return {
    redis.call('HMGET', KEYS[1], 'owner', 'epoch', 'seq', 'log', 'state', 'pin'),
    redis.call('XRANGE', KEYS[2], '(' .. ARGV[1] .. '-' .. ARGV[2], '+'), text(now()),
}
