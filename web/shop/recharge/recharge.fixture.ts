import type { Output } from '#contract/calls.ts'
import type { Channel, Goods } from '#contract/pay.ts'

const goods = (id: string, count: number, price: string): Goods => ({
  id,
  count,
  price,
  applePrice: price,
  product_id: `time_capsuleX${count}`,
})

/** The goods on sale, and the ways of paying that are switched on. */
export const offer = (channels: Channel[] = ['wechat', 'alipay']): Output<'goodsList'> => ({
  list: [goods('1', 6, '6.00'), goods('2', 18, '18.00'), goods('3', 64, '60.00'), goods('4', 660, '600.00')],
  channels,
})
