-- KEYS: tickets (a hash of packed places), their leases, those that are free by the time since when they wait, guests
-- (a hash to their tickets), offers (a hash, packed), their leases.
local TICKETS, LEASES, LINE, GUESTS, OFFERS, OFFER_LEASES = unpack(KEYS)

local function text(number)
    return string.format('%.0f', number)
end

local function now()
    local time = redis.call('TIME')
    return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function place_of(ticket)
    local packed = redis.call('HGET', TICKETS, ticket)
    return packed and cmsgpack.unpack(packed)
end

local function put_place(ticket, place)
    redis.call('HSET', TICKETS, ticket, cmsgpack.pack(place))
    if place.offer == '' then
        redis.call('ZADD', LINE, place.since, ticket)
    else
        redis.call('ZREM', LINE, ticket)
    end
end

local function offer_of(id)
    local packed = redis.call('HGET', OFFERS, id)
    return packed and cmsgpack.unpack(packed)
end

local function take_offer(id)
    local offer = offer_of(id)
    redis.call('HDEL', OFFERS, id)
    redis.call('ZREM', OFFER_LEASES, id)
    return offer
end

local function take_place(ticket)
    local place = place_of(ticket)
    redis.call('HDEL', TICKETS, ticket)
    redis.call('ZREM', LEASES, ticket)
    redis.call('ZREM', LINE, ticket)
    redis.call('HDEL', GUESTS, place.guest)
    return place
end

local function give_back(ticket, place)
    place.offer = ''
    put_place(ticket, place)
end

-- Out with a ticket; if it was in an offer, the other is back in the queue.
local function strike(ticket)
    local id = take_place(ticket).offer
    if id == '' then
        return
    end
    for _, other in ipairs(take_offer(id).pair) do
        local place = place_of(other)
        if place then
            give_back(other, place)
        end
    end
end

-- Strike out what has run out: of an offer, who had confirmed is back in the queue; tickets are gone.
local function sweep(at)
    for _, id in ipairs(redis.call('ZRANGEBYSCORE', OFFER_LEASES, '-inf', at)) do
        local offer = take_offer(id)
        for _, ticket in ipairs(offer.pair) do
            local place = place_of(ticket)
            if place and place.offer == id then
                if offer.confirmed[1] == ticket then
                    give_back(ticket, place)
                else
                    take_place(ticket)
                end
            end
        end
    end
    for _, ticket in ipairs(redis.call('ZRANGEBYSCORE', LEASES, '-inf', at)) do
        if redis.call('HEXISTS', TICKETS, ticket) == 1 then
            strike(ticket)
        end
    end
end

local at = now()
sweep(text(at))
