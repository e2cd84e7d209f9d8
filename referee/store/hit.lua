-- Count an attempt in a window of time; answer how long to wait once there were too many.
-- KEYS: bucket   ARGV: limit, window (milliseconds)
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if count <= tonumber(ARGV[1]) then return 0 end
return math.max(redis.call('PTTL', KEYS[1]), 1)
