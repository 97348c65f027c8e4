-- ARGV: worker, log, code, state, seats, pin, open, fault, epoch, position, created, time, keep, saved,
-- save, (epoch, position, when, record)...
local worker, log, epoch, head = ARGV[1], ARGV[2], tonumber(ARGV[9]), tonumber(ARGV[10])
local found = redis.call('HMGET', KEYS[1], 'owner', 'epoch', 'seq', 'log')
if found[2] then
    local there = tonumber(found[2])
    if found[4] ~= log or there > epoch or (there == epoch and found[1] ~= worker) then
        return {'FENCED', found[1], found[2]}
    end
    if there == epoch and tonumber(found[3]) > head then
        return {'OK'}
    end
end

-- What is there stays as far as both logs are the same; what a former owner wrote elsewise gives way to the newer epoch.
local stream = redis.call('XRANGE', KEYS[2], '-', '+')
local same, first = 0, 16
while same < #stream do
    local index = first + 4 * same
    if index > #ARGV or stream[same + 1][1] ~= ARGV[index] .. '-' .. ARGV[index + 1] then
        redis.call('DEL', KEYS[2])
        same = 0
        break
    end
    same = same + 1
end
for index = first + 4 * same, #ARGV, 4 do
    redis.call('XADD', KEYS[2], ARGV[index] .. '-' .. ARGV[index + 1], 'b', ARGV[index + 3], 't', ARGV[index + 2])
end
local touched = now()
redis.call('DEL', KEYS[1])
redis.call(
    'HSET', KEYS[1], 'owner', worker, 'log', log, 'code', ARGV[3], 'state', ARGV[4], 'seats', ARGV[5], 'pin', ARGV[6],
    'open', ARGV[7], 'fault', ARGV[8], 'epoch', ARGV[9], 'seq', ARGV[10], 'created', ARGV[11], 'time', ARGV[12],
    'touched', text(touched)
)
if ARGV[15] ~= '' then
    redis.call('HSET', KEYS[1], 'saved', ARGV[14], 'save', ARGV[15])
end
expire(ARGV[4], ARGV[8], touched, tonumber(ARGV[13]))
return {'OK'}
