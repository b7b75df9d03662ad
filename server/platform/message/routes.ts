import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/context.ts'
import { isDevelopmentCaller } from '#server/platform/development.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import { recipientOf } from './recipient.ts'

const NEWEST = 200
const ADDRESS = /^\S{1,254}$/

/** GET /dev/outbox?to= – the messages that would have gone out, newest first; development only (readings 5). */
export function outboxRoutes(app: FastifyInstance, { db, keys, config }: Services): void {
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
      to: address ? decryptText(keys, address, recipient) : '',
      template,
      params: params ? JSON.parse(decryptText(keys, params, recipient)) : {},
      text: text ? decryptText(keys, text, recipient) : '',
      created_at: created_at.slice(0, 19),
    }))
  })
}
