import type { Services } from '#server/platform/context.ts'
import { type Breaker, makeBreaker } from '#server/platform/outside/breaker.ts'
import type { Arrival, Delivery } from '#server/platform/outside/delivery.ts'
import { beginAttempt, ended } from './attempts.ts'
import { type Claimed, claim, type RoundName } from './claim.ts'
import { type Outcome, TRIES_MOST } from './outcomes.ts'
import { handOver, moveMessage, recordOutcome } from './recordOutcome.ts'
import { outgoingOf, type Rendered, render } from './render.ts'
import type { Resolver } from './resolver.ts'
import { type OutgoingMessage, type Provider, TRANSPORTS } from './transports.ts'

/** Messages that one process hands to providers, or asks them about, at once, in each round. */
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
  if (claimed.tries >= TRIES_MOST) await moveMessage(db, claimed, { outcome: 'went wrong' })
}

type Taken = { claimed: Claimed; resolver: Resolver; breaker: Breaker }

async function sendOne(services: Services, taken: Taken): Promise<void> {
  const { claimed, resolver } = taken
  const { db, config, log } = services
  const over = async (outcome: Outcome) => void (await moveMessage(db, claimed, { outcome }))
  const resolved = await resolver.resolve(services, claimed)
  if (!resolved) return over('nobody')
  const ready = render(claimed, resolved, claimed.channel === 'email' ? await services.logHead() : undefined)
  const way = TRANSPORTS[claimed.channel](config, ready.mention ?? false)
  if (typeof way !== 'string') return throughProvider(services, taken, { way, ready })
  if (way === 'off' || claimed.state === 'sent') return over('off')
  if (way === 'outbox' && !config.production) log.info({ channel: claimed.channel, to: ready.address }, ready.text)
  await handOver(services, claimed, ready, way)
}

async function throughProvider(
  services: Services,
  taken: Taken,
  { way, ready }: { way: Provider; ready: Rendered },
): Promise<void> {
  const { claimed } = taken
  const { db, metrics } = services
  const asked = { ...taken, way, message: outgoingOf(claimed, ready), last: lastTry(claimed) }
  if (claimed.state === 'sent') {
    return recordOutcome(services, taken, { outcome: (await arrivalOf(services, asked)) ?? 'none' })
  }
  if (await isKnown(services, asked)) return
  const id = await beginAttempt(db, claimed.id, way.name)
  const delivery = await way.deliver(asked.message)
  metrics.providerAnswers.inc({ provider: way.name, outcome: delivery.outcome })
  if (claimed.channel === 'weibo' && delivery.bounced) {
    await ended(id, delivery).execute(db)
    return handOver(services, claimed, ready, 'operator')
  }
  await recordOutcome(services, taken, { outcome: outcomeOf(delivery), attempt: { id, delivery } })
}

const outcomeOf = ({ outcome, bounced }: Delivery) => (bounced ? 'bounced' : outcome)

type AtProvider = Taken & { way: Provider; message: OutgoingMessage; last: Claimed['last'] }

/** The try that its provider may know of: not one that it has refused, unless another one was taken. */
const lastTry = ({ state, last }: Claimed) => (state === 'sending' && last?.outcome === 'failed' ? null : last)

/** After so many silences of its provider a message without a trace here is sent at the next one: the day is not missed. */
const SILENCES_MOST = 3

/**
 * Before anything is sent again its provider is asked what became of the last try, or of one that the database has lost: a
 * message it has is not sent twice. Whether that has settled it.
 */
async function isKnown(services: Services, asked: AtProvider): Promise<boolean> {
  const { claimed, way, last } = asked
  const { db } = services
  if (!way.status || !(last || claimed.doubt)) return false
  const found = await arrivalOf(services, asked)
  const isSentAnyway = !found && !last && claimed.silences >= SILENCES_MOST
  // A process that has taken it meanwhile has asked for itself.
  if (found === 'none' || isSentAnyway) return !(await moveMessage(db, claimed, { outcome: 'none' }))
  if (!found && !last) {
    await moveMessage(db, claimed, { outcome: 'doubted' })
    return true
  }
  const id = last?.id ?? (await beginAttempt(db, claimed.id, way.name))
  // A message whose provider does not answer now is asked after later, and not sent meanwhile.
  const delivery = FOUND[found ?? 'silent']
  await recordOutcome(services, asked, { outcome: outcomeOf(delivery), attempt: { id, delivery } })
  return true
}

const FOUND: Record<'arrived' | 'under way' | 'lost' | 'silent', Delivery> = {
  arrived: { outcome: 'sent', code: 'asked' },
  'under way': { outcome: 'sent', code: 'asked' },
  lost: { outcome: 'failed', code: 'asked', bounced: true },
  silent: { outcome: 'unknown' },
}

/**
 * The state of a message at its provider. One that is silent for others of its run is silent for this one, unasked: thousands are
 * not waited for one by one.
 */
async function arrivalOf({ now }: Services, { way, breaker, claimed, message, last }: AtProvider): Promise<Arrival> {
  const { doubt } = claimed
  if (!way.status || !breaker.mayAsk()) return undefined
  breaker.asks()
  const found = await way.status({
    ...message,
    since: new Date(
      Math.min(last?.started_ms ?? Number.POSITIVE_INFINITY, doubt?.since_ms ?? Number.POSITIVE_INFINITY),
    ),
    named: last?.named ?? true,
    ...(doubt && { doubt: { until: now(), anew: doubt.anew } }),
  })
  breaker[found ? 'answered' : 'silent']()
  return found
}
