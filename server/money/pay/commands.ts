import { ORDER_STATE } from '#contract/pay.ts'
import { refuse } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import type { Waiter } from '#server/platform/outside/gates.ts'
import { PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import { giveBack } from './giveBack.ts'
import { givenBackOf } from './givenBack.ts'
import { platformOf } from './platforms.ts'

const USAGE = '用法：npm run refund -- 订单号 [--reason 原因]'
const REASON = '用户申请退款'

/** `npm run refund -- ORDER_NO [--reason …]`: the money at the platform first, then the balance (readings 8). */
export async function refundOrder(services: Services & Waiter, args: string[]): Promise<string> {
  const { orderNo, reason } = read(args)
  const order = await services.db.selectFrom('orders').selectAll().where('order_no', '=', orderNo).executeTakeFirst()
  if (!order) throw refuse(`没有订单 ${orderNo}`)
  if (order.state === ORDER_STATE.refunded) return `订单 ${orderNo} 已经退款`
  if (order.state !== ORDER_STATE.paid) throw refuse(`订单 ${orderNo} 还没有支付`)
  if (await givenBackOf(services.db, order.id))
    throw refuse(`订单 ${orderNo} 没用完的部分已经按停止运营退还，请看：npm run sunset -- refund --list`)
  const platform = platformOf(services, order.channel)
  if (!platform) throw refuse('App Store 的订单只能由 Apple 退款，或者这种支付方式没有配置')
  try {
    if (!(await giveBack(services, platform, order, reason))) throw refuse('退款没有入账，请看日志')
  } catch (error) {
    if (error instanceof PlatformAway || error instanceof PlatformRefused)
      throw refuse(`支付平台没有退款，什么都没有改变：${error.message}`)
    throw error
  }
  const { owed } = await services.db
    .selectFrom('orders')
    .select('owed')
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow()
  return owed > 0 ? `已退款，余额不足，尚欠 ${owed} 个，从以后的充值里扣` : '已退款'
}

function read(args: string[]): { orderNo: string; reason: string } {
  const at = args.indexOf('--reason')
  const words = at < 0 ? args : args.slice(0, at)
  const reason = at < 0 ? REASON : args.slice(at + 1).join(' ')
  if (words.length !== 1 || reason === '') throw refuse(USAGE)
  return { orderNo: words[0]!, reason }
}
