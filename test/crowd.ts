import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { makePerson } from '#server/people/account/people.ts'
import type { Services } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { newTel, seal, textCapsule } from './client.ts'
import { give } from './grants.ts'

export type Member = { id: string; tel: string; token: string }

/** Many people at once, signed in, without the second that registering takes each of them. Older than a day. */
export const newCrowd = ({ db }: Pick<Services, 'db'>, size: number): Promise<Member[]> =>
  inTransaction(db, async (db) => {
    const crowd: Member[] = []
    for (let i = 0; i < size; i++) crowd.push(await newMember(db))
    await sql`update users set created_at = now() - interval '2 days'
      where id in (${sql.join(crowd.map(({ id }) => Number(id)))})`.execute(db)
    return crowd
  })

async function newMember(db: Tx): Promise<Member> {
  const [tel, token] = [newTel(), randomBytes(32).toString('base64url')]
  const user_id = await makePerson(db, { tel, password_hash: '' })
  const token_hash = createHash('sha256').update(token).digest()
  const expires_at = new Date(Date.now() + 86_400_000)
  await db
    .insertInto('sessions')
    .values({ user_id, token_hash, source: 'h5', address_hash: Buffer.alloc(0), expires_at })
    .execute()
  return { id: String(user_id), tel, token }
}

/** A capsule of this title that its owner has opened, and shows to everybody unless `is_public` is 0. */
export async function openedCapsule(
  { url, services }: { url: string; services: Pick<Services, 'db'> },
  { id, token }: Pick<Member, 'id' | 'token'>,
  long_tag: string,
  is_public: 0 | 1 = 1,
): Promise<string> {
  await give(services, Number(id), [{ kind: 'time', amount: 1 }])
  const capsule_id = await seal(url, token, textCapsule('<p>内容</p>', { long_tag }))
  await sql`update capsules set status = 2, open_at = now(), notice_at = null, is_public = ${is_public}
    where id = ${Number(capsule_id)}`.execute(services.db)
  return capsule_id
}
