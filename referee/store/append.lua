-- Append entries to the log of a session and keep the state after them.
-- KEYS: session, log, key   ARGV: now, role, token, request, expected version, state, session life, expired life,
-- key life (milliseconds), entry...   Every check comes before the first write: a script is not rolled back.
local now, request, expected = tonumber(ARGV[1]), ARGV[4], tonumber(ARGV[5])
local life, grace, key_life = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9])

local found = redis.call('HMGET', KEYS[1], 'version', 'expires', 'token:' .. ARGV[2], 'renew')
if not found[1] then return {'none'} end
if tonumber(found[2]) + grace <= now then return {'none'} end
if tonumber(found[2]) <= now then return {'expired'} end
if found[3] ~= ARGV[3] then return {'refused'} end
if request ~= '' then
  local known = redis.call('HMGET', KEYS[3], 'request', 'first', 'last')
  if known[1] == request then return {'repeated', known[2], known[3]} end
  if known[1] then return {'reused'} end
end
local version = tonumber(found[1])
if version ~= expected then return {'stale', version} end
local newest = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)
if (newest[1] and newest[1][1] or '0-0') ~= version .. '-0' then return {'torn'} end

for at = 10, #ARGV do
  version = version + 1
  redis.call('XADD', KEYS[2], version .. '-0', 'entry', ARGV[at])
end
redis.call('HSET', KEYS[1], 'version', version, 'state', ARGV[6], 'expires', string.format('%.0f', now + life))
if request ~= '' then
  redis.call('HSET', KEYS[3], 'request', request, 'first', expected + 1, 'last', version)
  redis.call('PEXPIRE', KEYS[3], key_life)
end
redis.call('PEXPIRE', KEYS[1], life + grace)
redis.call('PEXPIRE', KEYS[2], life + grace)
if tonumber(found[4]) <= now then
  redis.call('HSET', KEYS[1], 'renew', string.format('%.0f', now + life / 4))
  return {'written', expected + 1, version, redis.call('HGET', KEYS[1], 'code')}
end
return {'written', expected + 1, version}
