-- ARGV: worker, epoch, position, save, keep, number of records, records..., number of notices, (channel, message)...,
-- and, if the row changes: state, seats, pin, open, fault
local worker, epoch, expected, save = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local records = tonumber(ARGV[6])

-- An earlier try of the same append may have been kept although its reply was lost: when it was.
local function landed()
    local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', records)
    for index, record in ipairs(last) do
        if record[2][2] ~= ARGV[6 + records + 1 - index] then
            return nil
        end
    end
    return #last == records and (last[1][2][4] or '0') or nil
end

local found, refusal = owned(worker, epoch)
if refusal then
    return refusal
end
if found.seq ~= expected then
    local at = found.seq == expected + records and landed()
    if at then
        return {'OK', text(found.seq), at}
    end
    return elsewhere(found.seq, expected)
end
if records > 0 and found.state == 'ended' then
    return {'OVER'}
end

local touched = now()
local seq = put(epoch, expected, 7, 6 + records, touched)
local values = {'seq', text(seq), 'touched', text(touched)}
local function set(name, value)
    values[#values + 1] = name
    values[#values + 1] = value
end
if save ~= '' then
    set('saved', text(seq))
    set('save', save)
end
local notices = 7 + records
local row = notices + 1 + 2 * tonumber(ARGV[notices])
if row < #ARGV then
    for index, name in ipairs({'state', 'seats', 'pin', 'open', 'fault'}) do
        set(name, ARGV[row + index - 1])
    end
    found.state, found.fault = ARGV[row], ARGV[row + 4]
end
redis.call('HSET', KEYS[1], unpack(values))
if row < #ARGV or found.state ~= 'playing' then
    expire(found.state, found.fault, touched, tonumber(ARGV[5]))
end
for index = notices + 1, row - 1, 2 do
    redis.call('PUBLISH', ARGV[index], ARGV[index + 1])
end
return {'OK', text(seq), text(touched)}
