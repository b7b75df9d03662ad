import { sql } from 'kysely'
import { SOMEBODY } from '#contract/notice.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Claimed } from '#server/platform/message/claim.ts'
import { withdrawn } from '#server/platform/message/queue.ts'
import { type Resolved, type Resolver, siteOf } from '#server/platform/message/resolver.ts'
import { shownSender } from '#server/platform/message/senderName.ts'
import { confirmTokenOf, generationOf, type Slot, unsealTokenOf } from './link.ts'
import { queueNotices } from './queue.ts'
import { decryptWay, IS_SILENT, isBlockedAt } from './receiverAddress.ts'
import { waitingTokenOf } from './waitingToken.ts'

type ResolverServices = Pick<Services, 'db' | 'keys' | 'config'>
type Told = { address: string; way: string; owner_id: number; nickname: string }

/** Messages to the address of a receiver, as it stands by now; of the sender they say the name alone. */
export const aboutReceiver: Resolver = { resolve, bounced }

async function resolve(context: ResolverServices, claimed: Claimed): Promise<Resolved | undefined> {
  const { db, keys, config } = context
  const slot = slotOf(claimed)
  const told = await findTold(db, claimed, slot)
  if (!told) return undefined
  const address = decryptWay(keys, slot.capsuleId, told.address)
  // Who has an account with this number may have blocked the sender.
  if (told.way === 'tel' && (await isBlockedAt(db, { tel: address, senderId: told.owner_id }))) return undefined
  const site = siteOf(config)
  const isCard = claimed.template === 'card'
  const token = isCard ? waitingTokenOf(keys, { ...slot, isAddressed: true }) : unsealTokenOf(keys, slot)
  return {
    address,
    link: `${site}/${isCard ? 'w' : 'u'}/${token}`,
    whose: { letter: shownSender(told.nickname), sms: SOMEBODY },
    params: { token },
    stop: `${site}/n/${confirmTokenOf(keys, slot)}`,
  }
}

const slotOf = ({ capsule_id, occasion }: Claimed): Slot => ({
  capsuleId: capsule_id!,
  channel: 'receiver',
  generation: generationOf(occasion ?? ''),
})

/** A card is for who has not answered; that it can be opened is said to who has not opened it. */
async function findTold(db: Db, { template }: Claimed, { capsuleId, generation }: Slot): Promise<Told | undefined> {
  const isStill = template === 'card' ? sql`r.received_by is null and c.open_time > now()` : sql`r.opened_at is null`
  const { rows } = await sql<Told>`
    select r.address, r.way, c.owner_id, u.nickname
    from receivers r join capsules c on c.id = r.capsule_id join users u on u.id = c.owner_id
    where r.capsule_id = ${capsuleId} and r.generation = ${generation} and r.way is not null and r.refused_at is null
      and ${isStill} and not ${IS_SILENT}`.execute(db)
  return rows[0]
}

/** The address takes nothing: it is told no more, and the sender, who can give another, is told. */
async function bounced(db: Tx, claimed: Claimed, settle: () => Promise<void>): Promise<void> {
  await settle()
  const { id } = claimed
  const { capsuleId, generation } = slotOf(claimed)
  const { rows } = await sql`
    update receivers set bounced_at = now()
    where capsule_id = ${capsuleId} and generation = ${generation} and bounced_at is null returning 1`.execute(db)
  if (rows.length === 0) return
  await withdrawn(sql`capsule_id = ${capsuleId} and contact = 'receiver'`).execute(db)
  await queueNotices(db, [{ capsuleId, contact: 'owner', occasion: `bounced ${id}`, template: 'bounced' }])
}
