import { z } from 'zod'
import { addDays } from '#contract/time.ts'
import { PlatformAway } from '#server/platform/outside/platform.ts'
import type { Ask } from './calls.ts'

const HISTORY = '/inApps/v1/notifications/history'
/** Of twenty each: more than that in one day is an answer without end. */
const MOST_PAGES = 5_000

const shape = z.object({
  notificationHistory: z.array(z.object({ signedPayload: z.string() })).default([]),
  hasMore: z.boolean().default(false),
  paginationToken: z.string().optional(),
})

/**
 * The notifications of a day (yyyy-mm-dd, China), as Apple signed them. Written after the types of Apple's library, and
 * tried against our own stand-in alone: whether the last moment belongs to the day is not known, so that one at midnight
 * may be of both.
 */
export async function historyOf(ask: Ask, day: string): Promise<string[]> {
  const start = new Date(`${day}T00:00:00+08:00`)
  const body = { startDate: start.getTime(), endDate: addDays(start, 1).getTime() }
  const payloads: string[] = []
  let query: Record<string, string> = {}
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const told = await ask({ method: 'POST', path: HISTORY, query, body, shape })
    payloads.push(...told.notificationHistory.map(({ signedPayload }) => signedPayload))
    if (!told.hasMore) return payloads
    if (!told.paginationToken) throw new PlatformAway(`${HISTORY}: more, and no way to it`)
    query = { paginationToken: told.paginationToken }
  }
  throw new PlatformAway(`${HISTORY}: an answer without end`)
}
