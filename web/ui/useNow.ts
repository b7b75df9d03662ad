import { useEffect, useState } from 'react'
import { onClock, now as readClock } from './clock.ts'

/** The pages' clock in milliseconds, read again every `everyMs` and when it was put right; 0 reads it once until then. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(readClock)
  useEffect(() => {
    const read = () => setNow(readClock())
    const stop = onClock(read)
    if (everyMs <= 0) return stop
    read()
    const timer = setInterval(read, everyMs)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [everyMs])
  return now
}
