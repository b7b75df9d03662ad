import { type RawBuilder, sql } from 'kysely'
import { STATUS } from '#contract/capsule.ts'
import { foldEmail } from '#contract/email.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import { repeated } from '#server/platform/message/queue.ts'
import { addressHash } from '#server/platform/message/recipient.ts'
import { boundToContact, encryptContact, foldedMark } from './address.ts'
import { confirmNotice } from './askContacts.ts'
import { daysToAsk } from './limits.ts'
import { openLinks, openNotice } from './plan.ts'
import { type Notice, queueNotices } from './queue.ts'

/** Contacts in one transaction: few, since a request for one of their capsules waits for it. */
export const BITE = 100
const CHANNEL = 'email'

/** Of a contact `k`. As the index says it (migration 036). */
export const UNFOLDED = sql<boolean>`k.channel = 'email' and k.folded is distinct from right(k.address, 16)`

type FoldServices = Pick<Services, 'db' | 'keys' | 'log'>
type ContactRow = {
  id: number
  status: number
  notice_round: number
  generation: number
  address: string
  address_hash: Buffer | null
  confirmed_at: string | null
  bounced_at: string | null
}

/**
 * Brings e-mail addresses that earlier versions kept as they were typed to their one form. Whose capsule somebody holds is
 * left for the next time; so is what an older version beside this one writes meanwhile.
 */
export async function foldContacts(services: FoldServices, signal: AbortSignal): Promise<void> {
  let after = 0
  while (!signal.aborted) {
    const last = await inTransaction(services.db, (db) => foldSome({ ...services, db }, sql`c.id > ${after}`))
    if (last === undefined) return
    after = last
  }
}

/** Folds the contacts of one capsule, before its owner corrects them. */
export async function foldContact(needed: FoldServices & { db: Tx }, capsuleId: number): Promise<void> {
  await foldSome(needed, sql`c.id = ${capsuleId}`)
}

/** The last capsule of the next few; undefined when there was none. */
async function foldSome(needed: FoldServices & { db: Tx }, which: RawBuilder<boolean>): Promise<number | undefined> {
  const { db } = needed
  const rows = await lockCapsules(db)
    .innerJoin('capsule_contacts as k', 'k.capsule_id', 'c.id')
    .select(['c.id', 'c.status', 'c.notice_round'])
    .select(['k.generation', 'k.address', 'k.address_hash', 'k.confirmed_at', 'k.bounced_at'])
    .where(UNFOLDED)
    .where(which)
    .limit(BITE)
    .skipLocked()
    .execute()
  const folded: ContactRow[] = []
  for (const row of rows) {
    const typed = typedIn(needed, row)
    if (typed === undefined) continue
    const email = foldEmail(typed)
    if (email === typed) folded.push(row)
    else await rewrite(needed, row, email)
  }
  await mark(db, folded)
  return rows.at(-1)?.id
}

function typedIn({ keys, log }: FoldServices, { id, address }: ContactRow): string | undefined {
  try {
    return decryptText(keys, address, boundToContact(id, CHANNEL))
  } catch (err) {
    log.error({ err, capsule: id }, 'a contact cannot be read')
    return undefined
  }
}

/** The rows as read may be older than the lock; one written since is looked at another time. */
async function mark(db: Db, rows: readonly ContactRow[]): Promise<void> {
  if (rows.length === 0) return
  const seen = rows.map(({ id, address }) => ({ id, address, mark: foldedMark(address) }))
  await sql`
    update capsule_contacts k set folded = r.mark
    from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) as r (id bigint, address text, mark text)
    where k.capsule_id = r.id and k.channel = ${CHANNEL} and k.address = r.address`.execute(db)
}

/** Changes only the envelope: the contact has the same link, and has agreed or refused as before. */
async function rewrite({ db, keys }: FoldServices & { db: Tx }, row: ContactRow, email: string): Promise<void> {
  const address = encryptContact(keys, row.id, CHANNEL, email)
  const hash = addressHash(keys, email)
  if (row.address_hash) await carryRefusal(db, row.address_hash, hash)
  const { rows } = await sql`
    update capsule_contacts set address = ${address}, folded = ${foldedMark(address)},
      address_hash = ${row.address_hash && hash}, bounced_at = null
    where capsule_id = ${row.id} and channel = ${CHANNEL} and address = ${row.address} returning 1`.execute(db)
  if (rows.length > 0 && row.bounced_at) await tellAgain({ db, keys }, { ...row, address }, hash)
}

/** A contact who wants no more is known by a hash of how the address was spelt. */
const carryRefusal = (db: Db, from: Buffer, to: Buffer) =>
  sql`insert into unwilling (address_hash, at) select ${to}, at from unwilling where address_hash = ${from}
    on conflict do nothing`.execute(db)

/** A message that bounced has reached nobody: it is sent once more, as much of it as is still to be said. */
async function tellAgain(
  { db, keys }: Pick<FoldServices, 'keys'> & { db: Tx },
  row: ContactRow,
  hash: Buffer,
): Promise<void> {
  const { id, status, notice_round, generation, address, confirmed_at } = row
  if (status === STATUS.unsealed) return
  if (notice_round > 0) {
    await openLinks(db, keys, [{ capsule_id: id, channel: CHANNEL, generation, address }])
    return again(db, openNotice(id, CHANNEL, notice_round - 1, generation))
  }
  if (confirmed_at) return
  const asked = hash.toString('hex')
  await again(db, confirmNotice(id, CHANNEL, generation), (await daysToAsk(db, [asked])).get(asked))
}

async function again(db: Tx, notice: Notice, afterDays = 0): Promise<void> {
  await queueNotices(db, [notice], { afterDays })
  const { capsuleId, contact, occasion } = notice
  await repeated(sql`capsule_id = ${capsuleId} and contact = ${contact} and occasion = ${occasion}`, afterDays).execute(
    db,
  )
}
