// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/queryClient.ts'
import { router } from '#web/router.tsx'
import { clearToken, getToken, rememberRoute } from '#web/session.ts'
import { go, history } from '#web/ui/location.ts'

const server = vi.fn<typeof fetch>()
const sent = (path: string) =>
  server.mock.calls.filter(([url]) => url === path).map(([, init]) => JSON.parse(String(init?.body)))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.mockReset()
  server.mockImplementation((url) => {
    const data = String(url).startsWith('/api/user/captcha') ? {} : { token: 'fresh' }
    return Promise.resolve(Response.json({ code: 1000, data }))
  })
  vi.stubGlobal('fetch', server)
  vi.stubGlobal('scrollTo', () => undefined)
  localStorage.clear()
  clearToken()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(query: Record<string, string> = {}) {
  go('/pages/login/login', query)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await act(() => router.load())
  await screen.findByLabelText('手机号')
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}
const errors = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)

it('phone and password are asked for, then checked', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '登录' }))
  expect(errors()).toEqual(['请填写手机号', '请输入密码'])
  await user.type(screen.getByLabelText('手机号'), '12345678901')
  await user.type(screen.getByLabelText('密码'), '12345')
  expect(errors()).toEqual(['请填写正确格式手机', '密码至少为6位'])
  expect(server).not.toHaveBeenCalled()
})

it('Enter signs in with the upper-case MD5 and leads to where the person wanted to go', async () => {
  const user = await open()
  rememberRoute('/404')
  await user.type(screen.getByLabelText('手机号'), '13800000000')
  await user.type(screen.getByLabelText('密码'), 'capsule88{Enter}')
  await waitFor(() => expect(getToken()).toBe('fresh'))
  expect(sent('/api/user/login')).toEqual([{ tel: '13800000000', password: '2E26D943E191C924CB9267261FE7736E' }])
  await waitFor(() => expect(history.location.pathname).toBe('/404'))
})

it('the password is masked until it is shown', async () => {
  const user = await open()
  const field = screen.getByLabelText('密码')
  expect(field.getAttribute('type')).toBe('password')
  await user.click(screen.getByRole('button', { name: '显示密码' }))
  expect(field.getAttribute('type')).toBe('text')
})

it('a code needs phone and password, counts 60 s down, refuses a repeat, and can be sent again', async () => {
  const user = await open({ flag: '0' })
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(errors()).toEqual(['请填写手机号', '请输入密码'])
  await user.type(screen.getByLabelText('手机号'), '13900000000')
  await user.type(screen.getByLabelText('密码'), 'sunflower7')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  const counting = await screen.findByRole('button', { name: /^(60|59)s/ })
  expect(screen.getByText('验证码已发送')).toBeTruthy()
  await user.click(counting)
  expect(screen.getByText('请勿重复操作')).toBeTruthy()
  expect(sent('/api/user/captcha')).toEqual([{ tel: '13900000000' }])
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await user.click(screen.getByRole('button', { name: '重新发送' }))
  await waitFor(() => expect(sent('/api/user/captcha')).toHaveLength(2))
})

it('forgotten password: the same fields set a new one by forgetPwd', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '忘记密码？' }))
  await screen.findByRole('heading', { name: '重置密码' })
  await user.type(screen.getByLabelText('手机号'), '13900000000')
  await user.type(screen.getByLabelText('新密码'), 'sunflower7')
  await user.type(screen.getByLabelText('验证码'), '12')
  await user.click(screen.getByRole('button', { name: '重置密码' }))
  expect(errors()).toEqual(['请输入4位数字验证码'])
  await user.type(screen.getByLabelText('验证码'), '34{Enter}')
  await waitFor(() => expect(sent('/api/user/resetPwd')).toMatchObject([{ tel: '13900000000', captcha: '1234' }]))
})

it('back leaves the register view before it leaves login', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: '立即注册' }))
  await screen.findByRole('heading', { name: '注册' })
  await user.click(screen.getByRole('button', { name: '返回' }))
  await screen.findByRole('heading', { name: '登录' })
  await user.click(screen.getByRole('button', { name: '返回' }))
  await waitFor(() => expect(history.location.pathname).toBe('/'))
})
