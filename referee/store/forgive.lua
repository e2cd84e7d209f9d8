-- Take back one counted attempt, if its window is still open.   KEYS: bucket
if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end
return 0
