import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Order } from '#contract/pay.ts'
import { endPages, ok, openPage, pageOf, person, startPages } from '#test/page.tsx'
import { history } from '#web/ui/location.ts'
import { offer } from './recharge.fixture.ts'

afterEach(endPages)

const order = (order_no: string, fields: Partial<Order> = {}): Order => ({
  order_no,
  count: 18,
  price: '18.00',
  channel: 'wechat',
  state: 0,
  created_at: '2026-11-21 20:31:05',
  paid_at: '',
  owed: 0,
  ...fields,
})
const listed = (orders: Order[]) => ok({ orders: pageOf(orders), waiting: 0, owed: 0 })

async function open(orders: Order[]) {
  const server = startPages(person())
  server.answer('orderList', listed(orders))
  server.answer('goodsList', ok(offer()))
  return openPage('/subPages/me/orders')
}
const rows = async () => within(await screen.findByRole('list', { name: '我的订单' })).getAllByRole('listitem')

it('each order says how many, for how much, by whom it was paid, how it stands, and when', async () => {
  await open([
    order('P2', { state: 1, channel: 'alipay', count: 64, price: '60.00', paid_at: '2026-11-21 20:33:00' }),
    order('P1', { price: '18.50' }),
  ])
  expect((await rows()).map((row) => row.textContent)).toEqual([
    '64个时光胶囊¥60支付宝已到账下单时间2026/11/21 20:31支付时间2026/11/21 20:33订单号P2',
    '18个时光胶囊¥18.50微信等待支付下单时间2026/11/21 20:31订单号P1',
  ])
})

it('an order waits for its payment, has come, is closed, or was given back', async () => {
  const states = [
    [0, '等待支付'],
    [1, '已到账'],
    [2, '已关闭'],
    [3, '已退款'],
  ] as const
  await open(states.map(([state]) => order(`P${state}`, { state })))
  const shown = await rows()
  expect(shown).toHaveLength(states.length)
  for (const [nth, [, name]] of states.entries()) within(shown[nth]!).getByText(name)
})

it('what is owed of a refunded order is said', async () => {
  await open([order('P2', { state: 3, owed: 12 }), order('P1', { state: 3 })])
  expect(await screen.findAllByText(/^尚欠/)).toHaveLength(1)
  screen.getByText('尚欠12个，从下次充值里扣')
})

it('nothing yet: the way to the packages', async () => {
  const user = await open([])
  await screen.findByText('暂时没有订单哦~')
  await user.click(screen.getByRole('button', { name: '去充值' }))
  expect(history.location.pathname).toBe('/subPages/me/rechargeCenter')
})

it('orders that did not come are asked for again', async () => {
  const server = startPages(person())
  server.answer('orderList', { code: 5000, message: '服务器错误' })
  const user = await openPage('/subPages/me/orders')
  await screen.findByText('服务器错误')
  server.answer('orderList', listed([order('P1')]))
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await rows()).toHaveLength(1)
})
