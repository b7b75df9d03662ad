import { useEffect } from 'react'
import { inFrame } from '#web/client/siteRoute.ts'
import { behindMs, onClock } from '#web/ui/clock.ts'

const FAR_OFF_MS = 300_000

/** Tells once a session that this device's clock is off by more than five minutes; few are, so the words load late. */
export function useClockWords(): void {
  useEffect(() => {
    const look = () => {
      if (Math.abs(behindMs()) <= FAR_OFF_MS || inFrame()) return
      void import('./tellOfClock.ts').then(({ tellOfClock }) => tellOfClock()).catch(() => undefined)
    }
    look()
    return onClock(look)
  }, [])
}
