import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { partsOf, prefixOf } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'
import { refuse, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Checked } from './check.ts'
import { GIVEN } from './clean/given.ts'
import { newSecret } from './disk/cipher.ts'
import { findReadable } from './objects.ts'
import { weightOf, whyNoRoom } from './quota.ts'
import { wrapLoose } from './secrets.ts'
import type { Stored } from './store.ts'

/** The copy that was made of each key. */
export type Copies = ReadonlyMap<string, Checked>
type Copy = { from: Stored; to: Checked }

/** Half a gigabyte may be read and written for one capsule. */
const limitCopies = makeSemaphore({ atOnce: 2, waitingMost: 50, waitMostMs: 20_000 })

/**
 * Copies the caller's own objects that may be read now, as if they had uploaded the bytes once more: looked at already,
 * counted like any other, loose until `work` names them. Nothing of them stays when `work` fails. Refuses when one is
 * gone or there is no room.
 */
export async function withCopies<T>(
  context: UserContext,
  keys: readonly string[],
  work: (copies: Copies) => Promise<T>,
): Promise<T> {
  const copies = await planned(context, [...new Set(keys)])
  if (copies.length === 0) return work(new Map())
  await reserve(context, copies)
  try {
    await limitCopies(() => copyAll(context, copies))
    return await work(new Map(copies.map(({ from, to }) => [from.key, to])))
  } catch (error) {
    await forget(context, copies)
    throw error
  }
}

async function planned(context: UserContext, keys: string[]): Promise<Copy[]> {
  const copies: Copy[] = []
  for (const key of keys) {
    const from = await findReadable(context, key)
    if (!from || (await context.media.sizeOf(key)) !== from.size) throw refuse(UPLOAD.gone)
    copies.push({ from, to: { key: newKey(key), secret: from.secret && newSecret() } })
  }
  return copies
}

function newKey(key: string): string {
  const { kind, owner } = partsOf(key)
  return `${prefixOf(kind, owner)}${randomUUID()}${key.slice(key.lastIndexOf('.'))}`
}

/** The rows first, counted while no other comes in between: bytes that never follow are cleared like any loose object. */
async function reserve({ db, keys, config, caller }: UserContext, copies: readonly Copy[]): Promise<void> {
  const rows = copies.map(({ from, to: { key, secret } }) => ({
    source: from.key,
    key,
    wrap: secret ? wrapLoose(keys, secret, key).toString('hex') : null,
  }))
  const bytes = copies.reduce((sum, { from }) => sum + weightOf(from.size), 0)
  await inTransaction(db, async (db) => {
    // Nobody keeps anything in an account that is being closed.
    await lockPerson(db, caller.userId)
    refuseIf(await whyNoRoom(db, config.mediaQuota, caller.userId, bytes))
    const written = await sql`
      insert into objects (key, owner_id, size, mime, duration_ms, checked_at, given, wrap)
      select w.key, o.owner_id, o.size, o.mime, o.duration_ms, o.checked_at,
        least(o.given, ${sql.lit(GIVEN.broken)}), decode(w.wrap, 'hex')
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (source text, key text, wrap text)
      join objects o on o.key = w.source and o.owner_id = ${caller.userId}
      returning key`.execute(db)
    if (written.rows.length < copies.length) throw refuse(UPLOAD.gone)
  })
}

async function copyAll({ media }: UserContext, copies: readonly Copy[]): Promise<void> {
  for (const { from, to } of copies) {
    await media.copy(from, to)
    if ((await media.sizeOf(to.key)) !== from.size) throw refuse(UPLOAD.gone)
  }
}

/** Clears copies, but for named ones: an answer may have been lost after the writing. A copy that fails to clear is loose. */
async function forget({ db, media, log }: UserContext, copies: readonly Copy[]): Promise<void> {
  const keys = copies.map(({ to }) => to.key)
  try {
    const { rows } = await sql<{ key: string }>`
      delete from objects o where key = any(${keys}::text[]) and sealed_in is null
        and not exists (select from capsule_media m where m.key = o.key)
      returning key`.execute(db)
    for (const { key } of rows) await media.remove(key)
  } catch (error) {
    log.warn({ err: error }, 'copies that nobody names stay for a week')
  }
}
