import { afterAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { COMMAND_LINE } from '#contract/desk.ts'
import { ORDER_STATE } from '#contract/pay.ts'
import { runCommand } from '#server/http/commands.ts'
import { startStandins } from '#standins/platforms.ts'
import { withApp } from '#test/app.ts'
import { ask, get } from '#test/client.ts'
import { command } from '#test/command.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { newDesk } from '#test/operator.ts'
import { handsOf } from '#test/payments.ts'

const platforms = await startStandins()
afterAll(() => platforms.close())
const app = withApp(platforms.env)
const { wechat } = handsOf(platforms)

const goods = (...words: string[]) => runCommand(app.services, ['goods', ...words])
/** The command line, as it is typed beside the running server. */
const typed = (...words: string[]) =>
  command(
    { DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl ?? '', PORT: new URL(app.url).port },
    'goods',
    ...words,
  )
const newMember = async () => (await newCrowd(app.services, 1))[0]!
const onSale = async ({ token }: Member) => (await get(app.url, 'goodsList', {}, { token })).list
const pricesOf = async (member: Member, id: string) => {
  const found = (await onSale(member)).find((one) => one.id === id)
  return found && [found.price, found.applePrice]
}
const order = ({ token }: Member, goods_id: string, key?: string) =>
  get(app.url, 'wxPay', { goods_id, trade_type: 'scan' }, { token, ...(key && { key }) })
const orders = async ({ token }: Member) => (await get(app.url, 'orderList', {}, { token })).orders.data
const credited = ({ token }: Member, count: number) =>
  expect.poll(async () => (await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(count)

describe('the command line beside a running server', { timeout: 60_000 }, () => {
  it('changes a price at once: the next order is made at the new one, an earlier one is paid at its own', async () => {
    const member = await newMember()
    const earlier = await order(member, '2', 'k')
    expect((await typed()).out).toContain('编号 2：18个，18.00元（App Store 18.00元），产品号 time_capsuleX18')
    const said = await typed('price', '2', '20')
    expect([said.code, said.out]).toEqual([0, expect.stringContaining('18.00元（App Store 18.00元） → 20.00元')])
    expect(await pricesOf(member, '2')).toEqual(['20.00', '18.00'])
    const later = await order(member, '2')
    expect((await order(member, '2', 'k')).order_no).toBe(earlier.order_no)
    const prices = (await orders(member)).map(({ order_no, price }) => [order_no, price])
    expect(prices).toEqual([
      [later.order_no, '20.00'],
      [earlier.order_no, '18.00'],
    ])
    await wechat.pay(earlier)
    await credited(member, 18)
    await wechat.pay(later)
    await credited(member, 36)
    expect((await orders(member)).map(({ price, state }) => [price, state])).toEqual([
      ['20.00', ORDER_STATE.paid],
      ['18.00', ORDER_STATE.paid],
    ])
  })

  it('ends with 1 and a sentence when it cannot', async () => {
    expect(await typed('price', '2', 'cheap')).toMatchObject({ code: 1, err: expect.stringContaining('价格请写成元') })
  })
})

it('adds goods, which are ordered like any other', async () => {
  const member = await newMember()
  expect(await goods('add', '30', '28.5', '28', 'time_capsuleX30')).toContain('已上架编号 5')
  expect(await onSale(member)).toContainEqual({
    id: '5',
    count: 30,
    price: '28.50',
    applePrice: '28.00',
    product_id: 'time_capsuleX30',
  })
  const made = await order(member, '5')
  await wechat.pay(made)
  await credited(member, 30)
  expect(await orders(member)).toMatchObject([{ count: 30, price: '28.50' }])
})

it('takes goods off sale: nobody orders them, earlier orders are paid, and a price puts them back', async () => {
  const member = await newMember()
  const made = await order(member, '4')
  expect(await goods('remove', '4')).toContain('已停售')
  expect(await goods('remove', '4')).toContain('已经停售')
  expect(await pricesOf(member, '4')).toBeUndefined()
  const input = { goods_id: '4', trade_type: 'scan' } as const
  expect(await ask(app.url, 'wxPay', input, { token: member.token })).toMatchObject({ code: CODE.missing })
  await wechat.pay(made)
  await credited(member, 660)
  expect(await goods('price', '4', '600', '598')).toContain('已重新上架')
  expect(await pricesOf(member, '4')).toEqual(['600.00', '598.00'])
})

it('a purchase in the App Store is credited at the new price, and one that was made before at the earlier one', async () => {
  const member = await newMember()
  const { token } = member
  const { user } = await get(app.url, 'userInfo', {}, { token })
  const product = { productId: 'time_capsuleX18', accountToken: user.apple_account_token }
  const hand = ({ jws }: { jws: string }) =>
    get(app.url, 'applePaySuccess', { product_id: product.productId, transaction: jws }, { token })
  const earlier = platforms.apple.buy({ ...product, price: 18_000 })
  await goods('price', '2', '20', '22')
  await hand(platforms.apple.buy({ ...product, price: 22_000 }))
  await hand(earlier)
  expect((await orders(member)).map(({ price, state }) => [price, state])).toEqual([
    ['18.00', ORDER_STATE.paid],
    ['22.00', ORDER_STATE.paid],
  ])
})

it.each([
  [['add'], '用法'],
  [['add', '30', '28', '28', 'x', 'y'], '用法'],
  [['add', '0', '28', '28', 'x'], '个数'],
  [['add', '1.5', '28', '28', 'x'], '个数'],
  [['add', '100001', '28', '28', 'x'], '个数'],
  [['add', '30', '0', '28', 'x'], '价格'],
  [['add', '30', '28', '-1', 'x'], '价格'],
  [['add', '30', '100000.01', '28', 'x'], '价格'],
  [['add', '30', '28', '28', '三十个'], '产品号'],
  [['add', '30', '28', '28', 'time_capsuleX6'], '已属于编号 1'],
  [['price', '1'], '用法'],
  [['price', '1', '6.001'], '价格'],
  [['price', '1', '6', '六元'], '价格'],
  [['price', '99', '6'], '没有编号为「99」'],
  [['price', '一', '6'], '没有编号为「一」'],
  [['remove'], '用法'],
  [['remove', '99'], '没有编号为「99」'],
  [['sell'], '没有这个命令'],
])('%j is refused with a sentence, and changes nothing', async (words, why) => {
  const before = await goods()
  await expect(goods(...words)).rejects.toThrow(why)
  expect(await goods()).toBe(before)
})

it('the same price again makes no version, and of changes at once one price is left on sale', async () => {
  const member = await newMember()
  expect(await goods('price', '1', '6')).toContain('已经是这个价格')
  const prices = Array.from({ length: 8 }, (_, index) => `${7 + index}.00`)
  const done = await Promise.allSettled(prices.map((price) => goods('price', '1', price)))
  for (const one of done) if (one.status === 'rejected') expect(String(one.reason)).toContain('另一个命令刚改了商品')
  expect(done.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect((await onSale(member)).filter(({ id }) => id === '1')).toHaveLength(1)
  await goods('price', '1', '6')
  expect(await pricesOf(member, '1')).toEqual(['6.00', '6.00'])
})

it('each change stands in the history at the desk', async () => {
  const { token } = await newDesk(app.url, app.services, ['money'])
  await goods('price', '3', '66', '68')
  await goods('remove', '3')
  await goods('price', '3', '60', '58')
  const { acts } = await get(app.url, 'deskHistory', {}, { token })
  expect(acts.slice(0, 3).map(({ operator, kind, target, act, note }) => [operator, kind, target, act, note])).toEqual([
    [COMMAND_LINE, 'goods', '3', 'add', '66.00元（App Store 68.00元） → 60.00元（App Store 58.00元）'],
    [COMMAND_LINE, 'goods', '3', 'remove', '64个，66.00元（App Store 68.00元）'],
    [COMMAND_LINE, 'goods', '3', 'price', '60.00元（App Store 58.00元） → 66.00元（App Store 68.00元）'],
  ])
})
