import type { FastifyInstance } from 'fastify'
import { countMissing } from '#server/capsules/notice/canary.ts'
import { openLoss } from '#server/platform/clock/losses.ts'
import type { Services } from '#server/platform/context.ts'
import { stepsTaken } from '#server/upkeep/archive/stepsTaken.ts'
import { ageOfBackup } from '#server/upkeep/backup/history.ts'
import { stateOfLog } from '#server/upkeep/receipts/stateOfLog.ts'
import { type StateOfKeys, stateOfKeys } from '#server/upkeep/sunset/stateOfKeys.ts'
import { cached } from './cached.ts'

const PROBE_MS = 3_000

type Found = { away: string } | { noWrites: string | undefined }

/**
 * GET /live – this process runs and answers; it asks nothing of anybody, so that no container is restarted because the
 * database fails over.
 *
 * GET /health – 200 when this process can serve, 503 with a reason when not. Reads without writes are 200 as well: what can
 * be read is worth more than an answer that takes the process out of service. Where backups are made every day it says how
 * old the last good one is. `also_held` is a second reason beside a
 * restored backup. `lost` is what a loss took that nobody has confirmed yet, without whose it was. `silent` are
 * platforms of others that do not answer; `erasing` waits for a confirmed time; `receipt_log` signs nothing before somebody has looked; `sunset` is how
 * far the end of the product has come, and how many purchases were given back and archives written.
 * `month_keys`: from and to which month there are keys, their digest, and when the sheets were last proven; null where none were taken.
 */
export function healthRoutes(app: FastifyInstance, services: Services): void {
  const { clock, config, ending, gates, whyNotReady, whyNoWrites } = services
  const age = cached(() => ageOfBackup(services))
  const canaries = cached(() => countMissing(services))
  const receipts = cached(() => stateOfLog(services))
  const taken = cached(() => stepsTaken(services))
  const months = cached(async () => ({ state: await stateOfKeys(services) }))
  app.get('/live', async () => ({ status: 'alive' }))
  app.get('/health', async (_request, reply) => {
    const reason = whyNotReady()
    const found = reason ? { away: reason } : await probe(whyNoWrites)
    if ('away' in found) {
      const unavailable = { status: 'unavailable', reads: false, writes: false, reason: found.away }
      return reply.code(503).header('retry-after', '5').send(unavailable)
    }
    const { noWrites } = found
    // It can serve; but until an operator has looked nothing is opened or sent, or messages go nowhere (docs/operate.md).
    const state = noWrites ? { reads: true, writes: false, reason: noWrites } : {}
    const [seconds, missing, log, monthsFound] = await Promise.all([
      config.backup.to ? age() : undefined,
      canaries(),
      receipts(),
      months(),
    ])
    const backup = config.backup.to && { backup_age_seconds: seconds ?? null }
    const still = gates.silent()
    const silent = still.length > 0 ? still : undefined
    const erasing = clock.unconfirmed() ? 'unconfirmed' : undefined
    const [held, also_held] = clock.holds()
    const lost = held && (await lostOf(services))
    const canary = missing ? 'missing' : undefined
    const stage = await ending.soon()
    const sunset = stage && { ...stage, ...(await taken()) }
    const receipt_log = log && log.state !== 'signing' ? log.state : undefined
    const month_keys = monthsFound && toldOf(monthsFound.state, config)
    return {
      status: 'ok',
      ...state,
      held,
      also_held,
      lost,
      erasing,
      canary,
      silent,
      receipt_log,
      sunset,
      month_keys,
      ...backup,
    }
  })
}

/** In development keys are made as they are asked for, so that none is nothing to tell of. */
function toldOf(state: StateOfKeys | undefined, { production }: Services['config']) {
  if (!state) return production ? null : undefined
  if (!state.isSound) return 'broken'
  const { from, to, digest, proven } = state
  return { from, to, digest, proven }
}

/** An unconfirmed loss of writings: the span and how many, never whose; `null`: nobody can say how many. */
async function lostOf({ db }: Services) {
  const loss = await openLoss(db).catch(() => undefined)
  return loss && { from: loss.from, until: loss.until, writings: loss.writings }
}

/** Whether the database answers, and takes writes. */
async function probe(ask: Services['whyNoWrites']): Promise<Found> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(resolve, PROBE_MS, { away: 'the database does not answer' })
  })
  const asked = ask().then(
    (noWrites) => ({ noWrites }),
    () => ({ away: 'the database is away' }),
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
