-- Give a role a token: a free role to anybody, a held one only to a caller who may replace it.
-- KEYS: session, key   ARGV: now, role, token, name, caller's role, caller's token, request, expired life, key life
local now, request, grace = tonumber(ARGV[1]), ARGV[7], tonumber(ARGV[8])

local found = redis.call('HMGET', KEYS[1], 'version', 'expires', 'token:' .. ARGV[2], 'token:' .. ARGV[5])
if not found[1] then return {'none'} end
if tonumber(found[2]) + grace <= now then return {'none'} end
if tonumber(found[2]) <= now then return {'expired'} end
if ARGV[5] ~= '' and found[4] ~= ARGV[6] then return {'refused'} end
if request ~= '' then
  local known = redis.call('HGET', KEYS[2], 'request')
  if known == request then return {'repeated'} end
  if known then return {'reused'} end
end
if ARGV[5] == '' and found[3] then return {'taken'} end

redis.call('HSET', KEYS[1], 'token:' .. ARGV[2], ARGV[3])
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'name:' .. ARGV[2], ARGV[4]) end
if request ~= '' then
  redis.call('HSET', KEYS[2], 'request', request, 'first', 0, 'last', 0)
  redis.call('PEXPIRE', KEYS[2], tonumber(ARGV[9]))
end
return {'written'}
