-- ARGV: worker, epoch
local found = redis.call('HMGET', KEYS[1], 'owner', 'epoch')
if found[2] and (found[1] ~= ARGV[1] or found[2] ~= ARGV[2]) then
    return {'FENCED', found[1], found[2]}
end
redis.call('DEL', KEYS[1], KEYS[2])
return {'OK'}
