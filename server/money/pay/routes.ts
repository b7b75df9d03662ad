import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '#contract/pages.ts'
import { ORDER_CHANNELS, type OrderChannel } from '#contract/pay.ts'
import type { Services } from '#server/platform/context.ts'
import { FalseNews } from '#server/platform/outside/payment.ts'
import { raiseAlarm } from './alarm.ts'
import { creditPayment } from './creditPayment.ts'
import { platformsOf, SPECIFICS } from './platforms.ts'
import { bookRefund } from './refund.ts'

const BODY_LIMIT_BYTES = 64 * 1024

/**
 * POST /api/notify/CHANNEL (`wechat`, `alipay`) – a platform's news, in its own format, answered once it is committed.
 * GET /api/pay/return – where a platform brings the payer back to; the address is not believed.
 */
export async function payRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const back = `/#${addressOf('rechargeCenter', { paying: '1' })}`
  app.get('/api/pay/return', (_request, reply) => reply.redirect(back, 303))
  await app.register(async (doors) => {
    doors.removeAllContentTypeParsers()
    // Signatures are over the bytes as they came.
    const options = { parseAs: 'buffer', bodyLimit: BODY_LIMIT_BYTES } as const
    doors.addContentTypeParser('*', options, (_request, body, done) => done(null, body))
    for (const channel of ORDER_CHANNELS)
      doors.post(`/api/notify/${channel}`, async (request, reply) => {
        const { heard, notHeard } = SPECIFICS[channel]
        return (await hear(services, channel, request)) ? heard(reply) : notHeard(reply)
      })
  })
}

/** True when the platform need not send the news again. */
async function hear(services: Services, channel: OrderChannel, { headers, body }: FastifyRequest): Promise<boolean> {
  const platform = platformsOf(services)[channel]
  if (!platform || !Buffer.isBuffer(body)) return false
  try {
    const news = platform.readNews(headers, body)
    if (news.is === 'paid') return await creditPayment(services, channel, news.payment)
    if (news.is === 'refunded') return await bookRefund(services, channel, news.refund)
    return true
  } catch (error) {
    if (!(error instanceof FalseNews)) throw error
    await raiseAlarm(services, { channel, why: error.why, orderNo: '' })
    return false
  }
}
