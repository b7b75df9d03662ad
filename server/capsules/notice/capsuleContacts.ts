import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { STATUS, TYPE } from '#contract/capsule.ts'
import { CONTACT_MISSING, type Contact } from '#contract/contact.ts'
import { CONTACT_CHANNELS, type ContactChannel, type ContactRow } from '#contract/notice.ts'
import { refuse } from '#server/core/fail.ts'
import { refuseUnlessProved } from '#server/people/account/proof/refuseUnlessProved.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { recipientOf } from '#server/platform/message/recipient.ts'
import { consume } from '#server/platform/rateLimit.ts'
import { decryptContact, encryptContact, foldedMark, SHORTENED } from './address.ts'
import { foldContact } from './foldContacts.ts'
import { refuseTooMany } from './limits.ts'
import { type Own, ownCapsule } from './ownCapsule.ts'
import { openLinks, openNotice } from './plan.ts'
import { queueNotices } from './queue.ts'
import { dropSameContact } from './receiverAddress.ts'
import { dropWaiting, removeContact } from './removeContact.ts'

const CHANGES = [{ most: 20, seconds: 86_400 }]
const ONLY_TIME = '只有时光胶囊有联系人'
const ONLY_SEALED = '胶囊已经解封，联系方式不能再修改'

/** The contacts who are told of the capsule; of a sealed one its owner may correct them, and nothing else. */
export async function capsuleContacts(context: UserContext, { capsule_id, contact }: Parsed<'capsuleContacts'>) {
  const { db, keys, caller } = context
  const id = Number(capsule_id)
  await refuseUnlessProved(context)
  if (contact) await consume(db, `contacts by ${caller.userId}`, CHANGES)
  return inTransaction(db, async (db) => {
    const capsule = await ownCapsule(db, caller.userId, id)
    if (contact) await correct({ ...context, db }, capsule, contact)
    return { contacts: await shown(db, keys, id) }
  })
}

type Correcting = Pick<UserContext, 'keys' | 'log'> & { db: Tx }

async function correct({ db, keys, log }: Correcting, capsule: Own, contact: Contact): Promise<void> {
  if (capsule.type !== TYPE.time) throw refuse(ONLY_TIME)
  if (capsule.status === STATUS.unsealed) throw refuse(ONLY_SEALED)
  await foldContact({ db, keys, log }, capsule.id)
  const before = await addresses(db, keys, capsule.id)
  const after = { ...before, ...contact }
  if (CONTACT_CHANNELS.every((channel) => !after[channel])) throw refuse(CONTACT_MISSING)
  for (const channel of CONTACT_CHANNELS) {
    const address = contact[channel]
    if (address === '') await removeContact(db, capsule.id, channel)
    else if (address === undefined || address === before[channel]) continue
    else if (isSame(keys, address, before[channel])) await respell({ db, keys }, capsule.id, { channel, address })
    else await replace({ db, keys }, capsule, { channel, address, mention: contact.mention ?? 0 })
  }
  if (contact.mention !== undefined) await setMention(db, capsule.id, contact.mention)
  await dropSameContact({ db, keys }, capsule.id)
}

type Spelt = { channel: ContactChannel; address: string }
type Named = Spelt & { mention: number }

/** Another address is another contact: asked anew, with a link of its own, told at once if the day has come. */
async function replace({ db, keys }: Pick<UserContext, 'db' | 'keys'>, { id, notice_round }: Own, named: Named) {
  const { channel, address, mention } = named
  await dropWaiting(db, id, channel)
  const boxed = encryptContact(keys, id, channel, address)
  const { rows } = await sql<{ generation: number }>`
    insert into capsule_contacts as k (capsule_id, channel, address, folded, mention, generation)
    values (${id}, ${channel}, ${boxed}, ${foldedMark(boxed)}, ${channel === 'weibo' ? mention : 0}, ${await nextGeneration(db, id, channel)})
    on conflict (capsule_id, channel) do update set address = excluded.address, folded = excluded.folded,
      mention = excluded.mention, generation = excluded.generation, token_hash = null, valid_until = null, confirm_hash = null, address_hash = null,
      asked_at = null, confirmed_at = null, bounced_at = null
    returning generation`.execute(db)
  if (notice_round === 0) return
  const { generation } = rows[0]!
  await refuseTooMany(db, keys, id, channel, boxed)
  await openLinks(db, keys, [{ capsule_id: id, channel, generation, address: boxed }])
  await queueNotices(db, [openNotice(id, channel, notice_round - 1, generation)])
}

/** Writes the same contact in other letters: told as its owner writes it, and asked nothing. */
async function respell({ db, keys }: Pick<UserContext, 'db' | 'keys'>, id: number, { channel, address }: Spelt) {
  const boxed = encryptContact(keys, id, channel, address)
  await db
    .updateTable('capsule_contacts')
    .set({ address: boxed, folded: foldedMark(boxed) })
    .where('capsule_id', '=', id)
    .where('channel', '=', channel)
    .execute()
}

const isSame = (keys: Keys, address: string, before = ''): boolean =>
  recipientOf(keys, address) === recipientOf(keys, before)

/** Never one that was used before, not even when the contact was taken away between: its links must stay dead. */
async function nextGeneration(db: Db, id: number, channel: ContactChannel): Promise<number> {
  const { rows } = await sql<{ generation: number }>`
    select greatest(
      (select generation from capsule_contacts where capsule_id = ${id} and channel = ${channel}),
      (select max(substring(occasion from '\\d+$')::int) from messages where capsule_id = ${id} and contact = ${channel}),
      0) + 1 as generation`.execute(db)
  return rows[0]!.generation
}

const setMention = (db: Db, id: number, mention: number) =>
  db
    .updateTable('capsule_contacts')
    .set({ mention })
    .where('capsule_id', '=', id)
    .where('channel', '=', 'weibo')
    .execute()

async function addresses(db: Db, keys: Keys, id: number): Promise<Contact> {
  const rows = await db
    .selectFrom('capsule_contacts')
    .select(['channel', 'address'])
    .where('capsule_id', '=', id)
    .execute()
  return Object.fromEntries(rows.map(({ channel, address }) => [channel, decryptContact(keys, id, channel, address)]))
}

type NamedContact = {
  channel: ContactChannel
  address: string
  mention: 0 | 1
  asked: boolean
  confirmed_at: string | null
  bounced: boolean
  stopped: boolean
  linked: boolean
}

async function shown(db: Db, keys: Keys, id: number): Promise<ContactRow[]> {
  const { rows } = await sql<NamedContact>`
    select k.channel, k.address, k.mention, k.asked_at is not null as asked, k.confirmed_at,
      k.bounced_at is not null as bounced, n.at is not null as stopped,
      k.token_hash is not null and k.valid_until > now() as linked
    from capsule_contacts k left join unwilling n on n.address_hash = k.address_hash
    where k.capsule_id = ${id}`.execute(db)
  return CONTACT_CHANNELS.flatMap((channel) => rows.filter((row) => row.channel === channel)).map((row) => ({
    channel: row.channel,
    address: SHORTENED[row.channel](decryptContact(keys, id, row.channel, row.address)),
    state: stateOf(row),
    confirmed_at: row.confirmed_at?.slice(0, 19) ?? '',
    mention: row.mention,
    link: row.linked ? (1 as const) : (0 as const),
  }))
}

function stateOf({ channel, asked, confirmed_at, bounced, stopped }: NamedContact): ContactRow['state'] {
  if (stopped) return 'stopped'
  if (bounced) return 'refused'
  if (confirmed_at) return 'confirmed'
  if (channel === 'weibo') return 'unasked'
  return asked ? 'asked' : 'none'
}
