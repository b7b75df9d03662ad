import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { keepLog } from '#server/upkeep/receipts/keepLog.ts'

/** The next checkpoint, as if the last one were older than one may be and a line of the grid were passed just now. */
export async function nextCheckpoint(services: Services): Promise<void> {
  await sql`update log_checkpoints set signed_at = signed_at - interval '61 seconds'`.execute(services.db)
  await keepLog(services, new Date())
}
