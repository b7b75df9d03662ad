import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { startApplet } from '#test/shell.ts'
import { history } from '#web/ui/location.ts'
import { ENDS } from './payInApplet.ts'
import { offer } from './recharge.fixture.ts'

afterEach(endPages)

const HERE = '/subPages/me/rechargeCenter'

async function open(my = startApplet()) {
  const server = startPages(person())
  vi.stubGlobal('my', my)
  server.answer('goodsList', ok(offer()))
  server.answer('getAlipayUserId', ok({ user_id: '2088000000000001' }))
  server.answer('alipayFromApplet', ok({ tradeNo: '2026112122001', order_no: 'P1' }))
  server.answer('wxAndAliPaySuccess', ok(null))
  const user = await openPage(HERE)
  await screen.findByText('立即充值')
  return { server, user, my }
}

async function paying(ends: Parameters<typeof startApplet>[0]) {
  const opened = await open(startApplet(ends))
  await opened.user.click(screen.getByRole('radio', { name: /^18个/ }))
  await opened.user.click(screen.getByRole('button', { name: '立即充值' }))
  return opened
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const waiting = () => screen.queryByRole('region', { name: '等待支付的订单', hidden: true })

it('only Alipay is offered, and is chosen already', async () => {
  const { server } = await open()
  const modes = within(screen.getByRole('group', { name: '支付方式' })).getAllByRole('radio')
  expect(modes.map((mode) => mode.closest('label')?.textContent)).toEqual(['支付宝'])
  expect((modes[0] as HTMLInputElement).checked).toBe(true)
  expect(server.sources()).toEqual(['mp-alipay'])
})

it('the order is made for the person who is there, and paid by its trade', async () => {
  const { server, my } = await paying(undefined)
  await screen.findByRole('dialog')
  expect(my.getAuthCode.mock.calls[0]?.[0]).toMatchObject({ scopes: 'auth_base' })
  expect(server.sent('getAlipayUserId')).toEqual([{ code: 'code-of-a-buyer' }])
  expect(server.sent('alipayFromApplet')).toEqual([{ goods_id: '2', buger_id: '2088000000000001' }])
  expect(my.tradePay.mock.calls[0]?.[0]).toMatchObject({ tradeNO: '2026112122001' })
  expect(server.asked()).not.toContain('aliPay')
})

it('of the codes 9000, 8000 and 6004 are watched and 6001 is a person who cancelled; no other is known', () => {
  expect(ENDS).toEqual({ 9000: 'watch', 8000: 'watch', 6004: 'watch', 6001: 'cancelled' })
})

it('9000 is not believed: the order is watched until the server says it', async () => {
  const { server } = await paying(() => '9000')
  await screen.findByRole('dialog')
  await pass(4_000)
  expect(history.location.pathname).toBe(HERE)
  expect(server.sent('wxAndAliPaySuccess').length).toBeGreaterThan(1)
  server.answer('wxAndAliPaySuccess', ok({ order_no: 'P1', count: 18 }))
  await pass(3_000)
  await waitFor(() => expect(history.location.pathname).toBe('/pages/success'))
})

it('6001: anyone who cancels is back at the choice, and nothing is watched', async () => {
  const { server } = await paying(() => '6001')
  await waitFor(() => expect(server.asked()).toContain('alipayFromApplet'))
  await waitFor(() => expect(waiting()).toBeNull())
  expect(screen.queryByText(/^支付失败/)).toBeNull()
  expect(localStorage.getItem('payment')).toBeNull()
})

it.each(['4000', 'fail'])('%s: 支付失败, and it can be tried again', async (code) => {
  const { user, my } = await paying(() => code)
  await screen.findByText('支付失败')
  await user.click(await screen.findByRole('button', { name: '没有跳转？点我重试' }))
  expect(my.tradePay).toHaveBeenCalledTimes(2)
  expect(my.tradePay.mock.calls[1]?.[0]).toMatchObject({ tradeNO: '2026112122001' })
})

it('the order is kept before the cashier opens, and found again by the person who comes back', async () => {
  const { server } = await paying(() => new Promise(() => undefined))
  await waitFor(() => expect(localStorage.getItem('payment')).toContain('"tradeNo":"2026112122001"'))
  act(() => history.push('/pages/me/me'))
  await screen.findByRole('heading', { name: '我的' })
  act(() => history.push(`${HERE}?again=1`))
  server.answer('wxAndAliPaySuccess', ok({ order_no: 'P1', count: 18 }))
  await pass(3_000)
  await waitFor(() => expect(history.location.pathname).toBe('/pages/success'))
})

it("who does not let Alipay say who they are pays nothing, and hears Alipay's words", async () => {
  const my = startApplet()
  my.getAuthCode.mockImplementation((asked) =>
    (asked as unknown as { fail: (why: { errorMessage: string }) => void }).fail({ errorMessage: '用户取消授权' }),
  )
  const { server, user } = await open(my)
  await user.click(screen.getByRole('radio', { name: /^18个/ }))
  await user.click(screen.getByRole('button', { name: '立即充值' }))
  await screen.findByText('支付失败：用户取消授权')
  expect(server.asked()).not.toContain('alipayFromApplet')
})

it('a double tap orders once', async () => {
  const { server, user } = await open()
  await user.click(screen.getByRole('radio', { name: /^18个/ }))
  await user.dblClick(screen.getByRole('button', { name: '立即充值' }))
  await screen.findByRole('dialog')
  expect(server.sent('alipayFromApplet')).toHaveLength(1)
})

it('a web-view with less of the bridge is a browser', async () => {
  const { server } = await open({ tradePay: vi.fn() } as unknown as ReturnType<typeof startApplet>)
  expect(within(screen.getByRole('group', { name: '支付方式' })).getAllByRole('radio')).toHaveLength(2)
  expect(server.sources()).toEqual(['pc'])
})
