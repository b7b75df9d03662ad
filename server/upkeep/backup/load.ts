import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import { type Column, names, type Sequence, type Table } from './catalog.ts'
import type { Line } from './rows.ts'

const BATCH_CHARS = 1_000_000
const BATCH_ROWS = 2_000

/**
 * Replaces all rows that the migrations wrote into these tables. Only the tables' owner may do it: our own guards are
 * switched off until the end of the transaction's work, while the database's – keys and references – hold.
 */
export async function loadTables(
  db: Tx,
  tables: readonly Table[],
  linesOf: (table: Table) => AsyncIterable<Line>,
): Promise<void> {
  if (tables.length === 0) return
  await eachOf(db, tables, (table) => sql`alter table ${table} disable trigger user`)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(db)
  for (const table of tables) await loadTable(db, table, linesOf(table))
  await eachOf(db, tables, (table) => sql`alter table ${table} enable trigger user`)
}

async function eachOf(db: Tx, tables: readonly Table[], say: (table: RawBuilder<unknown>) => RawBuilder<unknown>) {
  for (const { name } of tables) await say(sql.table(name)).execute(db)
}

async function loadTable(db: Tx, table: Table, lines: AsyncIterable<Line>): Promise<void> {
  let batch: Line[] = []
  let chars = 0
  for await (const line of lines) {
    batch.push(line)
    chars += line.length
    if (batch.length < BATCH_ROWS && chars < BATCH_CHARS) continue
    await insert(db, table, batch)
    batch = []
    chars = 0
  }
  if (batch.length > 0) await insert(db, table, batch)
}

const insert = (db: Tx, { name, columns }: Table, batch: readonly Line[]): Promise<unknown> =>
  sql`insert into ${sql.table(name)} (${names(columns)}) overriding system value
    select ${sql.join(columns.map(valueAt))} from jsonb_array_elements(${`[${batch.join(',')}]`}::jsonb) r`.execute(db)

const valueAt = ({ type }: Column, index: number): RawBuilder<unknown> =>
  sql`(r ->> ${sql.lit(index)})::${sql.raw(type)}`

export async function loadSequences(db: Tx, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences) {
    if (last !== null) await sql`select setval(${name}::regclass, ${last}::text::bigint)`.execute(db)
  }
}
