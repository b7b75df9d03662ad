import { type RawBuilder, sql } from 'kysely'
import { FOLLOWED_USERS_PAGE_SIZE, HOME_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

/** Rows of a list by a moment and an id, the newest first: `page` starts at 1, `after` is where the page before ended. */
export type Walk = { page: number; pageSize: number; after?: string | undefined }
/** The two columns that a list is ordered by. */
type Key = { at: RawBuilder<unknown>; id: RawBuilder<unknown> }

/**
 * The end of a statement: what to pass over, the order, and how many rows. After a key the page costs the same wherever it
 * stands; by its number alone it passes over all before it. A usual size stands in the text: with a parameter the planner
 * cannot know how few rows are wanted and plans anew at every call. Others are parameters, or each would be a statement of
 * its own.
 */
export function walked(walk: Walk, { at, id }: Key): RawBuilder<unknown> {
  const beyond = walk.after === undefined ? sql`` : sql`and (${at}, ${id}) < ${keyOf(walk.after)}`
  return sql`${beyond} order by ${at} desc, ${id} desc ${cut(walk).limit}`
}

/** `limit`: the page out of rows in order; `reach`: how many of one part of a list can come before its end. */
export function cut({ page, pageSize, after }: Walk): { limit: RawBuilder<unknown>; reach: RawBuilder<unknown> } {
  const size = USUAL_SIZES.has(pageSize) ? sql.lit(pageSize) : sql`${pageSize}`
  const skip = after === undefined ? (page - 1) * pageSize : 0
  if (skip === 0) return { limit: sql`limit ${size}`, reach: size }
  return { limit: sql`limit ${pageSize} offset ${skip}`, reach: sql`${skip + pageSize}` }
}

const USUAL_SIZES = new Set([PAGE_SIZE, FOLLOWED_USERS_PAGE_SIZE, HOME_PAGE_SIZE])

type Build<V, R> = (values: V, page: Walk) => RawBuilder<R>

/**
 * The rows of a page. The SQL of the first page, at the usual sizes, is made once: nearly everybody asks for that. `values`
 * must not change the SQL that `build` makes.
 */
export function pages<V extends Record<string, unknown>, R>(build: Build<V, R>) {
  const firsts = new Map(
    [...USUAL_SIZES].map((pageSize) => [pageSize, prepared((values: V) => build(values, { page: 1, pageSize }))]),
  )
  return async (db: Db, values: V, page: Walk): Promise<readonly R[]> => {
    const first = page.page === 1 && page.after === undefined ? firsts.get(page.pageSize) : undefined
    return first ? first(db, values) : (await build(values, page).execute(db)).rows
  }
}

/** A page as it is answered; `next` is '' on the last one. */
export const pageOf = <T>(data: T[], { page, pageSize }: Walk, next: string) => ({
  data,
  current_page: page,
  per_page: pageSize,
  next,
})

/** Where this page ended, for the next one's `after`; '' when it was the last. `at` as the database prints it. */
export function endOf<Row>(
  rows: readonly Row[],
  { pageSize }: Walk,
  key: (row: Row) => [at: string, id: number],
): string {
  const last = rows.at(-1)
  if (!last || rows.length < pageSize) return ''
  return keyText(...key(last))
}

/** Where a row stands in a list, as `after` takes it. */
export const keyText = (at: string, id: number): string => `${microseconds(at)}_${id}`

/** The moment and the id that `after` begins with, to be compared with a row's. */
export function keyOf(after: string): RawBuilder<unknown> {
  const [at, id] = after.split('_') as [string, string]
  // Within what a number holds exactly (the year 2255), and far beyond the last day a capsule may open on.
  const micro = Math.min(Number(at), 9e15)
  const text = new Date(Math.floor(micro / 1_000)).toISOString().slice(0, 19)
  return sql`(${`${text}.${String(micro % 1_000_000).padStart(6, '0')}Z`}::timestamptz, ${Number(id)}::bigint)`
}

/** `YYYY-MM-DD HH:mm:ss[.ffffff]+08`, since 1970. */
function microseconds(text: string): number {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  const second = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}+08:00`)
  return second * 1_000 + Number(fraction.padEnd(6, '0'))
}
