import type { FastifyInstance } from 'fastify'
import { STOPPED } from '#contract/notice.ts'
import type { Services } from '#server/platform/context.ts'
import { requestContextOf } from '#server/platform/requestContext.ts'
import { stop } from './confirmContact.ts'
import { unknown } from './guesses.ts'
import { CONFIRM_TOKEN } from './link.ts'

/** POST /n/:token – the one click of a mail program (RFC 8058): this address wants no more. */
export function stopRoutes(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    // The rest of what the mail program sends is of no interest.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
    scope.post<{ Params: { token: string } }>('/n/:token', async (request, reply) => {
      const { token } = request.params
      const context = requestContextOf(services, request)
      if (CONFIRM_TOKEN.test(token) && (await stop(context, token)))
        return reply.type('text/plain; charset=utf-8').send(STOPPED)
      await unknown(context)
      return reply.callNotFound()
    })
  })
}
