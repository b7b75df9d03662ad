import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** One row of one table: as the database prints it (bytes in hex), and its texts one by one. */
export type Dumped = { table: string; row: string; texts: string[] }

/** Names that pages give their puzzles: random UUIDs, whose groups of four may look like codes. */
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

/** The texts in a cell. Moments and bytes are left out: they hold digits of their own. */
function textOf(cell: unknown): string[] {
  if (typeof cell !== 'string') return typeof cell === 'object' && cell !== null ? [JSON.stringify(cell)] : []
  return /^\d{4}-\d\d-\d\dT/.test(cell) || cell.startsWith('\\x') ? [] : [cell]
}
