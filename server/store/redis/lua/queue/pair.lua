-- ARGV: offer, milliseconds. The two of the offer: who they are and since when they wait.
local offer = offer_of(ARGV[1])
if not offer then
    local pair = redis.call('ZRANGE', LINE, 0, 1)
    if #pair < 2 then
        return false
    end
    offer = {pair = pair, confirmed = {}}
    redis.call('HSET', OFFERS, ARGV[1], cmsgpack.pack(offer))
    redis.call('ZADD', OFFER_LEASES, text(at + ARGV[2]), ARGV[1])
    for _, ticket in ipairs(pair) do
        local place = place_of(ticket)
        place.offer = ARGV[1]
        put_place(ticket, place)
    end
end
if #offer.confirmed == 2 then
    return false
end
local reply = {}
for _, ticket in ipairs(offer.pair) do
    local place = place_of(ticket)
    reply[#reply + 1] = place.body
    reply[#reply + 1] = place.since
end
return reply
