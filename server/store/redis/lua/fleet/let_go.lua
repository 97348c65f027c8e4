-- KEYS: a guest. ARGV: token
local held = redis.call('GET', KEYS[1])
if held and held:match('^%d+ (.*)$') == ARGV[1] then
    redis.call('DEL', KEYS[1])
end
return 0
