// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { passSlider, SLIDE } from '#web/people/captcha/slide.fixture.ts'
import { go, history } from '#web/ui/location.ts'

afterEach(endPages)

async function bindTel(tel = '') {
  const server = startPages(person({ tel }))
  server.answer('createSlideCode', ok(SLIDE))
  go('setting')
  const user = await openPage('/subPages/me/bindTel')
  await screen.findByLabelText('验证码')
  return { server, user }
}
const errors = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

it('number, password and code are asked for', async () => {
  const { server, user } = await bindTel()
  await user.click(screen.getByRole('button', { name: '绑定' }))
  expect(errors()).toEqual(['手机号或密码不能为空', '验证码不能为空'])
  expect(document.activeElement).toBe(field('手机号'))
  await user.type(field('手机号'), '1390000000')
  expect(errors()).toEqual(['请填写正确格式手机', '手机号或密码不能为空', '验证码不能为空'])
  await user.type(field('设置密码'), '12345')
  expect(errors()).toEqual(['请填写正确格式手机', '密码至少为6位', '验证码不能为空'])
  expect(server.sent('telBind')).toEqual([])
})

it('a code needs a valid number and password', async () => {
  const { server, user } = await bindTel()
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.sent('createSlideCode')).toEqual([])
  await user.type(field('手机号'), '13900000000')
  await user.type(field('设置密码'), 'sunflower7')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await passSlider()
  expect(server.sent('createSlideCode')).toHaveLength(1)
  expect(server.sent('verifySlideCode')).toMatchObject([{ tel: '13900000000' }])
  await waitFor(() => expect(document.activeElement).toBe(field('验证码')))
})

async function fillAndSend(user: Awaited<ReturnType<typeof openPage>>, password: string) {
  await user.type(field('手机号'), '13900000000')
  await user.type(field(password), 'sunflower7')
  await user.type(field('验证码'), '1234')
  await user.click(screen.getByRole('button', { name: /^(绑定|更换手机号)$/ }))
}

it('a number is bound with the upper-case MD5 of the password; then the page goes back', async () => {
  const { server, user } = await bindTel()
  server.change('telBind', { tel: '13900000000' })
  await fillAndSend(user, '设置密码')
  await screen.findByText('绑定成功')
  expect(server.sent('telBind')).toEqual([
    { tel: '13900000000', password: expect.stringMatching(/^[0-9A-F]{32}$/), captcha: '1234' },
  ])
  expect(screen.getByRole('heading', { name: '绑定手机号' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/me/setting'))
})

it('a refusal is told for 1.5 s, then the fields are reset', async () => {
  const { server, user } = await bindTel('13800000000')
  server.answer('telBind', { code: 2, message: '密码错误' })
  expect(screen.getByRole('heading', { name: '更换手机号' })).toBeTruthy()
  await fillAndSend(user, '当前密码')
  await screen.findByText('密码错误')
  expect(field('手机号').value).toBe('13900000000')
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(screen.queryByText('密码错误')).toBeNull()
  for (const label of ['手机号', '当前密码', '验证码']) expect(field(label).value).toBe('')
  expect(errors()).toEqual([])
})

it('what was typed stays when the network is silent', async () => {
  const { user } = await bindTel()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  await fillAndSend(user, '设置密码')
  await screen.findByText('请求出错，请稍后再试')
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(field('手机号').value).toBe('13900000000')
})
