import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Services } from '#server/context.ts'

const PROBE_MS = 3_000

/** GET /health – 200 when this process can serve, 503 with a reason when not. */
export function healthDoor(app: FastifyInstance, { db, clock, whyNotReady }: Services): void {
  app.get('/health', async (_request, reply) => {
    const reason = whyNotReady() ?? (await probe(() => sql`select 1`.execute(db)))
    // It can serve; but nothing is opened or sent until somebody has looked (docs/operate.md).
    const held = clock.held()
    if (!reason) return held ? { status: 'ok', held } : { status: 'ok' }
    return reply.code(503).header('retry-after', '5').send({ status: 'unavailable', reason })
  })
}

async function probe(ask: () => Promise<unknown>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, PROBE_MS, 'the database does not answer')
  })
  const asked = ask().then(
    () => undefined,
    () => 'the database is away',
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
