import type { FastifyInstance } from 'fastify'
import { href } from '#contract/pages.ts'
import { WAITING_TITLE, waitingPath } from '#contract/receiver.ts'
import { cardPage } from '#server/capsules/capsule/sharedPage.ts'
import { WAITING_TOKEN } from '#server/capsules/notice/waitingToken.ts'
import type { Services } from '#server/platform/context.ts'
import { requestContextOf } from '#server/platform/requestContext.ts'

const SAYS = '打开看看是谁寄来的、什么时候可以打开。'

/**
 * GET /w/{token} – where a capsule waits for somebody: tags by which chats show the address, and the way on to its page. It asks
 * nobody whether there is one, and says neither who nor when.
 */
export function waitingRoutes(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { token: string } }>('/w/:token', (request, reply) => {
    const { token } = request.params
    const { origin } = requestContextOf(services, request)
    if (!WAITING_TOKEN.test(token)) return reply.redirect(`/${href('notFound')}`)
    const page = cardPage({
      title: WAITING_TITLE,
      says: SAYS,
      at: { origin, path: waitingPath(token) },
      way: { text: '打开看看', to: `/${href('waiting', { token })}` },
    })
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
      .type('text/html; charset=utf-8')
      .send(page)
  })
}
