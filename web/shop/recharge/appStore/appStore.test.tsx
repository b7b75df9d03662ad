import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Channel } from '#contract/pay.ts'
import { endPages, ok, openPage, person, silence, startPages } from '#test/page.tsx'
import { startShell, transaction } from '#test/shell.ts'
import { history } from '#web/ui/location.ts'
import { offer } from '../recharge.fixture.ts'
import { watchStore } from './watchStore.ts'

afterEach(() => {
  vi.restoreAllMocks()
  endPages()
})

const HERE = '/subPages/me/rechargeCenter'
const ME = '/pages/me/me'
const CREDITED = ok({ order_no: 'A1', count: 18 })

function start(channels: Channel[] = ['wechat', 'alipay', 'apple']) {
  const server = startPages(person())
  const shell = startShell()
  const goods = offer(channels)
  goods.list[2] = { ...goods.list[2]!, applePrice: '58.00' }
  goods.list[3] = { ...goods.list[3]!, applePrice: '598.00' }
  server.answer('goodsList', ok(goods))
  server.answer('applePaySuccess', CREDITED)
  return { server, shell }
}

async function open(started = start()) {
  const user = await openPage(HERE)
  await screen.findByText('立即充值')
  const press = () => user.click(screen.getByRole('button', { name: '立即充值' }))
  const buy = async () => {
    await user.click(screen.getByRole('radio', { name: /^18个/ }))
    await press()
  }
  return { ...started, user, press, buy }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const atSuccess = () => waitFor(() => expect(history.location.pathname).toBe('/pages/success'))
const handedOver = (id = '2000000001') => ({ product_id: 'time_capsuleX18', transaction: `signed.by.apple.${id}` })
const labels = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)

it('the App Store price is asked, and the ordinary one is crossed out beside it where it differs', async () => {
  await open()
  expect(labels()).toEqual([
    '6个时光胶囊¥6',
    '18个时光胶囊¥18',
    '64个时光胶囊现价¥58，原价¥60',
    '660个时光胶囊现价¥598，原价¥600最划算',
  ])
  expect(screen.getByText('¥60').tagName).toBe('DEL')
})

it('where the store tells its own price, that is asked', async () => {
  const { shell, ...started } = start()
  shell.price('time_capsuleX18', 16, '¥16.00')
  shell.price('time_capsuleX64', 60, '¥60.00')
  shell.price('time_capsuleX660', 83.99, '$83.99', 'USD')
  await open({ shell, ...started })
  await screen.findByText('$83.99')
  expect(labels()).toEqual([
    '6个时光胶囊¥6',
    '18个时光胶囊现价¥16，原价¥18',
    '64个时光胶囊¥60',
    '660个时光胶囊$83.99最划算',
  ])
})

it('there is no mode to choose, and one amount is enough', async () => {
  const { user } = await open()
  expect(screen.queryByRole('group', { name: '支付方式' })).toBeNull()
  const button = screen.getByRole('button', { name: '立即充值' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  await screen.findByText('请选择充值数量', { selector: '[role="status"] *' })
  await user.click(screen.getByRole('radio', { name: /^6个/ }))
  expect(button.getAttribute('aria-disabled')).toBeNull()
})

it.each([
  ['the App Store is switched off', () => start(['wechat', 'alipay'])],
  [
    'the shell has no store',
    () => {
      const started = start()
      window.Capacitor!.Plugins = {}
      return started
    },
  ],
])('while %s, 充值暂未开放 and no other way to pay', async (_which, begin) => {
  const { server, buy } = await open(begin())
  screen.getByText('充值暂未开放，请过些时候再来看看', { selector: 'p' })
  expect(screen.queryByRole('radio', { name: '微信' })).toBeNull()
  await buy()
  expect(server.asked()).not.toContain('wxPay')
  expect(server.asked()).not.toContain('applePaySuccess')
})

it('it is bought for this account, handed over, finished, and leads to the success page with new balances', async () => {
  const { server, shell, buy } = await open()
  const before = server.sent('userInfo').length
  await buy()
  await atSuccess()
  await screen.findByRole('heading', { name: '支付成功' })
  screen.getByText('18个时光胶囊已到账')
  expect(shell.plugin.purchaseProduct.mock.calls).toEqual([
    [
      {
        productIdentifier: 'time_capsuleX18',
        quantity: 1,
        appAccountToken: '74696d65-6361-8070-8073-000000000007',
        autoAcknowledgePurchases: false,
      },
    ],
  ])
  expect(server.sent('applePaySuccess')).toEqual([handedOver()])
  expect(shell.finished()).toEqual(['2000000001'])
  expect(localStorage.getItem('storePayments')).toBeNull()
  act(() => history.push(ME))
  await waitFor(() => expect(server.sent('userInfo').length).toBeGreaterThan(before))
  expect(server.sources()).toEqual(['ios'])
})

it('the transaction is finished only after 1000', async () => {
  const { server, shell, buy } = await open()
  server.answer('applePaySuccess', silence())
  await buy()
  await screen.findByText('已经付款，到账会晚一些，请不要重复购买')
  expect(shell.finished()).toEqual([])
  expect(history.location.pathname).toBe(HERE)
})

it("支付失败 on the store's failure, in the store's words", async () => {
  const { server, shell, buy } = await open()
  shell.buys(() => Promise.reject(new Error('无法连接 App Store')))
  await buy()
  await screen.findByText('支付失败：无法连接 App Store')
  expect(server.asked()).not.toContain('applePaySuccess')
})

it('a purchase that was cancelled says nothing', async () => {
  const { server, shell, buy } = await open()
  shell.buys(() => Promise.reject(new Error('User cancelled')))
  await buy()
  await pass(600)
  expect(screen.getAllByRole('status').map((status) => status.textContent)).toEqual([''])
  expect(server.asked()).not.toContain('applePaySuccess')
  expect(screen.getByRole('button', { name: '立即充值' }).getAttribute('aria-busy')).toBeNull()
})

it('one that waits for somebody to approve it says so', async () => {
  const { shell, buy } = await open()
  shell.buys(() => Promise.reject(new Error('Transaction pending')))
  await buy()
  await screen.findByText('等待批准，批准后会自动到账')
})

it('a double tap buys once', async () => {
  const { shell, user } = await open()
  let approve = () => {}
  shell.buys(
    () =>
      new Promise((resolve) => {
        approve = () => resolve(transaction('2000000001'))
      }),
  )
  await user.click(screen.getByRole('radio', { name: /^18个/ }))
  await user.dblClick(screen.getByRole('button', { name: '立即充值' }))
  await pass(1_000)
  await user.click(screen.getByRole('button', { name: '立即充值' }))
  approve()
  await atSuccess()
  expect(shell.plugin.purchaseProduct).toHaveBeenCalledTimes(1)
})

it('what was paid and not credited is handed over when the page is opened, and then finished', async () => {
  const { shell, ...started } = start()
  shell.holds(transaction('2000000001'))
  const { server } = await open({ shell, ...started })
  await screen.findByText('充值已到账：18个时光胶囊')
  expect(server.sent('applePaySuccess')).toEqual([handedOver()])
  expect(shell.finished()).toEqual(['2000000001'])
})

it('a kept transaction is handed over at the next start of the application', async () => {
  const { server, shell, buy } = await open()
  server.answer('applePaySuccess', silence())
  await buy()
  await screen.findByText(/^已经付款/)
  act(() => history.push(ME))
  await screen.findByRole('heading', { name: '我的' })
  server.answer('applePaySuccess', CREDITED)
  watchStore()
  await screen.findByText('充值已到账：18个时光胶囊')
  expect(server.sent('applePaySuccess')).toEqual([handedOver(), handedOver()])
  expect(shell.finished()).toEqual(['2000000001'])
  expect(localStorage.getItem('storePayments')).toBeNull()
})

it('one that the store tells of is kept until it is credited, since the plugin has finished it already', async () => {
  const { server, shell } = start()
  server.answer('applePaySuccess', silence())
  await openPage(ME)
  watchStore()
  await pass(100)
  expect(server.asked()).not.toContain('applePaySuccess')
  shell.tells(transaction('2000000009'))
  await waitFor(() => expect(server.sent('applePaySuccess')).toEqual([handedOver('2000000009')]))
  await pass(100)
  server.answer('applePaySuccess', CREDITED)
  act(() => history.push(HERE))
  await screen.findByText('充值已到账：18个时光胶囊')
  expect(server.sent('applePaySuccess')).toHaveLength(2)
  expect(localStorage.getItem('storePayments')).toBeNull()
})

it('without a sign-in nothing is handed over', async () => {
  const server = startPages()
  const shell = startShell()
  shell.holds(transaction('2000000001'))
  await openPage('/pages/login/login')
  watchStore()
  await pass(100)
  expect(server.asked()).not.toContain('userInfo')
  expect(server.asked()).not.toContain('applePaySuccess')
})

it("somebody else's transaction is left unfinished, and so is one that Apple has given back", async () => {
  const { shell, ...started } = start()
  shell.holds(transaction('2000000002', { appAccountToken: '74696D65-6361-8070-8073-000000000008' }))
  shell.holds(transaction('2000000003', { revocationDate: '2026-11-21T20:31:05Z' }))
  const { server } = await open({ shell, ...started })
  await pass(1_000)
  expect(server.asked()).not.toContain('applePaySuccess')
  expect(shell.finished()).toEqual([])
})

it('what the server does not take is left unfinished, and nobody is nagged about it', async () => {
  const { shell, ...started } = start()
  shell.holds(transaction('2000000001'))
  started.server.answer('applePaySuccess', { code: 2, message: '这笔购买属于另一个账号' })
  const { server } = await open({ shell, ...started })
  await waitFor(() => expect(server.sent('applePaySuccess')).toHaveLength(1))
  await pass(1_000)
  expect(screen.queryByText('这笔购买属于另一个账号')).toBeNull()
  expect(shell.finished()).toEqual([])
})

it('on Android the ways to pay are those of a browser', async () => {
  const { server } = start()
  startShell('android')
  await openPage(HERE)
  await screen.findByText('立即充值')
  expect(within(screen.getByRole('group', { name: '支付方式' })).getAllByRole('radio')).toHaveLength(2)
  expect(server.sources()).toEqual(['android'])
})
