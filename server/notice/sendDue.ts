import type { Services } from '#server/context.ts'
import type { Delivery } from '#server/outside/delivery.ts'
import { askContacts } from './askContacts.ts'
import { beginAttempt, ended } from './attempts.ts'
import { type Claimed, claim, waitForMorning } from './claim.ts'
import { type Parcel, type Provider, WAYS } from './deliver.ts'
import { planDue } from './plan.ts'
import { type Resolved, resolve } from './resolve.ts'
import { end, keep, settle, settleArrival, TRIES_MOST } from './settle.ts'

/** Asked of providers at once by one process. */
const AT_ONCE = 16

/** Who is due, and who is to be asked: written down for those who send. */
export async function planNotices(services: Services, signal?: AbortSignal): Promise<void> {
  await services.clock.look()
  await planDue(services, signal)
  await askContacts(services, signal)
  await waitForMorning(services)
}

/** Sends what is due by one channel until nothing is left, or the process is asked to end: none waits for another. */
export const sendBy =
  (channel: Claimed['channel']) =>
  async (services: Services, signal?: AbortSignal): Promise<void> => {
    while (!signal?.aborted) {
      const claimed = await claim(services, channel, AT_ONCE)
      // Each for itself: what goes wrong with one is its own affair, and it is found again after its time.
      await Promise.all(claimed.map((one) => sendOne(services, one).catch((err) => told(services, one, err))))
      if (claimed.length < AT_ONCE) break
    }
  }

/** All of it once, as the jobs do it by turns. */
export async function sendNotices(services: Services): Promise<void> {
  await planNotices(services)
  await Promise.all((['sms', 'email', 'weibo'] as const).map((channel) => sendBy(channel)(services)))
}

async function told({ db, log }: Services, claimed: Claimed, err: unknown): Promise<void> {
  log.error({ err, message: claimed.id }, 'a notice went wrong')
  if (claimed.tries >= TRIES_MOST) await end(db, claimed, 'failed')
}

async function sendOne(services: Services, claimed: Claimed): Promise<void> {
  const { db, config } = services
  const resolved = await resolve(services, claimed)
  if (!resolved) return end(db, claimed, 'dropped')
  const way = WAYS[claimed.channel](config, resolved.mention)
  if (way === 'off') return end(db, claimed, 'failed')
  if (way === 'outbox' && !config.production)
    services.log.info({ channel: claimed.channel, to: resolved.address }, resolved.text)
  if (way === 'outbox') return keep(services, claimed, resolved, 'kept')
  if (way === 'operator') return keep(services, claimed, resolved, 'operator')
  if (claimed.last && (await isKnown(services, way, claimed, resolved.address))) return
  const attemptId = await beginAttempt(db, claimed.id, way.name)
  const delivery = await way.deliver(parcelOf(claimed, resolved))
  if (claimed.channel === 'weibo' && delivery.bounced) {
    await ended(attemptId, delivery).execute(db)
    return keep(services, claimed, resolved, 'operator')
  }
  await settle(services, claimed, attemptId, delivery)
}

const parcelOf = ({ id, created_at, template, contact }: Claimed, { address, ...resolved }: Resolved): Parcel => ({
  ...resolved,
  id,
  createdAt: created_at,
  recipient: address,
  template: template === 'questions' && contact === 'owner' ? 'questionsOwner' : template,
})

/**
 * Before anything is sent again its provider is asked what became of the last try: a message it has is not sent twice.
 * Whether that has settled it.
 */
async function isKnown(services: Services, way: Provider, claimed: Claimed, address: string): Promise<boolean> {
  const { last } = claimed
  if (!last || last.outcome === 'failed' || !way.status) return false
  const found = await way.status({ id: claimed.id, recipient: address, since: new Date(last.started_ms) })
  if (last.outcome === 'sent') await settleArrival(services.db, claimed, found)
  // Whom nobody can ask now is asked later, and sent nothing meanwhile.
  else if (!found) await settle(services, claimed, last.id, { outcome: 'unknown' })
  else if (found === 'none') return false
  else await settle(services, claimed, last.id, FOUND[found])
  return true
}

const FOUND: Record<'arrived' | 'under way' | 'lost', Delivery> = {
  arrived: { outcome: 'sent', code: 'asked' },
  'under way': { outcome: 'sent', code: 'asked' },
  lost: { outcome: 'failed', code: 'asked', bounced: true },
}
