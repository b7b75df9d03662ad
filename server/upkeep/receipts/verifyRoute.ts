import type { FastifyInstance } from 'fastify'
import { href } from '#contract/pages.ts'
import { lineText, VERIFY_TITLE, VERIFY_WAY } from '#contract/verifying.ts'
import { cardPage } from '#server/capsules/capsule/sharedPage.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { requestContextOf } from '#server/platform/requestContext.ts'
import { lineAt } from './logLine.ts'

/** A place, or the number of a log, as addresses spell it; what is written in another way is none. */
const DIGITS = /^(?:0|[1-9]\d{0,8})$/

type VerifyRequest = { Querystring: Record<string, unknown> }

/**
 * GET /verify – 验证凭证 for a client without JavaScript: tags by which chats show the address, and the way on to the page. With
 * `?i=` (and `l=`) it says a place in a log and its day, as everybody may know them; of capsules nothing.
 */
export function verifyRoute(app: FastifyInstance, services: Services): void {
  app.get<VerifyRequest>('/verify', async (request, reply) => {
    const [i, l] = [digitsIn(request.query.i), digitsIn(request.query.l)]
    const query = href('verify', { i, l }).replace(/^[^?]*/, '')
    const page = cardPage({
      title: VERIFY_TITLE,
      says: await saidOf(services.db, i, l),
      at: { origin: requestContextOf(services, request).origin, path: `/verify${query}` },
      way: { text: VERIFY_TITLE, to: `/${href('verify', { i, l })}` },
    })
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page)
  })
}

const digitsIn = (value: unknown): string | undefined =>
  typeof value === 'string' && DIGITS.test(value) ? value : undefined

async function saidOf(db: Db, index: string | undefined, log = '1'): Promise<string> {
  if (index === undefined) return VERIFY_WAY
  const line = await lineAt(db, { log: Number(log), index: Number(index) })
  return line ? lineText(line) : VERIFY_WAY
}
