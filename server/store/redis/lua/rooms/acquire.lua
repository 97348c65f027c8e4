-- ARGV: worker, epoch that was seen, record, pin, keep
local found = redis.call('HMGET', KEYS[1], 'owner', 'epoch', 'seq', 'state', 'fault', 'pin')
if not found[2] then
    return {'NONE'}
end
if found[2] ~= ARGV[2] then
    return {'FENCED', found[1], found[2]}
end
if found[4] ~= 'waiting' and found[6] ~= ARGV[4] then
    return {'OTHER'}
end
local room = {epoch = found[2], seq = tonumber(found[3]), state = found[4], fault = found[5]}
begin_epoch(room, ARGV[1], 3, '', tonumber(ARGV[5]))
local save = redis.call('HMGET', KEYS[1], 'saved', 'save')
return {
    'OK', found[1], redis.call('HMGET', KEYS[1], unpack(FIELDS)), save[1], save[2], redis.call('XRANGE', KEYS[2], '-', '+'),
}
