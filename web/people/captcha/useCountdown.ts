import { useState } from 'react'
import { CODE_COUNTDOWN_SECONDS } from '#contract/limits.ts'
import { now as readClock } from '#web/ui/clock.ts'
import { useNow } from '#web/ui/useNow.ts'

const TICK_MS = 500

export type Countdown = {
  /** Seconds until the next code may be asked for. */
  left: number
  /** A code went out before. */
  again: boolean
}

/** The time until another code may be asked for, from the moment one went out. */
export function useCountdown(): Countdown & { begin: () => void } {
  const [sentAt, setSentAt] = useState<number>()
  const now = useNow(sentAt ? TICK_MS : 0)
  const left = sentAt ? Math.max(0, CODE_COUNTDOWN_SECONDS - Math.floor((now - sentAt) / 1000)) : 0
  return { left, again: sentAt !== undefined, begin: () => setSentAt(readClock()) }
}
