import { useState } from 'react'
import { deviceNow } from '#web/ui/clock.ts'

/** Our own choice: an address is renewed at most this often; the shortest-lived addresses are good for 5 minutes. */
export const ADDRESS_GOOD_MS = 240_000

/** Asks the server for fresh addresses; settles once they have come, or have failed to. */
export type Refresh = () => Promise<unknown>
type Held<T> = { value: T; attempt: number; askedAt: number; step: 'held' | 'asking' | 'asked' | 'broken' }

/**
 * Holds on to an address (or a text with addresses) as long as it works, so that a fresh answer loads nothing again.
 * An address that fails is renewed once; if that does not help, it counts as broken until `again`. `attempt` is a React key.
 */
export function useHeld<T>(value: T, refresh: Refresh | undefined) {
  const [held, setHeld] = useState<Held<T>>({ value, attempt: 0, askedAt: Number.NEGATIVE_INFINITY, step: 'held' })
  if (held.step !== 'held' && held.value !== value) setHeld({ ...held, value, attempt: held.attempt + 1, step: 'held' })

  async function again() {
    setHeld((old) => ({ ...old, askedAt: deviceNow(), step: 'asking' }))
    await refresh?.()
    setHeld((old) => (old.step === 'asking' ? { ...old, attempt: old.attempt + 1, step: 'asked' } : old))
  }

  function failed() {
    if (held.step === 'asking') return
    if (refresh && deviceNow() - held.askedAt > ADDRESS_GOOD_MS) void again()
    else setHeld((old) => ({ ...old, step: 'broken' }))
  }

  return { value: held.value, attempt: held.attempt, step: held.step, failed, again }
}
