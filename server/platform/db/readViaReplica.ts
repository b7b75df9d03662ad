import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Replica } from './replica.ts'

/** Rows of a public list: subqueries whose rows have an `id`, and what is made of them on the primary. */
type Choosing<Row> = {
  /** The rows of the page, in a database of ours. */
  choose: (db: Db) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** Of these ids the ones that may be shown and belong into the list now. */
  among: (ids: number[]) => RawBuilder<unknown>
  show: (chosen: RawBuilder<unknown>) => Promise<Row[]>
}

/**
 * A page of a public list, chosen on the read replica where there is one. Whatever it names is asked for by its id on the
 * primary before anybody sees it: a replica shows the past, in which something taken back since was still public. Where
 * that drops one, the primary chooses anew, so that a page is never short.
 */
export async function readViaReplica<Row>(
  { db, replica }: { db: Db; replica?: Replica | undefined },
  { choose, among, show }: Choosing<Row>,
): Promise<Row[]> {
  const ids = await replica?.ask(async (aside) => idsOf(aside, await choose(aside)))
  const rows = ids && (await show(among(ids)))
  if (rows && rows.length === ids.length) return rows
  return show(await choose(db))
}

async function idsOf(db: Db, chosen: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select chosen.id from (${chosen}) chosen`.execute(db)
  return rows.map(({ id }) => id)
}
