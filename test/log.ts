import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { keepLog } from '#server/upkeep/receipts/keepLog.ts'

/** The next checkpoint, as if the last one were older than a checkpoint may be. */
export async function nextCheckpoint(services: Services): Promise<void> {
  // The first run begins the log.
  await keepLog(services)
  await sql`update log_checkpoints set signed_at = signed_at - interval '2 minutes' where signed_at > now() - interval '1 minute'`.execute(
    services.db,
  )
  await keepLog(services)
}
