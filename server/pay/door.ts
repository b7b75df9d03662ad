import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from '#contract/pages.ts'
import type { Services } from '#server/context.ts'
import { FalseNews } from '#server/outside/payment.ts'
import { raiseAlarm } from './alarm.ts'
import { type PageChannel, platformsOf } from './platforms.ts'
import { bookRefund } from './refund.ts'
import { settle } from './settle.ts'

const BODY_LIMIT_BYTES = 64 * 1024

/** How each platform wants to be told that it was heard; anything else and it comes again. */
const HEARD: Record<PageChannel, (reply: FastifyReply) => FastifyReply> = {
  wechat: (reply) => reply.code(204).send(),
  alipay: (reply) => reply.type('text/plain').send('success'),
}
const NOT_HEARD: Record<PageChannel, (reply: FastifyReply) => FastifyReply> = {
  wechat: (reply) => reply.code(400).send({ code: 'FAIL', message: '验证失败' }),
  alipay: (reply) => reply.type('text/plain').send('fail'),
}

/**
 * POST /api/notify/wechat, /api/notify/alipay – a platform's news, in its own format, answered once it is committed.
 * GET /api/pay/return – where a platform brings the payer back to; the address is not believed.
 */
export async function payDoor(app: FastifyInstance, services: Services): Promise<void> {
  const back = `/#${addressOf('rechargeCenter', { paying: '1' })}`
  app.get('/api/pay/return', (_request, reply) => reply.redirect(back, 303))
  await app.register(async (doors) => {
    doors.removeAllContentTypeParsers()
    // Signatures are over the bytes as they came.
    const options = { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES } as const
    doors.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    for (const channel of ['wechat', 'alipay'] as const)
      doors.post(`/api/notify/${channel}`, async (request, reply) => {
        const heard = await hear(services, channel, request)
        return (heard ? HEARD : NOT_HEARD)[channel](reply)
      })
  })
}

/** Whether the platform need not come again with it. */
async function hear(services: Services, channel: PageChannel, { headers, body }: FastifyRequest): Promise<boolean> {
  const platform = platformsOf(services)[channel]
  if (!platform || !Buffer.isBuffer(body)) return false
  try {
    const news = platform.readNews(headers, body)
    if (news.is === 'paid') return await settle(services, channel, news.payment)
    if (news.is === 'refunded') return await bookRefund(services, channel, news.refund)
    return true
  } catch (error) {
    if (!(error instanceof FalseNews)) throw error
    await raiseAlarm(services, { channel, why: error.why, orderNo: '' })
    return false
  }
}
