import { type RawBuilder, sql } from 'kysely'
import type { Contact } from '#contract/contact.ts'
import type { Way, Ways } from '#contract/receiver.ts'
import { boundToReceiver } from '#server/capsules/notice/receiverName.ts'
import type { Db } from '#server/platform/db/db.ts'
import { decryptText, encryptText } from '#server/platform/keys/encryption.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { addressHash, recipientOf } from '#server/platform/message/recipient.ts'
import { decryptContact } from './address.ts'
import { removeContact } from './removeContact.ts'

/** The one way to the person a capsule is for; undefined where it is handed over. */
export const reachedBy = ({ tel, email }: Ways): { way: Way; address: string } | undefined => {
  if (tel) return { way: 'tel', address: tel }
  return email ? { way: 'email', address: email } : undefined
}

const NO_WAY = { way: null, address: null, addressHash: null, tellNow: 0 }

/** The columns that say how they are reached: the address boxed, and a keyed hash by which it is known again. */
export function wayColumns(keys: Keys, capsuleId: number, ways: Ways | undefined) {
  const reached = ways && reachedBy(ways)
  if (!reached) return NO_WAY
  const { way, address } = reached
  return {
    way,
    address: encryptText(keys, address, boundToReceiver(capsuleId)),
    addressHash: addressHash(keys, address),
    tellNow: ways.tell_now ?? 0,
  }
}

/** The contacts without the one who is the receiver: the same address is told once, as receiver. */
export function besideReceiver(keys: Keys, contact: Contact, ways: Ways | undefined): Contact {
  const reached = ways && reachedBy(ways)
  if (!reached) return contact
  const { way, address } = reached
  const named = contact[way]
  if (!named || recipientOf(keys, named) !== recipientOf(keys, address)) return contact
  return { ...contact, [way]: '' }
}

/** Takes the contact away who is the receiver by now. */
export async function dropSameContact({ db, keys }: { db: Db; keys: Keys }, capsuleId: number): Promise<void> {
  const row = await db
    .selectFrom('receivers as r')
    .innerJoin('capsule_contacts as k', (on) =>
      on.onRef('k.capsule_id', '=', 'r.capsule_id').onRef('k.channel', '=', 'r.way'),
    )
    .select(['r.way', 'r.address', 'k.channel', 'k.address as named'])
    .where('r.capsule_id', '=', capsuleId)
    .executeTakeFirst()
  if (!row?.address) return
  const [own, named] = [
    decryptWay(keys, capsuleId, row.address),
    decryptContact(keys, capsuleId, row.channel, row.named),
  ]
  if (recipientOf(keys, own) === recipientOf(keys, named)) await removeContact(db, capsuleId, row.channel)
}

export const decryptWay = (keys: Keys, capsuleId: number, boxed: string): string =>
  decryptText(keys, boxed, boundToReceiver(capsuleId))

/**
 * Of a receivers row `r` and its capsule `c`: who took it has blocked the sender; or the address by which they are told takes
 * nothing, or wants nothing more of anybody or of this sender. Nobody is told that it is so.
 */
export const IS_SILENT: RawBuilder<boolean> = sql<boolean>`(
  exists (select from blocks b where b.blocker_id = r.received_by and b.blocked_id = c.owner_id)
  or not exists (select from users u where u.id = r.received_by and u.tel is not null) and (r.bounced_at is not null
    or exists (select from unwilling n where n.address_hash = r.address_hash)
    or exists (select from unwanted_senders w where w.address_hash = r.address_hash and w.sender_id = c.owner_id)))`

/** Whether the person whose number this is has blocked the sender. */
export async function isBlockedAt(db: Db, { tel, senderId }: { tel: string; senderId: number }): Promise<boolean> {
  const { rows } = await sql`
    select from users u join blocks b on b.blocker_id = u.id
    where u.tel = ${tel} and u.cancelled_at is null and b.blocked_id = ${senderId}`.execute(db)
  return rows.length > 0
}
