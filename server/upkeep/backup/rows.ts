import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { type Column, names, type Table } from './catalog.ts'

/**
 * A row as one line: a JSON array of what PostgreSQL prints of each column, null where there is nothing. So every engine
 * writes the same line for the same row, and no number passes through one of JavaScript's.
 */
export type Line = string

const FIRST_ROWS = 100
const MOST_ROWS = 5_000
/** A page is grown until it is about so large, and made smaller when it is. */
const PAGE_CHARS = 2_000_000

/** Every row of a table in the order of its primary key, page by page: what is held in memory does not grow with it. */
export async function* readLines(db: Db, table: Table): AsyncGenerator<Line> {
  let size = FIRST_ROWS
  let after: string[] | undefined
  for (;;) {
    const page = await readPage(db, table, { after, size })
    for (const { line } of page) yield line
    if (page.length < size) return
    after = page.at(-1)!.key
    size = nextSize(page)
  }
}

type Read = { line: Line; key: string[] }

async function readPage(
  db: Db,
  { name, columns, key }: Table,
  { after, size }: { after: string[] | undefined; size: number },
): Promise<Read[]> {
  const since = after
    ? sql`where (${names(key)}) > (${sql.join(key.map(({ type }, at) => asType(after[at]!, type)))})`
    : sql``
  const { rows } = await sql<Read>`
    select json_build_array(${asTexts(columns)})::text as line, array[${asTexts(key)}] as key
    from ${sql.table(name)} ${since} order by ${names(key)} limit ${size}`.execute(db)
  return rows
}

const asType = (value: string, type: string): RawBuilder<unknown> => sql`${value}::text::${sql.raw(type)}`

const asTexts = (columns: readonly Column[]): RawBuilder<unknown> =>
  sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))

function nextSize(page: readonly Read[]): number {
  const chars = page.reduce((sum, { line }) => sum + line.length, 0)
  return Math.max(1, Math.min(MOST_ROWS, Math.floor((page.length * PAGE_CHARS) / chars)))
}

/** How many rows there are, and what they come to; `add` takes them in any order. */
export function makeTally() {
  let rows = 0
  let sum = 0n
  return {
    add(line: Line): void {
      rows++
      sum = BigInt.asUintN(256, sum + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`))
    },
    /** The sum of the lines' SHA-256, modulo 2^256: the same rows give the same on any engine, however it sorts texts. */
    read: (): Tally => ({ rows, digest: sum.toString(16).padStart(64, '0') }),
  }
}

export type Tally = { rows: number; digest: string }

/** The tally of a table as it lies in a database. */
export async function tallyOf(db: Db, table: Table): Promise<Tally> {
  const tally = makeTally()
  for await (const line of readLines(db, table)) tally.add(line)
  return tally.read()
}
