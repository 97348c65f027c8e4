-- ARGV: offer, ticket
local offer = offer_of(ARGV[1])
if not offer or (offer.pair[1] ~= ARGV[2] and offer.pair[2] ~= ARGV[2]) then
    return 'gone'
end
local confirmed = offer.confirmed
if confirmed[1] ~= ARGV[2] and confirmed[2] ~= ARGV[2] then
    confirmed[#confirmed + 1] = ARGV[2]
    redis.call('HSET', OFFERS, ARGV[1], cmsgpack.pack(offer))
    if #confirmed == 2 then
        take_place(offer.pair[1])
        take_place(offer.pair[2])
    end
end
return confirmed[2] == ARGV[2] and 'both' or 'one'
