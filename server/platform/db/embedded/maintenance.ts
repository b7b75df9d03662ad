import type { Queue } from './queue.ts'
import { newClient } from './queue.ts'

/** Upkeep may take far longer than a call of a person. */
export const UPKEEP_LIMIT_MS = 10 * 60_000

const CHANGED_TABLES = `
  select format('%I.%I', schemaname, relname) as name
  from pg_stat_user_tables
  where n_dead_tup > 0 or n_mod_since_analyze > 0 or n_ins_since_vacuum > 0`

/** Upkeep that a server does by itself and the embedded engine does not. Table by table, so that calls get in between. */
export async function vacuumAndCheckpoint(queue: Queue) {
  await run(queue, 'select pg_stat_force_next_flush()') // else the counts may be of a second ago
  const { rows } = await run(queue, CHANGED_TABLES)
  for (const { name } of rows) await run(queue, `vacuum (analyze) ${name}`)
  await checkpoint(queue)
}

/** Keeps the log that must be read again after a crash short. */
export async function checkpoint(queue: Queue) {
  await run(queue, 'checkpoint')
}

function run(queue: Queue, sql: string) {
  return queue.call(newClient(), { sql, params: [] }, UPKEEP_LIMIT_MS)
}
