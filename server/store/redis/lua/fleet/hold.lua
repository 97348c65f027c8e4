-- KEYS: a guest. ARGV: token, milliseconds. Whether this token holds the guest now.
local at = now()
local held = redis.call('GET', KEYS[1])
if held then
    local ends, token = held:match('^(%d+) (.*)$')
    if token ~= ARGV[1] and tonumber(ends) > at then
        return 0
    end
end
local ends = at + ARGV[2]
redis.call('SET', KEYS[1], text(ends) .. ' ' .. ARGV[1], 'PXAT', text(ends + 1))
return 1
