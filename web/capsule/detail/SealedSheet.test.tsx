import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import type { Card, Detail } from '#contract/capsule.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, ok, openPage, pageOf, person, type StandIn, startPages } from '#test/page.tsx'
import { sealed } from '#web/capsule/notice/notices.fixture.ts'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { history } from '#web/ui/location.ts'

const NOW = Date.UTC(2026, 10, 21, 12, 0, 0)
const HOUR_MS = 3_600_000
let server: StandIn

beforeEach(() => {
  server = startPages(person())
  vi.setSystemTime(NOW)
})
afterEach(endPages)

const card = (fields: Partial<Card>): Detail =>
  sealed({ open_time: formatChina(NOW + HOUR_MS), sealed_at: formatChina(NOW - HOUR_MS), ...fields })
const listed = (...cards: Card[]) => ok({ capsules: pageOf(cards) })

/** The sheet of a capsule in my list; `since` holds the fields that changed after the list was read. */
async function show(fields: Partial<Card>, since: Partial<Detail> = {}) {
  const one = card(fields)
  server.answer('myClosedCapsules', listed(one))
  server.answer('capsuleDetail', { code: 1000, data: { capsule: { ...one, ...since }, is_mine: 1, is_love: 0 } })
  const user = await openPage('/subPages/me/meCapsule')
  await user.click(await screen.findByRole('button', { name: /今晚的风/ }))
  await screen.findByRole('dialog', { name: '今晚的风' })
  return user
}
const application = (state: 'waiting' | 'approved' | 'rejected' | 'closed', reply: string) => ({
  application: { state, reply, created_at: '2026-11-20 10:00:00', closed_at: '2026-11-21 18:00:00' },
})

const PAST = { open_time: formatChina(NOW - 1_000) }

// The words for each state are in the table of contract/rules.test.ts.
test.each([
  ['提前解封', { is_lock: 0 }],
  ['解封', { status: 3, ...PAST }],
] as const)('the button says %s for %o', async (label, fields) => {
  await show(fields)
  expect(await screen.findByRole('button', { name: label })).toBeTruthy()
})

test('abroad it is said that the moment promised is Beijing’s, and at Beijing’s time it is not', async () => {
  const openTime = { open_time: '2046-01-01 08:00:00' }
  await show(openTime)
  expect(screen.getByText(/ – 2046\/01\/01 08:00$/)).toBeTruthy()
  endPages()
  server = startPages(person())
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(0)
  await show(openTime)
  expect(screen.getByText(/ – 2046\/01\/01 08:00（北京时间）$/)).toBeTruthy()
  vi.restoreAllMocks()
})

test('the button changes by itself when the open time comes', async () => {
  await show({ is_lock: 1, open_time: formatChina(NOW + 30_000) })
  expect(await screen.findByRole('button', { name: '提交解封申请' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  expect(await screen.findByRole('button', { name: '解封' })).toBeTruthy()
})

it('the list, in which another one may have been tapped, asks 确定解封该胶囊吗？ under the title, and then leads to 点击解封', async () => {
  const user = await show(PAST)
  await user.click(await screen.findByRole('button', { name: '解封' }))
  const question = await screen.findByRole('alertdialog', { name: '《今晚的风》' })
  within(question).getByText('确定解封该胶囊吗？')
  expect(within(question).queryByText('提示')).toBeNull()
  await user.click(within(question).getByRole('button', { name: '确定' }))
  await screen.findByRole('button', { name: '点击解封' })
})

it('a notice of the day leads straight to 点击解封', async () => {
  server.answer('capsuleDetail', detailOf(card(PAST)))
  await openPage('/subPages/me/capsuleDetail', { id: '3', isOther: '0' })
  await screen.findByRole('button', { name: '点击解封' })
  expect(history.location.href).toBe('/pages/unseal?id=3')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('shows that an application was rejected, and why', async () => {
  await show({}, application('rejected', '请写明原因'))
  await screen.findByText('提前解封申请未通过')
  expect(screen.getByLabelText('审核答复').textContent).toBe('请写明原因')
  await screen.findByRole('button', { name: '提前解封' })
})

it('shows that an application was approved since the list was read: it may be opened now', async () => {
  await show({ status: 3 }, { status: 4, ...application('approved', '愿她早日康复') })
  await screen.findByText('提前解封申请已通过')
  await screen.findByText('愿她早日康复')
  await screen.findByRole('button', { name: '解封' })
  expect(within(screen.getByRole('dialog')).queryByText(/^还有/)).toBeNull()
})

it('speaks of no application once the open time has come', async () => {
  await show(PAST, application('rejected', '请写明原因'))
  await screen.findByRole('button', { name: '解封' })
  expect(server.asked()).toContain('capsuleDetail')
  expect(screen.queryByText('提前解封申请未通过')).toBeNull()
})

it.each([
  [0, '送达记录与联系人'],
  [1, '送达记录'],
] as const)('of type %o leads to %s', async (type, name) => {
  const user = await show({ type })
  await user.click(await screen.findByRole('button', { name }))
  expect(history.location.pathname).toBe('/subPages/me/notices')
  expect(history.location.search).toContain('id=3')
})

test('the badge of a card says what has become of the capsule', async () => {
  const cards = [
    ['提前解封', { status: 3 }],
    ['可解封', { status: 4 }],
    ['可解封', PAST],
    ['可解封', { status: 3, ...PAST }],
  ] as const
  const tag = (nth: number) => `第${nth}枚`
  server.answer(
    'myClosedCapsules',
    listed(...cards.map(([, fields], nth) => card({ ...fields, id: String(nth), long_tag: tag(nth) }))),
  )
  await openPage('/subPages/me/meCapsule')
  for (const [nth, [badge]] of cards.entries())
    expect((await screen.findByRole('button', { name: new RegExp(tag(nth)) })).textContent).toContain(badge)
})

test('the card of a capsule that waits for its time has none, and says how long', async () => {
  server.answer('myClosedCapsules', listed(card({ is_lock: 1 })))
  await openPage('/subPages/me/meCapsule')
  const { textContent } = await screen.findByRole('button', { name: /今晚的风/ })
  expect(textContent).not.toMatch(/解封/)
  expect(textContent).toMatch(/还有 (1小时|59分钟)(?!\d)/)
})
