import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { history } from '#web/ui/location.ts'

afterEach(endPages)

const PATH = '/pages/success'

it.each([
  ['返回首页', '/pages/home/home'],
  ['前往“我的”', '/pages/me/me'],
])('支付成功, and %s', async (name, page) => {
  const server = startPages(person())
  server.answer('wxAndAliPaySuccess', ok({ order_no: 'P1', count: 18 }))
  const user = await openPage(PATH)
  await screen.findByRole('heading', { name: '支付成功' })
  screen.getByText('18个时光胶囊已到账')
  await user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(history.location.pathname).toBe(page))
})

it('believes nothing of the address: what is not paid is not said to be', async () => {
  const server = startPages(person())
  server.answer('wxAndAliPaySuccess', ok(null))
  await openPage(PATH, { order_no: 'P1', paid: '1' })
  await screen.findByRole('heading', { name: '还没有查到付款' })
  expect(screen.queryByText('支付成功')).toBeNull()
  screen.getByRole('button', { name: '返回首页' })
  screen.getByRole('button', { name: '前往“我的”' })
})

it('an order kept in this browser is watched no longer once it is paid', async () => {
  const server = startPages(person())
  localStorage.setItem('payment', JSON.stringify({ user_id: '7', order_no: 'P1', begunAt: Date.now() }))
  server.answer('wxAndAliPaySuccess', ok({ order_no: 'P1', count: 18 }))
  await openPage(PATH)
  await screen.findByRole('heading', { name: '支付成功' })
  await waitFor(() => expect(localStorage.getItem('payment')).toBeNull())
})

it.each(['返回首页', '前往“我的”'])(
  'anonymous visitors may see it, nothing is asked of them, and %s asks for a sign-in',
  async (name) => {
    const server = startPages()
    const user = await openPage(PATH)
    await screen.findByRole('heading', { name: '付款后会自动到账' })
    expect(screen.queryByText('支付成功')).toBeNull()
    expect(server.asked().filter((name) => name !== 'systemInfo')).toEqual([])
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(history.location.pathname).toBe('/pages/login/login'))
  },
)
