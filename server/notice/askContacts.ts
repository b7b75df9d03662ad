import { sql } from 'kysely'
import type { ContactChannel } from '#contract/notice.ts'
import type { Db, Services } from '#server/context.ts'
import { addressHash, unboxContact } from './address.ts'
import { confirmTokenOf, tokenHash } from './link.ts'
import { countTold, TOLD_A_DAY } from './manners.ts'
import { queueNotices } from './queue.ts'

const BATCH = 50

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
      if (said.ask && said.hash) await ask(db, row, said.hash)
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
async function ask(db: Db, { capsule_id, channel, generation }: Unasked, hash: Buffer): Promise<void> {
  const unwilling = await db.selectFrom('unwilling').select('at').where('address_hash', '=', hash).executeTakeFirst()
  if (unwilling) return
  const today = await countTold(db, 'asked', hash.toString('base64url'))
  const notice = {
    capsuleId: capsule_id,
    contact: channel,
    occasion: `confirm ${generation}`,
    template: 'confirm' as const,
  }
  await queueNotices(db, [notice], { afterDays: Math.max(0, today - TOLD_A_DAY) })
}
