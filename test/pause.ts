import { sql } from 'kysely'
import { afterEach } from 'vitest'
import { makeClock } from '#server/platform/clock/clock.ts'
import type { Services } from '#server/platform/context.ts'

/** Starts the application's clock as if so long after its last known moment; after each test the time is confirmed again. */
export function withPauses(app: { services: Services }) {
  let before: Services['clock'] | undefined
  afterEach(async () => {
    if (before) Object.assign(app.services.clock, before)
    before = undefined
    await sql`update clock set held = null, restored = false, last_at = now(), released_at = now(), opens_at = null,
      erases_at = 'epoch'`.execute(app.services.db)
    await sql`delete from clock_looks`.execute(app.services.db)
  })
  return async (interval: string): Promise<void> => {
    const { clock, db } = app.services
    before ??= { ...clock }
    await sql`update clock set last_at = now() - ${interval}::interval`.execute(db)
    await sql`delete from clock_looks`.execute(db)
    Object.assign(clock, await makeClock(app.services))
  }
}
