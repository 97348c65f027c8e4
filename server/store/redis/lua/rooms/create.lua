-- ARGV: worker, log, code, state, seats, pin, open, fault, time, keep, save, records...
local worker, log, keep, save = ARGV[1], ARGV[2], tonumber(ARGV[10]), ARGV[11]
local there = redis.call('HMGET', KEYS[1], 'log', 'owner', 'epoch')
if there[1] then
    if there[1] ~= log or there[2] ~= worker then
        return {'FENCED', there[2], there[3]}
    end
    return {'OK', redis.call('HMGET', KEYS[1], unpack(FIELDS))}
end
local created = now()
local epoch = text(math.max(1, created))
redis.call('DEL', KEYS[2])
local seq = put(epoch, 0, 12, #ARGV, created)
redis.call(
    'HSET', KEYS[1], 'owner', worker, 'log', log, 'code', ARGV[3], 'state', ARGV[4], 'seats', ARGV[5], 'pin', ARGV[6],
    'open', ARGV[7], 'fault', ARGV[8], 'time', ARGV[9], 'epoch', epoch, 'seq', text(seq), 'created', text(created),
    'touched', text(created)
)
if save ~= '' then
    redis.call('HSET', KEYS[1], 'saved', text(seq), 'save', save)
end
expire(ARGV[4], ARGV[8], created, keep)
return {'OK', redis.call('HMGET', KEYS[1], unpack(FIELDS))}
