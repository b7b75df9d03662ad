import { useEffect, useState } from 'react'

/** The device's clock in milliseconds, read again every `everyMs`; 0 reads it once. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (everyMs <= 0) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
