import { isIPv4, isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { type Fail, flood, tooManyTries } from '#server/core/fail.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { RequestContext } from './context.ts'
import type { Sweep } from './sweep.ts'

/** At most `most` in the last `seconds`. */
export type Limit = { most: number; seconds: number }

/**
 * Counts a try, or refuses with 1029 when the bucket is full, whatever the guess is worth. Counted before the guess is
 * looked at and under a lock, so a hundred at once get no more than ten; in the database (`take_try`, one statement), so it
 * holds for all processes; a refused try is not counted, so asking again keeps nobody out for longer.
 */
export async function consume(
  db: Db,
  bucket: string,
  limits: readonly Limit[],
  refusal: (wait: number) => Fail = tooManyTries,
): Promise<void> {
  const most = limits.map(({ most }) => most)
  const seconds = limits.map(({ seconds }) => seconds)
  const { rows } = await sql<{ wait: number }>`
    select take_try(${bucket}, ${most}::int[], ${seconds}::int[]) as wait`.execute(db)
  const { wait } = rows[0]!
  if (wait > 0) throw refusal(wait)
}

/** The parts of a request's context that an address's limit needs. */
type AtAddress = Pick<RequestContext, 'db' | 'keys' | 'address' | 'isDeveloper'>

/** Full address buckets until they have room again: a flood is turned away without asking the database each time. */
const full = new Map<string, number>()
const FULL_MOST = 10_000

/** Counts a try for a whole address; a full one is answered with 429. The developer's own machine is never counted. */
export async function consumeForAddress(context: AtAddress, what: string, limits: readonly Limit[]): Promise<void> {
  if (context.isDeveloper()) return
  refuseFlood(context, what)
  const bucket = bucketOf(context, what)
  await consume(context.db, bucket, limits, (wait) => {
    if (full.size >= FULL_MOST) full.clear()
    full.set(bucket, performance.now() + wait * 1000)
    return flood(wait)
  })
}

/** For tries that are counted only after a database query: a flood gets no further than this process. */
export function refuseFlood(context: AtAddress, what: string): void {
  if (context.isDeveloper()) return
  const bucket = bucketOf(context, what)
  const left = ((full.get(bucket) ?? 0) - performance.now()) / 1000
  if (left > 0) throw flood(left)
  full.delete(bucket)
}

const bucketOf = (context: AtAddress, what: string): string => `${what} from ${addressName(context)}`

/** An address as sessions and limits know it: its network, kept as a keyed hash only. */
export const addressHash = ({ keys, address }: Pick<RequestContext, 'keys' | 'address'>): Buffer =>
  keys.hmac('address', network(address))
export const addressName = (context: Pick<RequestContext, 'keys' | 'address'>): string =>
  addressHash(context).toString('base64url')

/** The owner of one IPv6 address has the 2^64 beside it. One address has many spellings; `URL` knows the shortest. */
export function network(address: string): string {
  if (isIPv4(address)) return network(`::ffff:${address}`)
  if (!isIPv6(address)) return address
  const short = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1)
  if (short.startsWith('::ffff:')) return short
  const [head = '', tail] = short.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - (tail?.split(':').filter(Boolean).length ?? 0)
  return [...groups, ...Array<string>(tail === undefined ? 0 : missing).fill('0')].slice(0, 4).join(':')
}

export async function forgetTries(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('tries').where('bucket', '=', bucket).execute()
}

/** Our caller looks every minute; a bucket that was filled before this stays as it was. */
const LATELY = sql`interval '10 minutes'`
/** The condition of the index for sweeping, which leaves these buckets out. */
/** Before the name of a bucket whose tries count for years. */
export const LASTING = 'lasting '
const NOT_FOR_EVER = sql`bucket not like 'answers of %' and bucket not like ${sql.lit(`${LASTING}%`)}`

/** The buckets of this beginning that had a try lately and have no room now, without it. */
export async function fullBuckets(db: Db, prefix: string, limits: readonly Limit[]): Promise<string[]> {
  const since = (seconds: number) => sql`t.at > now() - make_interval(secs => ${seconds})`
  const full = limits.map(({ most, seconds }) => sql`count(*) filter (where ${since(seconds)}) >= ${most}`)
  const { rows } = await sql<{ bucket: string }>`
    select t.bucket from (
      select distinct bucket from tries where at > now() - ${LATELY} and ${NOT_FOR_EVER} and starts_with(bucket, ${prefix})
    ) lately join tries t on t.bucket = lately.bucket
    where ${since(Math.max(...limits.map(({ seconds }) => seconds)))}
    group by t.bucket having ${sql.join(full, sql` or `)}`.execute(db)
  return rows.map(({ bucket }) => bucket.slice(prefix.length))
}

/** Tries of answers count for ever ("20 in all"), as do those of buckets that begin with LASTING: they stay. */
export const oldTries: Sweep = {
  from: 'tries',
  when: sql`at < now() - interval '2 days' and ${NOT_FOR_EVER}`,
}
