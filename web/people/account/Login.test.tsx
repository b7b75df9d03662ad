// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AGREEMENT_VERSION, CONSENT_NEEDED } from '#contract/system.ts'
import { type Answer, endPages, ok, openPage, type StandIn, startPages } from '#test/page.tsx'
import { fillStorages } from '#test/storages.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { clearToken, getToken, rememberRoute } from '#web/client/session.ts'
import { passSlider, SLIDE } from '#web/people/captcha/slide.fixture.ts'
import { history } from '#web/ui/location.ts'
import { SIGN_IN_LOST } from './useSignIn.ts'

const MD5 = '2E26D943E191C924CB9267261FE7736E'
const TOKEN = ok({ token: 'fresh' })
const TERMS = { title: '用户协议', version: AGREEMENT_VERSION, content: '<p>第一条</p>' }
let server: StandIn
/** All calls the page sent except the one for the facts of the site. */
const told = () => server.asked().filter((name) => name !== 'systemInfo')

beforeEach(() => {
  server = startPages()
  server.answer('createSlideCode', ok(SLIDE))
  server.answer('userArgument', ok({ agreement: TERMS }))
  // One by one, so that each answer is checked against the type of its call.
  server.answer('login', TOKEN)
  server.answer('register', TOKEN)
  server.answer('forgetPwd', TOKEN)
  server.answer('wechatLogin', TOKEN)
  server.answer('weiboLogin', TOKEN)
  rememberRoute('/404')
})
afterEach(endPages)

const show = (query: Record<string, string> = {}) => openPage('/pages/login/login', query, { strict: true })
async function open(query: Record<string, string> = {}) {
  const user = await show(query)
  await screen.findByLabelText('手机号')
  return user
}
/** Opens the form and ticks the box. */
async function openAgreed(query: Record<string, string> = {}) {
  const user = await open(query)
  await user.click(box())
  return user
}
const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '我已阅读并同意《用户协议》《隐私政策》' })
const errors = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
type User = Awaited<ReturnType<typeof open>>

async function type(user: User, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await user.type(screen.getByLabelText(label), text)
}
const ACCOUNT = { 手机号: '13800000000', 密码: 'capsule88' }

it('phone and password are asked for, then checked', async () => {
  const user = await open()
  await user.click(button('登录'))
  expect(errors()).toEqual(['请填写手机号', '请输入密码'])
  expect(document.activeElement).toBe(screen.getByLabelText('手机号'))
  await type(user, { 手机号: '12345678901', 密码: '12345' })
  expect(errors()).toEqual(['请填写正确格式手机', '密码至少为6位'])
  expect(told()).toEqual([])
})

it('Enter signs in with the upper-case MD5 and leads to where the person wanted to go', async () => {
  const user = await openAgreed()
  await type(user, { ...ACCOUNT, 密码: 'capsule88{Enter}' })
  await waitFor(() => expect(getToken()).toBe('fresh'))
  expect(server.sent('login')).toEqual([{ tel: '13800000000', password: MD5, agreement_version: AGREEMENT_VERSION }])
  await waitFor(() => expect(history.location.pathname).toBe('/404'))
})

it('a browser that is full has the sign-in for as long as the page, and says so', async () => {
  const user = await openAgreed()
  fillStorages()
  await type(user, { ...ACCOUNT, 密码: 'capsule88{Enter}' })
  await screen.findByText(SIGN_IN_LOST)
  expect(getToken()).toBe('fresh')
  await waitFor(() => expect(history.location.pathname).toBe('/404'))
  vi.restoreAllMocks()
})

it.each(['+86 138-0000-0000', '\u202d138 0000 0000\u202c', '１３８００００００００', '0086 13800000000'])(
  'a number from an address book is not cut: %s',
  async (spelt) => {
    const user = await openAgreed()
    await user.click(screen.getByLabelText('手机号'))
    await user.paste(spelt)
    expect(screen.getByLabelText<HTMLInputElement>('手机号').value).toBe('13800000000')
    await type(user, { 密码: 'capsule88{Enter}' })
    await waitFor(() => expect(server.sent('login')).toMatchObject([{ tel: '13800000000' }]))
  },
)

it('a number that is typed as it is spoken stays as it is typed until it is one; one digit too many is told', async () => {
  const user = await open()
  const field = screen.getByLabelText<HTMLInputElement>('手机号')
  await user.type(field, '+86 138-0000-000')
  expect(field.value).toBe('+86 138-0000-000')
  await user.type(field, '0')
  expect(field.value).toBe('13800000000')
  await user.type(field, '0{Enter}')
  expect(errors()).toContain('请填写正确格式手机')
})

it('a code is taken in full-width digits and with blanks between', async () => {
  const user = await openAgreed({ flag: '0' })
  await type(user, { 手机号: '13900000000', 密码: 'capsule88' })
  await user.click(screen.getByLabelText('验证码'))
  await user.paste('１２ ３４')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.sent('register')).toMatchObject([{ captcha: '1234' }]))
})

it('two taps, or Enter twice, sign in once', async () => {
  const user = await openAgreed()
  await type(user, ACCOUNT)
  server.answer('login', new Promise(() => undefined))
  await user.dblClick(button('登录'))
  await user.type(screen.getByLabelText('密码'), '{Enter}{Enter}')
  expect(server.sent('login')).toHaveLength(1)
})

it('the password is masked until it is shown', async () => {
  const user = await open()
  const field = screen.getByLabelText('密码')
  expect(field.getAttribute('type')).toBe('password')
  await user.click(button('显示密码'))
  expect(field.getAttribute('type')).toBe('text')
})

it('a code needs phone and password and a passed slider, counts 60 s down, refuses a repeat, and can be sent again', async () => {
  const user = await openAgreed({ flag: '0' })
  await user.click(button('获取验证码'))
  expect(errors()).toEqual(['请填写手机号', '请输入密码'])
  await type(user, { 手机号: '13900000000', 密码: 'sunflower7' })
  await user.click(button('获取验证码'))
  await passSlider()
  expect(server.sent('verifySlideCode')).toMatchObject([{ tel: '13900000000', x_value: 130 }])
  expect(screen.getByText('验证码已发送')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('验证码')))
  await user.click(button(/^\d+s/))
  expect(screen.getByText('请勿重复操作')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await user.click(button('重新发送'))
  await waitFor(() => expect(server.sent('captcha')).toEqual([{ tel: '13900000000' }]))
})

it('registering sends phone, password, code and the agreements that were read', async () => {
  const user = await openAgreed({ flag: '0' })
  await type(user, { 手机号: '13900000000', 密码: 'capsule88', 验证码: '1234{Enter}' })
  await waitFor(() =>
    expect(server.sent('register')).toEqual([
      { tel: '13900000000', password: MD5, captcha: '1234', agreement_version: AGREEMENT_VERSION },
    ]),
  )
  await waitFor(() => expect(getToken()).toBe('fresh'))
})

it('forgotten password: the same fields set a new one by forgetPwd', async () => {
  const user = await openAgreed()
  await user.click(button('忘记密码？'))
  await screen.findByRole('heading', { name: '重置密码' })
  await type(user, { 手机号: '13900000000', 新密码: 'sunflower7', 验证码: '12' })
  await user.click(button('重置密码'))
  expect(errors()).toEqual(['请输入4位数字验证码'])
  expect(document.activeElement).toBe(screen.getByLabelText('验证码'))
  await type(user, { 验证码: '34{Enter}' })
  await waitFor(() =>
    expect(server.sent('forgetPwd')).toMatchObject([
      { tel: '13900000000', captcha: '1234', agreement_version: AGREEMENT_VERSION },
    ]),
  )
})

it('back leaves the register view before it leaves login', async () => {
  const user = await open()
  await user.click(button('立即注册'))
  await screen.findByRole('heading', { name: '注册' })
  await user.click(button('返回'))
  await screen.findByRole('heading', { name: '登录' })
  await user.click(button('返回'))
  await waitFor(() => expect(history.location.pathname).toBe('/'))
})

it.each([
  ['login', {}, ACCOUNT, '登录'],
  ['register', { flag: '0' }, { ...ACCOUNT, 验证码: '1234' }, '注册'],
  ['code', { flag: '0' }, ACCOUNT, '获取验证码'],
  ['social', {}, {}, '微博登录'],
] as const)(
  'nobody is taken to have agreed: %s asks first, and 不同意 sends nothing',
  async (_, query, fields, press) => {
    const user = await open(query)
    await type(user, fields)
    expect(box().checked).toBe(false)
    await user.click(await screen.findByRole('button', { name: press }))
    const question = await screen.findByRole('alertdialog', { name: '提示' })
    expect(question.textContent).toContain(CONSENT_NEEDED)
    await user.click(button('不同意'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(box().checked).toBe(false)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(told()).toEqual([])
  },
)

it('同意并继续 ticks the box and goes on with what was pressed', async () => {
  const user = await open()
  await type(user, ACCOUNT)
  server.answer('login', { code: 2, message: '手机号或密码错误' })
  await user.click(button('登录'))
  await user.click(await screen.findByRole('button', { name: '同意并继续' }))
  expect(await screen.findByText('手机号或密码错误')).toBeTruthy()
  expect(server.sent('login')).toHaveLength(1)
  expect(box().checked).toBe(true)
})

it('a wrong password stands at its field, which has the focus, until something is changed', async () => {
  const user = await openAgreed()
  server.answer('login', { code: 2, message: '手机号或密码错误', data: { field: 'password' } })
  await type(user, { ...ACCOUNT, 密码: 'capsule88{Enter}' })
  const wrong = await screen.findByRole('alert')
  const field = screen.getByLabelText('密码')
  expect(wrong.textContent).toBe('手机号或密码错误')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe(wrong.id)
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(screen.getByRole('status').textContent).toBe('')
  await user.type(field, '9')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a wrong code stands at its field', async () => {
  const user = await openAgreed({ flag: '0' })
  server.answer('register', { code: 2, message: '验证码错误或已过期', data: { field: 'captcha' } })
  await type(user, { ...ACCOUNT, 验证码: '1234{Enter}' })
  expect((await screen.findByRole('alert')).textContent).toBe('验证码错误或已过期')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('验证码')))
})

it('同意并继续 before a code leads to the slider', async () => {
  const user = await open({ flag: '0' })
  await type(user, ACCOUNT)
  await user.click(button('获取验证码'))
  await user.click(await screen.findByRole('button', { name: '同意并继续' }))
  await passSlider()
  expect(server.sent('verifySlideCode')).toHaveLength(1)
})

it('anyone who signs in after this person is asked again', async () => {
  const user = await openAgreed()
  await type(user, { ...ACCOUNT, 密码: 'capsule88{Enter}' })
  await waitFor(() => expect(getToken()).toBe('fresh'))
  cleanup()
  clearToken()
  await open()
  expect(box().checked).toBe(false)
})

it('both agreements can be read, and what was typed is there afterwards', async () => {
  const user = await openAgreed({ flag: '0' })
  await type(user, { 手机号: '13900000000', 密码: 'sunflower7', 验证码: '12' })
  expect(screen.getByRole('link', { name: '《隐私政策》' }).getAttribute('href')).toBe(
    '#/subPages/me/userProtocol?type=1',
  )
  await user.click(screen.getByRole('link', { name: '《用户协议》' }))
  await screen.findByText('第一条')
  expect(history.location.href).toBe('/subPages/me/userProtocol?type=0')
  await user.click(button('返回'))
  await screen.findByRole('heading', { name: '注册' })
  expect(['手机号', '密码', '验证码'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
    '13900000000',
    'sunflower7',
    '12',
  ])
  expect(box().checked).toBe(true)
})

it('what was typed is kept for that one return and for no other leaving', async () => {
  const user = await open()
  await type(user, ACCOUNT)
  await user.click(screen.getByRole('link', { name: '《用户协议》' }))
  await screen.findByText('第一条')
  await user.click(button('返回'))
  await screen.findByDisplayValue('capsule88')
  await user.click(button('返回'))
  await waitFor(() => expect(history.location.pathname).toBe('/'))
  cleanup()
  await open()
  expect(screen.getByLabelText<HTMLInputElement>('密码').value).toBe('')
})

it('only the platforms of this site are offered', async () => {
  server.answer('systemInfo', { code: 1000, data: [{ name: 'providers', value: 'weibo' }] })
  await open()
  expect(await screen.findByRole('button', { name: '微博登录' })).toBeTruthy()
  expect(screen.getByRole('heading', { name: '其他登录方式' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '微信登录' })).toBeNull()
})

it('a site without platforms says nothing of them', async () => {
  server.answer('systemInfo', { code: 1000, data: [{ name: 'version', value: '1.0.4' }] })
  await open()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText('其他登录方式')).toBeNull()
})

it('a social button asks for the way once and goes there; the tick outlives the trip', async () => {
  const user = await openAgreed()
  server.answer('oauthUrl', { code: 1000, data: { url: `${window.location.href.split('#')[0]}#/404` } })
  await user.dblClick(await screen.findByRole('button', { name: '微信登录' }))
  await waitFor(() => expect(window.location.hash).toBe('#/404'))
  expect(server.sent('oauthUrl')).toEqual([{ provider: 'wechat', purpose: 'login' }])
  cleanup()
  await open()
  expect(box().checked).toBe(true)
})

const RETURN = { provider: 'weibo', code: 'c0de', state: 'st4te' }

it('a return from a platform signs in once and leads to where the person wanted to go', async () => {
  sessionStorage.setItem('agreed', AGREEMENT_VERSION)
  await show(RETURN)
  await waitFor(() => expect(getToken()).toBe('fresh'))
  expect(server.sent('weiboLogin')).toEqual([{ code: 'c0de', state: 'st4te', agreement_version: AGREEMENT_VERSION }])
  expect(server.sent('wechatLogin')).toEqual([])
  await waitFor(() => expect(history.location.pathname).toBe('/404'))
})

it('正在登录… stands there alone while the platform is asked; a failure is told and the form comes', async () => {
  sessionStorage.setItem('agreed', AGREEMENT_VERSION)
  let answer: (given: Answer<'wechatLogin'>) => void = () => undefined
  server.answer('wechatLogin', new Promise((resolve) => (answer = resolve)))
  await show({ ...RETURN, provider: 'wechat' })
  expect(await screen.findByText('正在登录…')).toBeTruthy()
  expect(screen.queryByLabelText('手机号')).toBeNull()
  await waitFor(() => expect(server.sent('wechatLogin')).toHaveLength(1))
  expect(history.location.search).toBe('')
  await act(async () => answer({ code: 2, message: '授权已失效，请重新操作' }))
  expect(await screen.findByText('授权已失效，请重新操作')).toBeTruthy()
  expect(await screen.findByLabelText('手机号')).toBeTruthy()
})

it('who comes back in another tab has not agreed there, and is asked before anything is sent', async () => {
  const user = await show(RETURN)
  await user.click(await screen.findByRole('button', { name: '不同意' }))
  expect(await screen.findByLabelText('手机号')).toBeTruthy()
  expect(told()).toEqual([])
})

it('anyone who refuses at the platform is at the form again, with 你取消了授权', async () => {
  await open({ provider: 'weibo', denied: '1' })
  expect(await screen.findByText('你取消了授权')).toBeTruthy()
  await waitFor(() => expect(history.location.search).toBe(''))
  expect(told()).toEqual([])
})
