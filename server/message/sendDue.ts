import type { Services } from '#server/context.ts'
import { type Breaker, makeBreaker } from '#server/outside/breaker.ts'
import type { Arrival, Delivery } from '#server/outside/delivery.ts'
import { beginAttempt, ended } from './attempts.ts'
import { type Claimed, claim, type RoundName } from './claim.ts'
import { makeReady, parcelOf } from './ready.ts'
import type { Resolver } from './resolver.ts'
import { end, handOver, keepClaim, settle, settleArrival, TRIES_MOST, waitAgain } from './settle.ts'
import { type Parcel, type Provider, type Sent, WAYS } from './ways.ts'

/** Asked of providers at once by one process, in each round. */
const AT_ONCE = 16

type Round = { name: RoundName; resolverOf: (claimed: Claimed) => Resolver }

/** Sends what is due in one round until nothing is left, or the process is asked to end: none waits for another. */
export async function sendDue(services: Services, { name, resolverOf }: Round, signal?: AbortSignal): Promise<void> {
  const breaker = makeBreaker()
  while (!signal?.aborted) {
    const claimed = await claim(services, name, AT_ONCE)
    // Each for itself: what goes wrong with one is its own affair, and it is found again after its time.
    await Promise.all(
      claimed.map((one) =>
        sendOne(services, { claimed: one, resolver: resolverOf(one), breaker }).catch((err) =>
          wentWrong(services, one, err),
        ),
      ),
    )
    if (claimed.length < AT_ONCE) break
  }
}

async function wentWrong({ db, log }: Services, claimed: Claimed, err: unknown): Promise<void> {
  log.error({ err, message: claimed.id }, 'a message went wrong')
  if (claimed.tries >= TRIES_MOST) await end(db, claimed, 'failed')
}

type Taken = { claimed: Claimed; resolver: Resolver; breaker: Breaker }

async function sendOne(services: Services, taken: Taken): Promise<void> {
  const { claimed, resolver } = taken
  const { db, config, log } = services
  const resolved = await resolver.resolve(services, claimed)
  if (!resolved) return end(db, claimed, 'dropped')
  const ready = makeReady(claimed, resolved)
  const way = WAYS[claimed.channel](config, ready.mention ?? false)
  if (way === 'off') return end(db, claimed, 'failed')
  if (way === 'outbox' && !config.production) log.info({ channel: claimed.channel, to: ready.address }, ready.text)
  if (way === 'outbox') return handOver(services, claimed, ready, 'kept')
  if (way === 'operator') return handOver(services, claimed, ready, 'operator')
  const parcel = parcelOf(claimed, ready)
  if (await isKnown(services, { way, ...taken }, parcel)) return
  const id = await beginAttempt(db, claimed.id, way.name)
  const delivery = await way.deliver(parcel)
  services.figures.providerAnswers.inc({ provider: way.name, outcome: delivery.outcome })
  if (claimed.channel === 'weibo' && delivery.bounced) {
    await ended(id, delivery).execute(db)
    return handOver(services, claimed, ready, 'operator')
  }
  await settle(services, claimed, { id, delivery }, resolver)
}

type Asked = Taken & { way: Provider }

/** After so many silences of its provider what left no trace here is sent at the next one: the day is not missed. */
const SILENCES_MOST = 3

/**
 * Before anything is sent again its provider is asked what became of the last try, or of one that the database has lost: a
 * message it has is not sent twice. Whether that has settled it.
 */
async function isKnown(
  services: Services,
  { way, breaker, claimed, resolver }: Asked,
  parcel: Parcel,
): Promise<boolean> {
  const { doubt } = claimed
  const last = claimed.last?.outcome === 'failed' ? null : claimed.last
  if (!way.status || !(last || doubt)) return false
  const since = new Date(
    Math.min(last?.started_ms ?? Number.POSITIVE_INFINITY, doubt?.since_ms ?? Number.POSITIVE_INFINITY),
  )
  const found = await saysOf(
    { ask: way.status, breaker },
    {
      ...parcel,
      since,
      named: last?.named ?? true,
      ...(doubt && { doubt: { until: services.now(), anew: doubt.anew } }),
    },
  )
  if (last?.outcome === 'sent') await settleArrival(services.db, claimed, found, resolver)
  // Whom nobody can ask now is asked later, and sent nothing meanwhile.
  else if (!found && last) await settle(services, claimed, { id: last.id, delivery: { outcome: 'unknown' } }, resolver)
  else if (!found && claimed.silences < SILENCES_MOST) await waitAgain(services.db, claimed)
  // Whoever has taken it meanwhile has asked for itself.
  else if (!found || found === 'none') return !(await keepClaim(services.db, claimed))
  else {
    const id = last?.id ?? (await beginAttempt(services.db, claimed.id, way.name))
    await settle(services, claimed, { id, delivery: FOUND[found] }, resolver)
  }
  return true
}

type Asking = { ask: (sent: Sent) => Promise<Arrival>; breaker: Breaker }

/** One that was silent for others of its run is silent for this one, unasked: thousands are not waited for one by one. */
async function saysOf({ ask, breaker }: Asking, sent: Sent): Promise<Arrival> {
  if (!breaker.mayAsk()) return undefined
  breaker.asks()
  const found = await ask(sent)
  breaker[found ? 'answered' : 'silent']()
  return found
}

const FOUND: Record<'arrived' | 'under way' | 'lost', Delivery> = {
  arrived: { outcome: 'sent', code: 'asked' },
  'under way': { outcome: 'sent', code: 'asked' },
  lost: { outcome: 'failed', code: 'asked', bounced: true },
}
