import { useEffect } from 'react'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { inFrame } from '#web/siteRoute.ts'
import { behindMs, onClock } from '#web/ui/clock.ts'
import { toast } from '#web/ui/toast.tsx'

const FAR_OFF_MS = 300_000
const TOLD = 'clockTold'
export const CLOCK_IS_OFF = '这台设备的时间不准，这里一律按北京时间'

/** Tells once a session that this device's clock is off by more than five minutes. */
export function useClockWords(): void {
  useEffect(() => {
    const look = () => {
      if (Math.abs(behindMs()) <= FAR_OFF_MS || inFrame() || sessionStorage.getItem(TOLD)) return
      sessionStorage.setItem(TOLD, '1')
      toast(CLOCK_IS_OFF, { ms: TOAST_ERROR_MS })
    }
    look()
    return onClock(look)
  }, [])
}
