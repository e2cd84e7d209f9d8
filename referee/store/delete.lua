-- Forget a session.   KEYS: session, log   ARGV: now, role, token, expired life
local now, grace = tonumber(ARGV[1]), tonumber(ARGV[4])
local found = redis.call('HMGET', KEYS[1], 'version', 'expires', 'token:' .. ARGV[2], 'code')
if not found[1] then return {'none'} end
if tonumber(found[2]) + grace <= now then return {'none'} end
if tonumber(found[2]) <= now then return {'expired'} end
if found[3] ~= ARGV[3] then return {'refused'} end
redis.call('DEL', KEYS[1], KEYS[2])
return {'written', found[4]}
