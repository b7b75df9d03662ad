import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import type { User } from '#contract/profile.ts'
import { endPages, ok, openPage, person, silence, startPages } from '#test/page.tsx'
import { opened } from '#web/capsule/media/shown.fixture.ts'
import { keepJwt } from '#web/client/linkJwt.ts'
import { history } from '#web/ui/location.ts'

afterEach(endPages)

const GIVE = '赠送胶囊'
const AUTHOR: Detail['user'] = { id: '9', nickname: '阿禾', avatar: '', sex: '0', cancelled: 0 }

/** The detail of a capsule by this author. */
async function detail(fields: Partial<Detail['user']> = {}, is_mine: 0 | 1 = 0, held: Partial<User> = {}) {
  const server = startPages(person(held))
  const { data } = opened([])
  server.answer('capsuleDetail', ok({ ...data, is_mine, capsule: { ...data.capsule, user: { ...AUTHOR, ...fields } } }))
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3', isOther: '1' })
  await screen.findByRole('heading', { name: '少年' })
  // It is seen for the first time: the ritual is ended, as by anybody who presses on.
  fireEvent.keyDown(window)
  return { server, user }
}

/** The picker, open: time 6, diary 5, forecast 4 are held unless said otherwise. */
async function picker(held: Partial<User> = {}) {
  const { server, user } = await detail({}, 0, held)
  await user.click(screen.getByRole('button', { name: GIVE }))
  const dialog = await screen.findByRole('dialog', { name: '选择要赠送的胶囊' })
  const count = await within(dialog).findByRole('textbox', { name: '时光胶囊' })
  const press = (name: string | RegExp) => user.click(within(dialog).getByRole('button', { name }))
  return { server, user, dialog, count: count as HTMLInputElement, press }
}
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

it('a gift of some of each kind: 赠送成功, and the picker closes', async () => {
  const { server, press } = await picker()
  await press('增加时光胶囊')
  await press('增加时光胶囊')
  await press('增加预测胶囊')
  await press('确认赠送 3 个')
  await screen.findByText('赠送成功')
  await gone()
  expect(server.sent('giveGift')).toEqual([{ user_id: '9', gift: { time: 2, diary: 0, forecast: 1 } }])
  await waitFor(() => expect(server.sent('userInfo').length).toBeGreaterThan(1))
})

it('at least one: 请至少选择一个胶囊数量', async () => {
  const { server, press } = await picker()
  await press('确认赠送')
  await screen.findByText('请至少选择一个胶囊数量', { selector: '[role="status"] *' })
  expect(server.asked()).not.toContain('giveGift')
})

it.each([
  ['what is left', 4, '4 个全都送出'],
  ['100', 250, '每种最多赠送100个'],
])('a number is bounded by %s, and says so', async (_bound, forecast_count, why) => {
  const { user, dialog, press } = await picker({ forecast_count })
  const count = within(dialog).getByRole('textbox', { name: '预测胶囊' }) as HTMLInputElement
  await user.type(count, '{End}')
  expect(count.value).toBe(String(Math.min(forecast_count, 100)))
  within(dialog).getByText(why)
  await press('增加预测胶囊')
  expect(count.value).toBe(String(Math.min(forecast_count, 100)))
  await user.clear(count)
  await user.type(count, '999')
  await user.tab()
  expect(count.value).toBe(String(Math.min(forecast_count, 100)))
})

it('a kind of which nothing is left cannot be given: its words say that it is short', async () => {
  const { dialog, count, press } = await picker({ time_count: 0 })
  within(dialog).getByText('时光胶囊不足')
  await press('增加时光胶囊')
  expect(count.value).toBe('0')
  await press('充值或兑换')
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/me/rechargeCenter'))
})

it('a double tap is one gift', async () => {
  const { server, user, dialog, press } = await picker()
  await press('增加时光胶囊')
  await user.dblClick(within(dialog).getByRole('button', { name: /^确认赠送/ }))
  await gone()
  expect(server.sent('giveGift')).toHaveLength(1)
})

it('a failure is silent and closes the picker; tried again it is the same gift', async () => {
  const { server, user, press } = await picker()
  server.answer('giveGift', silence())
  await press('增加时光胶囊')
  await press(/^确认赠送/)
  await gone()
  expect(screen.queryByText('请求出错，请稍后再试')).toBeNull()
  server.answer('giveGift', ok({}))
  vi.advanceTimersByTime(DOUBLE_TAP_GUARD_MS)
  await user.click(screen.getByRole('button', { name: GIVE }))
  await user.click(await screen.findByRole('button', { name: '增加时光胶囊' }))
  await user.click(screen.getByRole('button', { name: /^确认赠送/ }))
  await screen.findByText('赠送成功')
  expect(new Set(server.keys('giveGift')).size).toBe(1)
})

it('a refusal closes it too, and its words say what stood in the way', async () => {
  const { server, press } = await picker()
  server.answer('giveGift', { code: 2, message: '时光胶囊不足' })
  await press('增加时光胶囊')
  await press(/^确认赠送/)
  await screen.findByText('时光胶囊不足')
  await gone()
})

it.each([
  ['the own capsule', {}, 1 as const],
  ['a capsule of somebody who has left', { cancelled: 1 as const, nickname: '' }, 0 as const],
])('%s has no gift button', async (_whose, fields, is_mine) => {
  await detail(fields, is_mine)
  expect(screen.queryByRole('button', { name: GIVE })).toBeNull()
})

it('who came by a link gives nothing', async () => {
  startPages().answer('capsuleDetail', opened([]))
  keepJwt('3', 'of.a.link')
  await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await screen.findByRole('button', { name: '制作我的胶囊' })
  expect(screen.queryByRole('button', { name: GIVE })).toBeNull()
})
