import { sql } from 'kysely'
import type { Db } from '#server/context.ts'

/** One row of one table: as the database prints it (bytes in hex), and its texts one by one. */
export type Dumped = { table: string; row: string; texts: string[] }

/** What a page calls its puzzle: random, and a UUID has groups of four. */
const LABELS = new Set(['slides.pk_id'])

/** Everything that is kept, for tests that look for what must not be there. */
export async function dumpOf(db: Db): Promise<Dumped[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const dumps = tables.map(async ({ name }) => {
    const { rows } = await sql<{ row: string; cells: Record<string, unknown> }>`
      select t::text as row, to_jsonb(t) as cells from ${sql.table(name)} t`.execute(db)
    return rows.map(({ row, cells }) => {
      const kept = Object.entries(cells).filter(([column]) => !LABELS.has(`${name}.${column}`))
      return { table: name, row, texts: kept.flatMap(([, cell]) => textOf(cell)) }
    })
  })
  return (await Promise.all(dumps)).flat()
}

/** Moments and bytes hold digits of their own. */
function textOf(cell: unknown): string[] {
  if (typeof cell !== 'string') return typeof cell === 'object' && cell !== null ? [JSON.stringify(cell)] : []
  return /^\d{4}-\d\d-\d\dT/.test(cell) || cell.startsWith('\\x') ? [] : [cell]
}
