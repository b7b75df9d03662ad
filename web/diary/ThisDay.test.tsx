// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ThisDayRow } from '#contract/diary.ts'
import type { User } from '#contract/profile.ts'
import { here } from '#web/ui/location.ts'
import { endPages, openPage, person, startPages } from '../../test/page.tsx'
import { diary, listed, sealed } from './diary.fixture.ts'

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', function observer() {
    return { observe: () => undefined, disconnect: () => undefined }
  })
})
afterEach(endPages)

const ROWS: ThisDayRow[] = [
  { ...diary('1', '2025-11-21'), years: 1 },
  { ...sealed('2', '2020-11-21', { type: 0, status: 2 }), years: 6 },
]

async function list(fields: Partial<User> = {}, query = {}) {
  const server = startPages(person(fields))
  vi.setSystemTime(new Date('2026-11-21T04:00:00Z'))
  server.answer('diaryList', listed([]))
  server.answer('diaryThisDay', listed(ROWS))
  const user = await openPage('/subPages/diary/diaryList', query)
  await screen.findByText('暂无日记~')
  return { server, user }
}

it('on top of the current month stands what was written on this day in earlier years', async () => {
  const { user } = await list()
  const card = within(await screen.findByRole('region', { name: '那年今日' }))
  expect(card.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '1年前的今天日记第1篇',
    '6年前的今天时光胶囊第2篇',
  ])
  await user.click(card.getByRole('button', { name: /第2篇/ }))
  await waitFor(() => expect(here()).toBe('/subPages/me/capsuleDetail?id=2&isOther=0'))
})

it('更多 reads on', async () => {
  const { server, user } = await list()
  await screen.findByText('第1篇')
  server.answer('diaryThisDay', listed([{ ...diary('3', '2019-11-21'), years: 7 }]))
  await user.click(screen.getByRole('button', { name: '更多' }))
  await screen.findByText('7年前的今天')
  expect(server.sent('diaryThisDay')).toEqual([
    { pageSize: 2, page: 1 },
    { pageSize: 2, page: 2 },
  ])
  expect(screen.queryByRole('button', { name: '更多' })).toBeNull()
})

it.each([
  ['an earlier month', {}, { month: '2026-10' }],
  ['somebody who turned it off', { show_this_day: 0 as const }, {}],
])('is not asked for in %s', async (_name, fields, query) => {
  const { server } = await list(fields, query)
  expect(server.asked()).toContain('userInfo')
  expect(server.asked()).not.toContain('diaryThisDay')
})

it('is turned off there, and says where it can be turned on again', async () => {
  const { server, user } = await list()
  server.change('userInfoUpdate', { show_this_day: 0 })
  await user.click(await screen.findByRole('button', { name: '不再显示那年今日' }))
  await screen.findByText('已关闭，可在设置中重新打开')
  await waitFor(() => expect(screen.queryByText('那年今日')).toBeNull())
  expect(server.sent('userInfoUpdate')).toEqual([{ show_this_day: 0 }])
})

it('the switch of the settings turns it on', async () => {
  const server = startPages(person({ show_this_day: 0 }))
  const user = await openPage('/subPages/me/setting')
  const control = await screen.findByRole('switch', { name: '那年今日' })
  expect(control.getAttribute('aria-checked')).toBe('false')
  server.change('userInfoUpdate', { show_this_day: 1 })
  await user.click(control)
  await waitFor(() => expect(server.sent('userInfoUpdate')).toEqual([{ show_this_day: 1 }]))
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'))
})
