import type { FastifyInstance } from 'fastify'
import { STOPPED } from '#contract/notice.ts'
import type { Services } from '#server/context.ts'
import { isDevelopmentCaller } from '#server/development.ts'
import { unboxText } from '#server/keys/box.ts'
import { recipientOf } from './address.ts'
import { stop, unknown } from './confirmContact.ts'

const TOKEN = /^[\w-]{43}$/

/** POST /n/:token – the one click of a mail program (RFC 8058): this address wants no more. */
export function stopDoor(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    // What the mail program says besides is of no interest.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null))
    scope.post<{ Params: { token: string } }>('/n/:token', async (request, reply) => {
      const { token } = request.params
      const isDeveloper = () => isDevelopmentCaller(services.config, request)
      const asker = { ...services, address: request.ip, isDeveloper }
      if (TOKEN.test(token) && (await stop(asker, token))) return reply.type('text/plain; charset=utf-8').send(STOPPED)
      await unknown(asker)
      return reply.callNotFound()
    })
  })
}

const NEWEST = 200
const ADDRESS = /^\S{1,254}$/

/** GET /dev/outbox?to= – the messages that would have gone out, newest first; development only (decisions 5). */
export function outboxDoor(app: FastifyInstance, { db, keys, config }: Services): void {
  app.get<{ Querystring: { to?: string } }>('/dev/outbox', async (request, reply) => {
    if (!isDevelopmentCaller(config, request)) return reply.callNotFound()
    const to = request.query.to
    if (to !== undefined && !ADDRESS.test(to)) return []
    const rows = await db
      .selectFrom('messages')
      .selectAll()
      .$if(to !== undefined, (query) => query.where('recipient', '=', recipientOf(keys, to ?? '')))
      .where('state', '<>', 'waiting')
      .orderBy('id', 'desc')
      .limit(NEWEST)
      .execute()
    return rows.map(({ channel, recipient, address, template, params, text, created_at }) => ({
      channel,
      to: address ? unboxText(keys, address, recipient) : '',
      template,
      params: params ? JSON.parse(unboxText(keys, params, recipient)) : {},
      text: text ? unboxText(keys, text, recipient) : '',
      created_at: created_at.slice(0, 19),
    }))
  })
}
