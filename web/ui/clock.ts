import { makeListeners } from './listeners.ts'

/** The header gives whole seconds. */
const LEAST_ERROR_MS = 1_000
const HALF_SECOND_MS = 500

/** How far this device's clock is behind the server's, and how far that may be wrong. */
type Reading = { behindMs: number; errorMs: number }

let reading: Reading | undefined
const { subscribe, notify } = makeListeners()

/** Calls `listener` when the pages' clock has been put right. */
export const onClock = subscribe

/**
 * The pages' one clock, in ms: the server's, as its last answers said; the device's until there was one. All times that
 * are picked, promised and shown go by it, since a device may be off by years (docs/decisions/clock.md).
 */
export const now = (): number => deviceNow() + behindMs()

/** The pages' clock as a date. */
export const nowDate = (): Date => new Date(now())

/** The device's own clock: for times that are compared only with one another. */
export const deviceNow = (): number => Date.now()

/** Whether the server has said what time it is. */
export const isTimeKnown = (): boolean => reading !== undefined

/** How far this device's clock is behind; 0 where it is right as far as one can tell, and while nothing is known. */
export const behindMs = (): number => (reading && Math.abs(reading.behindMs) > reading.errorMs ? reading.behindMs : 0)

/**
 * Takes the `Date` of an answer to one of our own calls, how long the answer took, and when it was here by the device's clock,
 * before the rest of it had come. The best reading stays, until another one contradicts it: then somebody has put the device's
 * clock right, or wrong.
 */
export function hearDate(date: string | null, { tookMs, heardAt }: { tookMs: number; heardAt: number }): void {
  const said = Date.parse(date ?? '')
  if (Number.isNaN(said)) return
  const errorMs = Math.max(LEAST_ERROR_MS, tookMs / 2)
  const heard = { behindMs: said + HALF_SECOND_MS + tookMs / 2 - heardAt, errorMs }
  if (reading && errorMs >= reading.errorMs && agree(reading, heard)) return
  const before = behindMs()
  const wasKnown = isTimeKnown()
  reading = heard
  if (!wasKnown || behindMs() !== before) notify()
}

const agree = (one: Reading, other: Reading): boolean =>
  Math.abs(one.behindMs - other.behindMs) <= one.errorMs + other.errorMs

/** Nothing is known, as at the start. */
export function forgetTime(): void {
  reading = undefined
}
