-- ARGV: worker, epoch, position, record, save, target, keep, channel, message
local expected = tonumber(ARGV[3])
local found, refusal = owned(ARGV[1], ARGV[2])
if refusal then
    return refusal
end
if found.seq ~= expected then
    return elsewhere(found.seq, expected)
end
begin_epoch(found, ARGV[6], 4, ARGV[5], tonumber(ARGV[7]))
if ARGV[6] ~= '' then
    redis.call('PUBLISH', ARGV[8], ARGV[9])
end
return {'OK'}
