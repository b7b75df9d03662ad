import type { Handlers } from '#server/context.ts'
import { begin } from './begin.ts'
import { goodsList } from './goodsList.ts'
import { orderList } from './orderList.ts'
import { wxAndAliPaySuccess } from './wxAndAliPaySuccess.ts'

export const payHandlers = {
  goodsList,
  wxPay: begin('wechat'),
  aliPay: begin('alipay'),
  wxAndAliPaySuccess,
  orderList,
} satisfies Partial<Handlers>
