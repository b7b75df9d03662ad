import type { FastifyInstance } from 'fastify'
import { STOPPED } from '#contract/notice.ts'
import { askerOf } from '#server/asker.ts'
import type { Services } from '#server/context.ts'
import { stop } from './confirmContact.ts'
import { unknown } from './guesses.ts'
import { CONFIRM_TOKEN } from './link.ts'

/** POST /n/:token – the one click of a mail program (RFC 8058): this address wants no more. */
export function stopDoor(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    // What the mail program says besides is of no interest.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
    scope.post<{ Params: { token: string } }>('/n/:token', async (request, reply) => {
      const { token } = request.params
      const asker = askerOf(services, request)
      if (CONFIRM_TOKEN.test(token) && (await stop(asker, token)))
        return reply.type('text/plain; charset=utf-8').send(STOPPED)
      await unknown(asker)
      return reply.callNotFound()
    })
  })
}
