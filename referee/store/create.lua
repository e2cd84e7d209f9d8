-- Keep a new session, unless one with this id is there already.
-- KEYS: session   ARGV: now, session life, expired life (milliseconds), field, value...
if redis.call('EXISTS', KEYS[1]) == 1 then return {'exists'} end
local now, life, grace = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('HSET', KEYS[1], 'expires', string.format('%.0f', now + life),
  'renew', string.format('%.0f', now + life / 4), unpack(ARGV, 4))
redis.call('PEXPIRE', KEYS[1], life + grace)
return {'written'}
