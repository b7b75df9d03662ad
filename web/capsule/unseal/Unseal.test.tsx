// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { formatChina, momentText } from '#contract/time.ts'
import { CLOCK_HELD } from '#contract/unseal.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { telephone } from '#web/client/vibration.fixture.ts'
import { detailOf, sealed, unsealed } from './sealed.fixture.ts'

const PAGE = '/pages/unseal'
const QUESTION = '您的生肖是？'
const RITUAL_MS = 1_500
const GUARD_MS = 700
const DAY_MS = 86_400_000

afterEach(endPages)

async function unsealPage(capsule: Detail, questions: string[] = []) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(capsule))
  server.answer('capsuleQlist', { code: 1000, data: { questions, drop_at: '' } })
  const user = await openPage(PAGE, { id: '3' })
  return { server, user }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const press = () => screen.getByRole('button', { name: '点击解封' })

/** Opens a capsule without questions, up to the end of the ritual. */
async function openIt(opened: Detail) {
  const { server, user } = await unsealPage(sealed())
  await waitFor(() => expect(press().getAttribute('aria-busy')).toBeNull())
  server.answer('unseal', { code: 1000, data: { capsule_id: '3' } })
  server.answer('capsuleDetail', detailOf(opened))
  await user.click(press())
  await screen.findByRole('main', { name: '胶囊正在打开' })
  expect(screen.queryByText('海边的旅行')).toBeNull()
  return { server, user }
}

it('a capsule whose time has come shows tag, 封存了1年 and below it the period, over 点击解封, and the way home', async () => {
  const sealed_at = formatChina(Date.now() - 500 * DAY_MS)
  await unsealPage(sealed({ open_time: '2026-01-01 20:00:00', sealed_at }))
  await screen.findByRole('heading', { name: '少年' })
  const period = screen.getByText(`${momentText(sealed_at)} – 2026/01/01 20:00`)
  expect(screen.getByText('封存了1年').nextElementSibling).toBe(period)
  expect(press()).toBeTruthy()
  expect(screen.getByRole('link', { name: '前往首页' })).toBeTruthy()
  expect(screen.getByRole('complementary', { name: '下载时光胶囊' })).toBeTruthy()
})

it('the capsule opens under a short vibration, then the words stand alone, then what was put in unfolds', async () => {
  const told = telephone()
  await openIt(unsealed())
  expect(told).toHaveBeenCalledOnce()
  await pass(RITUAL_MS)
  const words = await screen.findByRole('blockquote', { name: '寄语' })
  expect(words.textContent).toContain('愿你一切都好')
  expect(words.textContent).toContain('1天前的你，对现在的你说')
  expect(screen.queryByText('海边的旅行')).toBeNull()
  await pass(10_000)
  await screen.findByText('海边的旅行')
  expect(screen.getByText('愿你一切都好')).toBeTruthy()
})

it('a tap leads on from the ritual and from the words; that which ended the ritual does not end the words', async () => {
  await openIt(unsealed())
  fireEvent.pointerDown(document.body)
  await screen.findByText(/对现在的你说/)
  fireEvent.click(document.body)
  expect(screen.queryByText('海边的旅行')).toBeNull()
  await pass(GUARD_MS)
  fireEvent.click(document.body)
  await screen.findByText('海边的旅行')
})

it('keys lead on as well', async () => {
  const { user } = await openIt(unsealed())
  await user.keyboard('{Escape}')
  await screen.findByText(/对现在的你说/)
  screen.getByRole('button', { name: '看看当时的胶囊' }).focus()
  await user.keyboard('{Enter}')
  await screen.findByText('海边的旅行')
})

it('without words the content comes at once', async () => {
  await openIt(unsealed({ send_word: '' }))
  await pass(RITUAL_MS)
  await screen.findByText('海边的旅行')
})

it('a wrong answer leaves the fields as they are; the right one opens', async () => {
  const { server, user } = await unsealPage(sealed(), [QUESTION])
  const field = await screen.findByLabelText<HTMLInputElement>(QUESTION)
  server.answer('unseal', { code: 2, message: '答案不正确', data: { field: 'key_answer' } })
  await user.type(field, '虎{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('答案不正确')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('status').textContent).toBe('')
  expect(field.value).toBe('虎')

  server.answer('unseal', { code: 1000, data: { capsule_id: '3' } })
  await waitFor(() => expect(press().getAttribute('aria-busy')).toBeNull())
  await user.clear(field)
  await user.type(field, '兔{Enter}')
  await screen.findByRole('main', { name: '胶囊正在打开' })
  expect(server.sent('unseal').at(-1)).toEqual({ capsule_id: '3', key_answer: { [QUESTION]: '兔' } })
})

it('of several answers nobody says which was wrong: it stands below them all, until one is changed', async () => {
  const { server, user } = await unsealPage(sealed(), [QUESTION, '您的学号是？'])
  server.answer('unseal', { code: 2, message: '答案不正确', data: { field: 'key_answer' } })
  await user.type(await screen.findByLabelText(QUESTION), '虎')
  await user.type(screen.getByLabelText('您的学号是？'), '2046')
  await user.click(press())
  expect((await screen.findByRole('alert')).textContent).toBe('答案不正确')
  for (const field of screen.getAllByRole('textbox')) expect(field.getAttribute('aria-invalid')).toBeNull()
  await user.type(screen.getByLabelText(QUESTION), '年')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('nothing is sent while an answer is missing; its field says so, and is where one types next', async () => {
  const { server, user } = await unsealPage(sealed(), [QUESTION, '您的学号是？'])
  await user.type(await screen.findByLabelText(QUESTION), '兔')
  await user.click(press())
  const missing = screen.getByLabelText('您的学号是？')
  expect((await screen.findByRole('alert')).textContent).toBe('请回答全部安全问题')
  expect(missing.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(missing)
  expect(server.sent('unseal')).toEqual([])
  await user.type(missing, '2046')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a sign-in that ends on the page is not told as a capsule that is gone', async () => {
  const { server, user } = await unsealPage(sealed())
  await waitFor(() => expect(press().getAttribute('aria-busy')).toBeNull())
  server.answer('unseal', { code: 2005, message: '登录已过期，请重新登录' })
  await user.click(press())
  const main = within(screen.getByRole('main'))
  await main.findByText('登录已过期，请重新登录')
  expect(main.queryByText('暂无胶囊~')).toBeNull()
})

it.each([
  [850, '尝试次数太多，请15分钟后再试'],
  [7_000, '尝试次数太多，请2小时后再试'],
  [9, '尝试次数太多，请9秒后再试'],
  [3 * 86_400, '尝试次数太多，请用短信验证码恢复'],
])('too many tries (wait %i s) are said plainly: %s', async (retry_after, text) => {
  const { server, user } = await unsealPage(sealed(), [QUESTION])
  server.answer('unseal', { code: 1029, message: '操作太频繁，请稍后再试', data: { retry_after } })
  await user.type(await screen.findByLabelText(QUESTION), '虎{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
})

it('while the clock is being checked nothing opens, and that is said', async () => {
  const { server, user } = await unsealPage(sealed())
  await waitFor(() => expect(press().getAttribute('aria-busy')).toBeNull())
  server.answer('unseal', { code: 2, message: CLOCK_HELD })
  await user.click(press())
  await screen.findByText(CLOCK_HELD)
  expect(press()).toBeTruthy()
})

it('what fell due by a clock that is still being checked offers no opening, and says why', async () => {
  await unsealPage(sealed({ held: 1 }))
  const button = await screen.findByRole('button', { name: '系统正在核对时间' })
  expect(button.getAttribute('aria-disabled') ?? button.getAttribute('disabled')).not.toBeNull()
  expect(screen.queryByRole('button', { name: '点击解封' })).toBeNull()
  expect(screen.queryByRole('timer')).toBeNull()
})

it('says in how many minutes that is over, where it is known', async () => {
  const { user } = await unsealPage(sealed({ held: 1, held_minutes: 40 }))
  await user.click(await screen.findByRole('button', { name: '系统正在核对时间' }))
  await screen.findByText('系统正在核对时间，大约40分钟后可以解封')
})

it.each([
  ['提前解封', { is_lock: 0 }],
  ['提交解封申请', { is_lock: 1 }],
  ['审核中', { status: 3 }],
] as const)('before its time the time left is counted, over %s', async (label, fields) => {
  await unsealPage(sealed({ open_time: formatChina(Date.now() + 3_600_000), ...fields }))
  await screen.findByRole('timer')
  expect(screen.getByRole('button', { name: label })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '点击解封' })).toBeNull()
})

it('an approved application lets the owner unseal now', async () => {
  await unsealPage(sealed({ status: 4, open_time: formatChina(Date.now() + 3_600_000) }))
  expect(await screen.findByRole('button', { name: '点击解封' })).toBeTruthy()
})

it('what was opened elsewhere meanwhile is shown', async () => {
  const { server, user } = await unsealPage(sealed())
  await waitFor(() => expect(press().getAttribute('aria-busy')).toBeNull())
  server.answer('unseal', { code: 2, message: '该胶囊已经解封' })
  server.answer('capsuleDetail', detailOf(unsealed()))
  await user.click(press())
  await screen.findByText('海边的旅行')
})

it('without a token and a sign-in it stops loading', async () => {
  const server = startPages()
  await openPage(PAGE, { id: '4' })
  await screen.findByText('暂无胶囊~')
  expect(server.sent('capsuleDetail')).not.toContainEqual({ capsule_id: '4' })
})
