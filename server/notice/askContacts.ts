import { sql } from 'kysely'
import type { ContactChannel } from '#contract/notice.ts'
import type { Db, Services } from '#server/context.ts'
import { addressHash, unboxContact } from './address.ts'
import { confirmTokenOf, tokenHash } from './link.ts'
import { queueNotices } from './queue.ts'

const BATCH = 50
/** An address is asked at most so often a day; what comes beyond waits for a later one. */
const ASKED_A_DAY = 3

type Unasked = {
  capsule_id: number
  channel: ContactChannel
  generation: number
  address: string
  /** Its day has not come: afterwards there is nothing left to ask. */
  early: boolean
  tel: string | null
}

/** Asks each contact that was named since whether it agrees to be told; Weibo has no way to answer. */
export async function askContacts(services: Services, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted; ) more = (await askBatch(services)) === BATCH
}

const askBatch = ({ db, keys, clock, log }: Services): Promise<number> =>
  db.transaction().execute(async (db) => {
    const { rows } = await sql<Unasked>`
      select k.capsule_id, k.channel, k.generation, k.address, u.tel, c.status in (1, 3, 4) and c.open_time > now() as early
      from capsule_contacts k join capsules c on c.id = k.capsule_id join users u on u.id = c.owner_id
      where k.asked_at is null and ${clock.sends()}
      order by k.capsule_id limit ${BATCH} for update of k skip locked`.execute(db)
    for (const row of rows) {
      const said = answerTo(keys, row, log)
      if (said.ask) await ask(db, row, said.hash)
      await db
        .updateTable('capsule_contacts')
        .set({
          asked_at: sql`now()`,
          address_hash: said.hash,
          confirm_hash: said.confirm,
          ...(said.confirmed ? { confirmed_at: sql`now()` } : {}),
        })
        .where('capsule_id', '=', row.capsule_id)
        .where('channel', '=', row.channel)
        .execute()
    }
    return rows.length
  })

type Said = { ask: boolean; confirmed: boolean; hash: Buffer | null; confirm: Buffer | null }

/** The owner's own number is known to be theirs. */
function answerTo(keys: Services['keys'], row: Unasked, log: Services['log']): Said {
  const { capsule_id: capsuleId, channel, generation, early, tel } = row
  try {
    const address = unboxContact(keys, capsuleId, channel, row.address)
    const hash = addressHash(keys, address)
    const confirm = tokenHash(confirmTokenOf(keys, { capsuleId, channel, generation }))
    const confirmed = channel === 'tel' && address === tel
    return { ask: early && !confirmed && channel !== 'weibo', confirmed, hash, confirm }
  } catch (err) {
    log.error({ err, capsule: capsuleId }, 'a contact cannot be read')
    return { ask: false, confirmed: false, hash: null, confirm: null }
  }
}

/** Who has said that they want no more is not asked again; who is named by many is asked a few times a day. */
async function ask(db: Db, { capsule_id, channel, generation }: Unasked, hash: Buffer | null): Promise<void> {
  const { rows } = await sql<{ unwilling: boolean; today: number }>`
    select exists (select from unwilling where address_hash = ${hash}::bytea) as unwilling,
      (select count(*)::int from capsule_contacts
        where address_hash = ${hash}::bytea and asked_at > now() - interval '1 day') as today`.execute(db)
  const { unwilling = false, today = 0 } = rows[0] ?? {}
  if (unwilling) return
  const notice = {
    capsuleId: capsule_id,
    contact: channel,
    occasion: `confirm ${generation}`,
    template: 'confirm' as const,
  }
  await queueNotices(db, [notice], { afterDays: Math.max(0, today + 1 - ASKED_A_DAY) })
}
