import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

export type Column = { name: string; type: string }
/** A table with its columns as SQL calls their types, and those of its primary key in order. */
export type Table = { name: string; columns: Column[]; key: Column[] }
/** `last` as text: the number given out last; null while there was none. */
export type Sequence = { name: string; last: string | null }

/** Written by the migrations themselves when a backup is put back. */
const OF_MIGRATIONS = 'migrations'

/** Every table there is, those first that others refer to. Throws when one has no primary key: rows could not be told apart. */
export async function readTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table & { key: Column[] | null }>`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
          order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> ${OF_MIGRATIONS}
    order by c.relname`.execute(db)
  const keyless = rows.find(({ key }) => !key)
  if (keyless) throw new Error(`table ${keyless.name} has no primary key`)
  return inOrder(rows, await readReferences(db))
}

type Reference = { from: string; to: string }

const readReferences = async (db: Db): Promise<Reference[]> =>
  (
    await sql<Reference>`
      select f.relname as from, t.relname as to from pg_constraint r
      join pg_class f on f.oid = r.conrelid join pg_class t on t.oid = r.confrelid
      where r.contype = 'f' and r.connamespace = current_schema()::regnamespace and f.oid <> t.oid`.execute(db)
  ).rows

function inOrder(tables: Table[], references: Reference[]): Table[] {
  const ordered: Table[] = []
  let left = tables
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name))
    const waits = ({ name }: Table) => references.some(({ from, to }) => from === name && names.has(to))
    const next = left.filter((table) => !waits(table))
    if (next.length === 0) throw new Error(`tables refer to each other in a circle: ${[...names].join(', ')}`)
    ordered.push(...next)
    left = left.filter(waits)
  }
  return ordered
}

/** To be asked after the rows: a number given out since does no harm, one that is missing would be given out again. */
export const readSequences = async (db: Db): Promise<Sequence[]> =>
  (
    await sql<Sequence>`
      select sequencename as name, last_value::text as last from pg_sequences
      where schemaname = current_schema() order by sequencename`.execute(db)
  ).rows

export const names = (columns: readonly Column[]): RawBuilder<unknown> =>
  sql.join(columns.map(({ name }) => sql.ref(name)))
