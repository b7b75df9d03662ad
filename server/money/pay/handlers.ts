import { forOrderCalls } from '#contract/pay.ts'
import type { Handlers } from '#server/platform/context.ts'
import { alipayFromApplet } from './alipayFromApplet.ts'
import { applePaySuccess } from './applePaySuccess.ts'
import { begin } from './begin.ts'
import { deskOrder, deskRefund } from './deskOrder.ts'
import { getAlipayUserId } from './getAlipayUserId.ts'
import { goodsList } from './goodsList.ts'
import { moneyAlarmDone, moneyAlarms } from './moneyAlarms.ts'
import { orderList } from './orderList.ts'
import { wxAndAliPaySuccess } from './wxAndAliPaySuccess.ts'

export const payHandlers = {
  goodsList,
  ...forOrderCalls(begin),
  wxAndAliPaySuccess,
  applePaySuccess,
  getAlipayUserId,
  alipayFromApplet,
  orderList,
  moneyAlarms,
  moneyAlarmDone,
  deskOrder,
  deskRefund,
} satisfies Partial<Handlers>
