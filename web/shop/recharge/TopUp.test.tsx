import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TEXT } from '#contract/codes.ts'
import type { Channel } from '#contract/pay.ts'
import { endPages, ok, openPage, person, silence, startPages } from '#test/page.tsx'
import { history } from '#web/ui/location.ts'
import { offer } from './recharge.fixture.ts'

afterEach(() => {
  vi.restoreAllMocks()
  endPages()
})

const CODE = 'weixin://wxpay/bizpayurl?pr=abc'
const CASHIER = 'https://cashier.example/pay?order=P1'
const HERE = '/subPages/me/rechargeCenter'

type Opening = { channels?: Channel[]; agent?: string; width?: number }

async function open({ channels, agent, width }: Opening = {}) {
  const server = startPages(person())
  if (agent) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  if (width) vi.stubGlobal('innerWidth', width)
  server.answer('goodsList', ok(offer(channels)))
  server.answer('wxPay', ok({ url: CODE, order_no: 'P1' }))
  server.answer('aliPay', ok({ url: CASHIER, order_no: 'P1' }))
  server.answer('wxAndAliPaySuccess', ok(null))
  const user = await openPage(HERE)
  // By its words: behind WeChat's mask nothing else has a role.
  await screen.findByText('立即充值')
  return { server, user }
}

/** A window as `window.open` gives it. */
function besides() {
  const beside = { opener: window as Window | null, location: { href: '' }, close: vi.fn() }
  const opened = vi.spyOn(window, 'open').mockReturnValue(beside as unknown as Window)
  return { beside, opened }
}

const choose = async (user: Awaited<ReturnType<typeof openPage>>, mode: string) => {
  await user.click(screen.getByRole('radio', { name: /^18个/ }))
  await user.click(screen.getByRole('radio', { name: mode }))
}

async function paying(mode: '微信' | '支付宝', opening: Opening = {}) {
  const windows = besides()
  const { server, user } = await open(opening)
  await choose(user, mode)
  await user.click(screen.getByRole('button', { name: '立即充值' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('button', { name: '我已支付' })
  return { server, user, dialog, ...windows }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const paid = (order_no = 'P1') => ok({ order_no, count: 18 })
const atSuccess = () => waitFor(() => expect(history.location.pathname).toBe('/pages/success'))

it('packages say how many and for how much, without a trailing .00', async () => {
  await open()
  const names = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)
  expect(names).toEqual([
    '6个时光胶囊¥6',
    '18个时光胶囊¥18',
    '64个时光胶囊¥60',
    '660个时光胶囊¥600最划算',
    '微信',
    '支付宝',
  ])
})

it('the three balances stand above', async () => {
  await open()
  const held = screen.getByRole('region', { name: '我的胶囊' })
  expect(
    within(held)
      .getAllByRole('definition')
      .map((count) => count.textContent),
  ).toEqual(['6', '5', '4'])
})

it('the button is off until one amount and one mode are chosen, and says so', async () => {
  const { server, user } = await open()
  const button = screen.getByRole('button', { name: '立即充值' })
  const off = () => button.getAttribute('aria-disabled')
  expect(off()).toBe('true')
  await user.click(screen.getByRole('radio', { name: /^6个/ }))
  expect(off()).toBe('true')
  await user.click(button)
  await screen.findByText('请选择充值数量和支付方式', { selector: '[role="status"] *' })
  await user.click(screen.getByRole('radio', { name: '微信' }))
  expect(off()).toBeNull()
  expect(server.asked()).not.toContain('wxPay')
})

it('only the modes that are switched on are offered', async () => {
  await open({ channels: ['alipay', 'apple'] })
  expect(screen.getByRole('radio', { name: '支付宝' })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: '微信' })).toBeNull()
  expect(screen.queryByRole('radio', { name: 'App Store' })).toBeNull()
})

it('without any mode the page says so, and nothing can be paid', async () => {
  const { user } = await open({ channels: [] })
  screen.getByText('充值暂未开放，请过些时候再来看看', { selector: 'p' })
  await user.click(screen.getByRole('radio', { name: /^18个/ }))
  expect(screen.getByRole('button', { name: '立即充值' }).getAttribute('aria-disabled')).toBe('true')
})

it('WeChat on a computer draws a code: 微信扫码支付', async () => {
  const { server, dialog, opened } = await paying('微信')
  expect(dialog.getAttribute('aria-labelledby')).toBe(within(dialog).getByText('微信扫码支付').id)
  await within(dialog).findByTitle('微信支付二维码')
  within(dialog).getByText('¥18')
  expect(server.sent('wxPay')).toEqual([{ goods_id: '2', trade_type: 'scan' }])
  expect(opened).not.toHaveBeenCalled()
})

it('in development there is a way to the cashier beside the code', async () => {
  const { server, user } = await open()
  server.answer('wxPay', ok({ url: CODE, order_no: 'P1', cashier: 'http://127.0.0.1:3000/dev/cashier' }))
  await choose(user, '微信')
  await user.click(screen.getByRole('button', { name: '立即充值' }))
  const link = await screen.findByRole('link', { name: '沙箱：打开收银台' })
  expect(link.getAttribute('href')).toBe('http://127.0.0.1:3000/dev/cashier')
  expect(link.getAttribute('target')).toBe('_blank')
})

it('Alipay on a computer opens beside, in a window asked for within the press', async () => {
  const { server, beside, opened, dialog } = await paying('支付宝')
  expect(server.sent('aliPay')).toEqual([{ goods_id: '2', trade_type: 'scan' }])
  expect(opened).toHaveBeenCalledTimes(1)
  expect(opened.mock.calls[0]).toEqual(['', '_blank'])
  await waitFor(() => expect(beside.location.href).toBe(CASHIER))
  expect(beside.opener).toBeNull()
  expect(within(dialog).getByRole('link', { name: '没有跳转？点我重试' }).getAttribute('href')).toBe(CASHIER)
})

it('on a phone the same window goes to the cashier, and the order is an h5 one', async () => {
  const { server, user } = await open({ width: 390 })
  const { opened } = besides()
  server.answer('wxPay', ok({ url: `${window.location.href.split('#')[0]}#/404`, order_no: 'P1' }))
  await choose(user, '微信')
  await user.click(screen.getByRole('button', { name: '立即充值' }))
  await waitFor(() => expect(window.location.hash).toBe('#/404'))
  expect(server.sent('wxPay')).toEqual([{ goods_id: '2', trade_type: 'h5' }])
  expect(opened).not.toHaveBeenCalled()
})

it('a refusal says why, and the window that was opened for it closes', async () => {
  const { beside } = besides()
  const { server, user } = await open()
  server.answer('aliPay', { code: 2, message: '暂时不能用这种方式支付' })
  await choose(user, '支付宝')
  await user.click(screen.getByRole('button', { name: '立即充值' }))
  await screen.findByText('暂时不能用这种方式支付')
  expect(beside.close).toHaveBeenCalled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a double tap is one order; without an answer the next press is the same one', async () => {
  const { server, user } = await open()
  server.answer('wxPay', silence())
  await choose(user, '微信')
  await user.dblClick(screen.getByRole('button', { name: '立即充值' }))
  await screen.findByText(TEXT.network)
  expect(server.sent('wxPay')).toHaveLength(1)
  server.answer('wxPay', ok({ url: CODE, order_no: 'P1' }))
  await pass(1_000)
  await user.click(screen.getByRole('button', { name: '立即充值' }))
  await screen.findByRole('dialog')
  expect(new Set(server.keys('wxPay')).size).toBe(1)
})

it('it asks every 3 s, and a paid order leads to the success page: 支付成功', async () => {
  const { server } = await paying('微信')
  const before = server.sent('wxAndAliPaySuccess').length
  await pass(9_000)
  expect(server.sent('wxAndAliPaySuccess').length - before).toBe(3)
  const persons = server.sent('userInfo').length
  server.answer('wxAndAliPaySuccess', paid())
  await pass(3_000)
  await atSuccess()
  await screen.findByRole('heading', { name: '支付成功' })
  await waitFor(() => expect(server.sent('userInfo').length).toBeGreaterThan(persons))
  expect(localStorage.getItem('payment')).toBeNull()
})

it('another order that was paid before is not this one', async () => {
  const { server } = await paying('微信')
  server.answer('wxAndAliPaySuccess', paid('P0'))
  await pass(6_000)
  expect(history.location.pathname).toBe(HERE)
})

it('after 60 s it says 支付未成功 and asks once a minute; 我已支付 asks at once, and every 3 s again', async () => {
  const { server, user, dialog } = await paying('微信')
  await pass(59_000)
  expect(within(dialog).queryByText('支付未成功')).toBeNull()
  await pass(1_500)
  within(dialog).getByText('支付未成功')
  const before = server.sent('wxAndAliPaySuccess').length
  await pass(30_000)
  expect(server.sent('wxAndAliPaySuccess').length).toBe(before)
  await user.click(within(dialog).getByRole('button', { name: '我已支付' }))
  await waitFor(() => expect(server.sent('wxAndAliPaySuccess').length).toBe(before + 1))
  expect(within(dialog).queryByText('支付未成功')).toBeNull()
  await pass(6_000)
  expect(server.sent('wxAndAliPaySuccess').length).toBe(before + 3)
  await pass(60_000)
  within(dialog).getByText('支付未成功')
})

it('anyone who comes back from paying is looked at once more', async () => {
  const { server } = await paying('支付宝')
  await pass(61_000)
  server.answer('wxAndAliPaySuccess', paid())
  act(() => void window.dispatchEvent(new Event('focus')))
  await atSuccess()
})

it('an answer that does not come is told to the person who asked for it, and it goes on', async () => {
  const { server, user, dialog } = await paying('微信')
  server.answer('wxAndAliPaySuccess', { code: 5000, message: '服务器错误' })
  await pass(3_000)
  expect(screen.queryByText('服务器错误')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: '我已支付' }))
  await screen.findByText('服务器错误')
  server.answer('wxAndAliPaySuccess', paid())
  await pass(3_000)
  await atSuccess()
})

it('leaving and coming back finds the order still being watched', async () => {
  const { server } = await paying('微信')
  act(() => history.push('/pages/me/me'))
  await screen.findByRole('heading', { name: '我的' })
  const before = server.sent('wxAndAliPaySuccess').length
  await pass(10_000)
  expect(server.sent('wxAndAliPaySuccess').length).toBe(before)
  act(() => history.push(`${HERE}?paying=1`))
  await screen.findByRole('dialog')
  server.answer('wxAndAliPaySuccess', paid())
  await pass(3_000)
  await atSuccess()
})

it('a dialog that was closed is opened again by 继续支付, and it is watched meanwhile', async () => {
  const { server, user } = await paying('微信')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: '继续支付' }))
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  server.answer('wxAndAliPaySuccess', paid())
  await pass(3_000)
  await atSuccess()
})

it('an order that is not wanted any more is watched no longer', async () => {
  const { server, user, dialog } = await paying('微信')
  await user.click(within(dialog).getByRole('button', { name: '取消支付' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: '等待支付的订单' })).toBeNull())
  expect(localStorage.getItem('payment')).toBeNull()
  const before = server.sent('wxAndAliPaySuccess').length
  await pass(10_000)
  expect(server.sent('wxAndAliPaySuccess').length).toBe(before)
})

it.each([
  ['after two hours', { begunAt: Date.now() - 7_200_001 }],
  ['of somebody else', { user_id: '8' }],
])('an order %s is not watched', async (_which, fields) => {
  const { server } = await open()
  const kept = { user_id: '7', order_no: 'P1', channel: 'wechat', count: 18, price: '18.00', url: CODE }
  act(() => history.push('/pages/me/me'))
  localStorage.setItem('payment', JSON.stringify({ ...kept, begunAt: Date.now(), ...fields }))
  act(() => history.push(HERE))
  await screen.findByRole('button', { name: '立即充值' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.asked()).not.toContain('wxAndAliPaySuccess')
})

const WECHAT = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50'

it('inside WeChat a mask says how to get out, and nothing is paid', async () => {
  const { server, user } = await open({ agent: WECHAT, width: 390 })
  await screen.findByRole('dialog', { name: '点击右上角 ··· 选择在浏览器打开' })
  await user.click(screen.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose(user, '微信')
  await user.click(screen.getByRole('button', { name: '立即充值' }))
  await screen.findByRole('dialog', { name: '点击右上角 ··· 选择在浏览器打开' })
  expect(server.asked()).not.toContain('wxPay')
})

it.each([`${WECHAT} wxwork/4.1`, `${WECHAT} miniProgram/wx1`])('%s has no mask', async (agent) => {
  await open({ agent })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('me leads to it, and it leads to the orders', async () => {
  const server = startPages(person())
  server.answer('goodsList', ok(offer()))
  const user = await openPage('/pages/me/me')
  await user.click(await screen.findByRole('button', { name: '充值' }))
  expect(history.location.pathname).toBe(HERE)
  await user.click(await screen.findByRole('button', { name: '我的订单' }))
  expect(history.location.pathname).toBe('/subPages/me/orders')
})
