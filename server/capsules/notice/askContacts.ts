import { sql } from 'kysely'
import type { ContactChannel } from '#contract/notice.ts'
import { doubtSinceReleased } from '#server/platform/clock/losses.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { SEALED } from '#server/platform/db/states.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { addressHash } from '#server/platform/message/recipient.ts'
import type { Sweep } from '#server/platform/sweep.ts'
import { decryptContact } from './address.ts'
import { daysToAsk } from './limits.ts'
import { confirmTokenOf, tokenHash } from './link.ts'
import { type Notice, queueNotices } from './queue.ts'

const BATCH = 50

type Unasked = {
  capsule_id: number
  channel: ContactChannel
  generation: number
  address: string
  /** Its day has not come: afterwards there is nothing left to ask. */
  early: boolean
  tel: string | null
  doubt_from: string | null
}

/** Asks each contact that was named since whether it agrees to be told; Weibo has no way to answer. */
export async function askContacts(services: Services, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted; ) more = (await askBatch(services)) === BATCH
}

const askBatch = ({ db, keys, clock, log }: Services): Promise<number> =>
  inTransaction(db, async (db) => {
    const { rows } = await sql<Unasked>`
      select k.capsule_id, k.channel, k.generation, k.address, u.tel, c.status in ${SEALED} and c.open_time > now() as early,
        ${doubtSinceReleased(sql`c.sealed_at`)} as doubt_from
      from capsule_contacts k join capsules c on c.id = k.capsule_id join users u on u.id = c.owner_id
      where k.asked_at is null and now() <= ${clock.dueToSend()}
      order by k.capsule_id limit ${BATCH} for no key update of c, k skip locked`.execute(db)
    const said = rows.map((row) => answerTo(keys, row, log))
    await ask(
      db,
      said.filter((one) => one.ask),
    )
    await writeDown(db, said)
    return rows.length
  })

type ContactQuestion = { row: Unasked; ask: boolean; confirmed: boolean; hash: string; confirm: string }

/** The owner's own number is known to be theirs. */
function answerTo(keys: Services['keys'], row: Unasked, log: Services['log']): ContactQuestion {
  const { capsule_id: capsuleId, channel, generation, early, tel } = row
  try {
    const address = decryptContact(keys, capsuleId, channel, row.address)
    const hash = addressHash(keys, address).toString('hex')
    const confirm = tokenHash(confirmTokenOf(keys, { capsuleId, channel, generation })).toString('hex')
    const confirmed = channel === 'tel' && address === tel
    return { row, ask: early && !confirmed && channel !== 'weibo', confirmed, hash, confirm }
  } catch (err) {
    log.error({ err, capsule: capsuleId }, 'a contact cannot be read')
    return { row, ask: false, confirmed: false, hash: '', confirm: '' }
  }
}

/** A contact who has said that they want no more is not asked again; one whom many name is asked a few times a day. */
async function ask(db: Db, asked: readonly ContactQuestion[]): Promise<void> {
  if (asked.length === 0) return
  const unwilling = await db
    .selectFrom('unwilling')
    .select('address_hash')
    .where(
      'address_hash',
      'in',
      asked.map(({ hash }) => Buffer.from(hash, 'hex')),
    )
    .execute()
  const silent = new Set(unwilling.map(({ address_hash }) => address_hash.toString('hex')))
  const willing = asked.filter(({ hash }) => !silent.has(hash))
  const days = await daysToAsk(
    db,
    willing.map(({ hash }) => hash),
  )
  for (const afterDays of new Set(days.values())) {
    const notices = willing.filter(({ hash }) => days.get(hash) === afterDays).map(noticeOf)
    await queueNotices(db, notices, { afterDays })
  }
}

const noticeOf = ({ row: { capsule_id, channel, generation, doubt_from } }: ContactQuestion): Notice => ({
  ...confirmNotice(capsule_id, channel, generation),
  doubt_from,
})

export const confirmNotice = (capsuleId: number, contact: ContactChannel, generation: number): Notice => ({
  capsuleId,
  contact,
  occasion: `confirm ${generation}`,
  template: 'confirm',
})

async function writeDown(db: Db, said: readonly ContactQuestion[]): Promise<void> {
  const rows = said.map(({ row: { capsule_id, channel }, confirmed, hash, confirm }) => ({
    capsule_id,
    channel,
    confirmed,
    hash: hash || null,
    confirm: confirm || null,
  }))
  await sql`
    update capsule_contacts k set asked_at = now(), address_hash = decode(r.hash, 'hex'),
      confirm_hash = decode(r.confirm, 'hex'), confirmed_at = case when r.confirmed then now() end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (capsule_id bigint, channel text, confirmed boolean, hash text, confirm text)
    where k.capsule_id = r.capsule_id and k.channel = r.channel`.execute(db)
}

/** Third persons are kept no longer than their link is good. */
export const oldContacts: Sweep = {
  from: 'capsule_contacts',
  when: sql`over_at is not null and coalesce(valid_until, over_at) < now()`,
  wanted: true,
}
