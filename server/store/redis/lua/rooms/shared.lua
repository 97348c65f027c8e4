-- KEYS[1] is a room's hash, KEYS[2] its log: a stream whose ids are <epoch>-<position>.
-- Numbers that get out are written with %.0f: Lua's own way would round an epoch.

local FIELDS = {
    'log', 'code', 'state', 'seats', 'epoch', 'seq', 'created', 'touched', 'pin', 'owner', 'open', 'fault',
    'time',
}

local function text(number)
    return string.format('%.0f', number)
end

local function now()
    local time = redis.call('TIME')
    return time[1] * 1000 + math.floor(time[2] / 1000)
end

-- What stands there, or a refusal. BEHIND: the store has forgotten this owner. FENCED: it knows another.
local function owned(worker, epoch)
    local found = redis.call('HMGET', KEYS[1], 'owner', 'epoch', 'seq', 'state', 'fault')
    if not found[2] or tonumber(found[2]) < tonumber(epoch) then
        return nil, {'BEHIND'}
    end
    if found[2] ~= epoch or found[1] ~= worker then
        return nil, {'FENCED', found[1], found[2]}
    end
    return {owner = found[1], epoch = found[2], seq = tonumber(found[3]), state = found[4], fault = found[5]}
end

-- Why a log that does not end at the position where its owner wants to write is not written to.
local function elsewhere(seq, expected)
    return seq < expected and {'BEHIND'} or {'AHEAD', text(seq), text(expected)}
end

-- Add ARGV[first..last], written at this time, after the position; the new position.
local function put(epoch, seq, first, last, at)
    for index = first, last do
        seq = seq + 1
        redis.call('XADD', KEYS[2], epoch .. '-' .. text(seq), 'b', ARGV[index], 't', text(at))
    end
    return seq
end

-- Matches and evidence stay; whatever is over, or has not begun, goes when nobody has touched it for so long.
local function expire(state, fault, touched, keep)
    for _, key in ipairs(KEYS) do
        if state == 'playing' or fault == '1' then
            redis.call('PERSIST', key)
        else
            redis.call('PEXPIREAT', key, text(touched + keep))
        end
    end
end

-- Give the room to this owner under a new epoch, which ARGV[record] begins unless the room is over. The epoch is never
-- less than the clock: so it is new even if the last one was forgotten.
local function begin_epoch(found, owner, record, save, keep)
    local touched = now()
    local epoch = text(math.max(found.epoch + 1, touched))
    local seq = found.seq
    if found.state ~= 'ended' then
        seq = put(epoch, seq, record, record, touched)
    end
    redis.call('HSET', KEYS[1], 'owner', owner, 'epoch', epoch, 'seq', text(seq), 'touched', text(touched))
    if save ~= '' then
        redis.call('HSET', KEYS[1], 'saved', text(seq), 'save', save)
    end
    expire(found.state, found.fault, touched, keep)
end
