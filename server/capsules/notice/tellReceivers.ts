import { sql } from 'kysely'
import type { Way } from '#contract/receiver.ts'
import { isDatabaseAway } from '#server/core/fail.ts'
import { doubtSinceReleased } from '#server/platform/clock/losses.ts'
import type { Services } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { LASTING } from '#server/platform/rateLimit.ts'
import { daysToAsk, daysToCard } from './limits.ts'
import { confirmTokenOf, tokenHash } from './link.ts'
import { queueNotices } from './queue.ts'
import { decryptWay, IS_SILENT, isBlockedAt } from './receiverAddress.ts'

const BATCH = 50

type Untold = {
  capsule_id: number
  owner_id: number
  generation: number
  way: Way
  address: string
  address_hash: Buffer
  /** There is something to say: it waits, nobody has answered, and its address wants to hear of it. */
  willing: boolean
  doubt_from: string | null
}

/** Tells each person whose sender wants it now that a capsule waits for them, as often as an address may be told. */
export async function tellReceivers(services: Services, signal?: AbortSignal): Promise<void> {
  for (let more = true; more && !signal?.aborted; ) more = (await tellBatch(services)) === BATCH
}

const tellBatch = ({ db, keys, clock, log }: Services): Promise<number> =>
  inTransaction(db, async (db) => {
    const { rows } = await sql<Untold>`
      select r.capsule_id, c.owner_id, r.generation, r.way, r.address, r.address_hash,
        r.received_by is null and r.refused_at is null and c.open_time > now() and not ${IS_SILENT} as willing,
        ${doubtSinceReleased(sql`c.sealed_at`)} as doubt_from
      from receivers r join capsules c on c.id = r.capsule_id
      where r.tell_now = 1 and r.asked_at is null and now() <= ${clock.dueToSend()}
      order by r.capsule_id limit ${BATCH} for no key update of r skip locked`.execute(db)
    for (const row of rows) await tell({ db, keys, log }, row)
    return rows.length
  })

type TellServices = Pick<Services, 'keys' | 'log'> & { db: Tx }

/** One row after the other: each counts for the next to the same address. */
async function tell(services: TellServices, row: Untold): Promise<void> {
  const { db, keys } = services
  const { capsule_id: capsuleId, generation, way, doubt_from } = row
  const isWanted = row.willing && !(await isBlocked(services, row))
  const afterDays = isWanted ? await daysToWait(db, row) : undefined
  const stop = tokenHash(confirmTokenOf(keys, { capsuleId, channel: 'receiver', generation }))
  await sql`
    update receivers set asked_at = now(), stop_hash = ${stop}::bytea where capsule_id = ${capsuleId}`.execute(db)
  if (afterDays === undefined) return
  const occasion = `card ${generation}`
  await queueNotices(db, [{ capsuleId, contact: 'receiver', occasion, template: 'card', way, doubt_from }], {
    afterDays,
  })
}

/** One whose address cannot be read is told nothing either. */
async function isBlocked({ db, keys, log }: TellServices, row: Untold): Promise<boolean> {
  if (row.way !== 'tel') return false
  try {
    const tel = decryptWay(keys, row.capsule_id, row.address)
    return await isBlockedAt(db, { tel, senderId: row.owner_id })
  } catch (err) {
    if (isDatabaseAway(err)) throw err
    log.error({ err, capsule: row.capsule_id }, 'a receiver cannot be read')
    return true
  }
}

/** Days until its address may be told: one card a day of one sender, three until it answers, three a day of all. Undefined: never. */
async function daysToWait(db: Tx, { owner_id, address_hash }: Untold): Promise<number | undefined> {
  const hash = address_hash.toString('hex')
  const own = await daysToCard(db, cardsOf(owner_id, address_hash))
  if (own === undefined) return undefined
  return Math.max(own, (await daysToAsk(db, [hash])).get(hash)!)
}

/** The bucket of one sender's cards to one address; an answer empties it. */
export const cardsOf = (senderId: number, addressHash: Buffer): string =>
  `${LASTING}cards of ${senderId} to ${addressHash.toString('base64url')}`
