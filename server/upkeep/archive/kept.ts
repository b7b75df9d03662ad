import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { KEPT_CODE_BYTES, keptCodeText, readKeptCode } from '#contract/keptCode.ts'
import { tell } from '#server/people/inbox/tell.ts'
import type { Services } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { decryptText, encryptText } from '#server/platform/keys/encryption.ts'
import { boundToKept } from '#server/platform/message/keptCode.ts'
import { queue } from '#server/platform/message/queue.ts'
import type { KeptPart } from './exportList.ts'
import { EXPIRES_AT } from './make.ts'

type Keeping = Pick<Services, 'db' | 'keys'>

/** Somebody's archive that is to be kept after the end. `ready`: its parts can be read. */
export type Kept = { userId: number; archiveId: number; code: Uint8Array; ready: boolean; parts: KeptPart[] }

const WRITTEN = '你的全部记忆已经存成加密的文件，24个月内都可以取。请在「导出我的全部记忆」里记下地址和代码。'

/** The next people who are with us and have no files yet, in no order: the times of files say nothing of whose they are. */
export async function nextPeople({ db }: Keeping, but: readonly number[], most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users u where cancelled_at is null and id <> all(${but}::bigint[])
      and not exists (select from kept_archives k where k.user_id = u.id and k.written_at is not null)
    order by random() limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Asks for an archive of this person, unless one is in the making or ready, under a code that was never used. Not while one that they have
 * asked for themselves is in the making.
 */
export async function beginKept({ db, keys }: Keeping, userId: number, { at }: { at: string }): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows: going } = await sql`
      select from kept_archives k join archives a on a.id = k.archive_id
      where k.user_id = ${userId} and a.ended_at is null and a.failed_at is null
        and (a.ready_at is null or ${EXPIRES_AT} > now())`.execute(db)
    if (going.length > 0) return
    const { rows } = await sql<{ id: number }>`
      insert into archives (user_id, kept) values (${userId}, true) on conflict do nothing returning id`.execute(db)
    const [archive] = rows
    if (!archive) return
    const code = encryptText(keys, keptCodeText({ code: randomBytes(KEPT_CODE_BYTES), parts: 1 }), boundToKept(userId))
    const row = { archive_id: archive.id, code, address: `${at}OPEN-ME.html` }
    await db
      .insertInto('kept_archives')
      .values({ user_id: userId, ...row })
      .onConflict((on) => on.column('user_id').doUpdateSet(row))
      .execute()
  })
}

const codeIn = (keys: Services['keys'], boxed: string, userId: number): Uint8Array =>
  readKeptCode(decryptText(keys, boxed, boundToKept(userId)))!.code

export async function keptOf({ db, keys }: Keeping, userId: number): Promise<Kept | undefined> {
  const { rows } = await sql<{ archive_id: number; code: string; ready: boolean; parts: KeptPart[] }>`
    select k.archive_id, k.code, a.parts,
      a.ready_at is not null and a.ended_at is null and ${EXPIRES_AT} > now() as ready
    from kept_archives k join archives a on a.id = k.archive_id where k.user_id = ${userId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { archive_id: archiveId, ready, parts } = row
  return { userId, archiveId, code: codeIn(keys, row.code, userId), ready, parts }
}

/** All files are there: their person is told, once; the archive that they were written of is over. */
export async function noteWritten({ db }: Keeping, { userId, archiveId, parts }: Kept, bytes: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const { rows } = await sql`
      update kept_archives set written_at = now(), parts = ${parts.length}, bytes = ${bytes}
      where user_id = ${userId} and archive_id = ${archiveId} and written_at is null returning user_id`.execute(db)
    if (rows.length === 0) return
    await sql`update archives set ended_at = now(), missing = '[]' where id = ${archiveId}`.execute(db)
    await tell(db, { userId, kind: 'archive', text: WRITTEN, to: ['archive'] })
    await queue(db, [{ channel: 'sms', template: 'kept', occasion: 'kept', user_id: userId }])
  })
}

/** Those who have closed their account since: their files go. */
export async function keptOfLeavers({
  db,
  keys,
}: Keeping): Promise<{ userId: number; code: Uint8Array; parts: number }[]> {
  const { rows } = await sql<{ user_id: number; code: string; parts: number }>`
    select k.user_id, k.code, greatest(k.parts, jsonb_array_length(a.parts)) as parts
    from kept_archives k join users u on u.id = k.user_id join archives a on a.id = k.archive_id
    where u.cancelled_at is not null`.execute(db)
  return rows.map(({ user_id: userId, code, parts }) => ({
    userId,
    code: codeIn(keys, code, userId),
    parts,
  }))
}

export const forgetKept = ({ db }: Keeping, userId: number): Promise<unknown> =>
  sql`delete from kept_archives where user_id = ${userId}`.execute(db)

/** How many people have their files, and how many are left. */
export async function countKept({ db }: Keeping): Promise<{ written: number; left: number; bytes: number }> {
  const { rows } = await sql<{ written: number; left: number; bytes: number }>`
    select count(k.written_at)::int as written, (count(*) - count(k.written_at))::int as left,
      coalesce(sum(k.bytes) filter (where k.written_at is not null), 0)::float8 as bytes
    from users u left join kept_archives k on k.user_id = u.id where u.cancelled_at is null`.execute(db)
  return rows[0]!
}
