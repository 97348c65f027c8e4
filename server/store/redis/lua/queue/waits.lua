-- ARGV: guest
return redis.call('HGET', GUESTS, ARGV[1])
