import { type RawBuilder, sql } from 'kysely'
import { FOLLOWED_USERS_PAGE_SIZE, HOME_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts'

/** Rows of a list by a moment and an id, the newest first: `page` starts at 1, `after` is where the page before ended. */
export type Walk = { page: number; pageSize: number; after?: string | undefined }
/** The two columns it goes by. */
type Key = { at: RawBuilder<unknown>; id: RawBuilder<unknown> }

/**
 * The end of a statement: what to pass over, the order, and how many rows. After a key the page costs the same wherever it
 * stands; by its number alone it passes over all before it. A usual size stands in the text: with a parameter the planner
 * cannot know how few rows are wanted and plans anew at every call. Others are parameters, or each would be a statement of
 * its own.
 */
export function walked({ page, pageSize, after }: Walk, { at, id }: Key): RawBuilder<unknown> {
  const size = USUAL_SIZES.has(pageSize) ? sql.lit(pageSize) : sql`${pageSize}`
  const order = sql`order by ${at} desc, ${id} desc`
  if (after !== undefined) return sql`and (${at}, ${id}) < ${keyOf(after)} ${order} limit ${size}`
  const skip = (page - 1) * pageSize
  return skip === 0 ? sql`${order} limit ${size}` : sql`${order} limit ${pageSize} offset ${skip}`
}

const USUAL_SIZES = new Set([PAGE_SIZE, FOLLOWED_USERS_PAGE_SIZE, HOME_PAGE_SIZE])

/** Where this page ended, for the next one's `after`; '' when it was the last. `at` as the database prints it. */
export function endOf<Row>(
  rows: readonly Row[],
  { pageSize }: Walk,
  key: (row: Row) => [at: string, id: number],
): string {
  const last = rows.at(-1)
  if (!last || rows.length < pageSize) return ''
  const [at, id] = key(last)
  return `${microseconds(at)}_${id}`
}

function keyOf(after: string): RawBuilder<unknown> {
  const [at, id] = after.split('_') as [string, string]
  // Within what a number holds exactly, and what a moment may be.
  const micro = Math.min(Number(at), 4e15)
  const text = new Date(Math.floor(micro / 1_000)).toISOString().slice(0, 19)
  return sql`(${`${text}.${String(micro % 1_000_000).padStart(6, '0')}Z`}::timestamptz, ${Number(id)}::bigint)`
}

/** `YYYY-MM-DD HH:mm:ss[.ffffff]+08`, since 1970. */
function microseconds(text: string): number {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? ''
  const second = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19)}+08:00`)
  return second * 1_000 + Number(fraction.padEnd(6, '0'))
}
