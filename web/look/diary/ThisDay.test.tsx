// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ThisDayRow } from '#contract/diary.ts'
import type { User } from '#contract/profile.ts'
import { parseChina } from '#contract/time.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { here } from '#web/ui/location.ts'
import { diary, listed, sealed } from './diary.fixture.ts'
import { showAgain, useHidden } from './hiddenDay.ts'

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', function observer() {
    return { observe: () => undefined, disconnect: () => undefined }
  })
})
afterEach(() => {
  endPages()
  showAgain()
})

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

const region = () => screen.queryByRole('region', { name: '那年今日' })

it('✕ hides it for today only, and 撤销 brings it back', async () => {
  const { server, user } = await list()
  await user.click(await screen.findByRole('button', { name: '今天不看那年今日' }))
  await screen.findByText('今天不再显示那年今日')
  expect(region()).toBeNull()
  await user.click(screen.getByRole('button', { name: '撤销' }))
  expect(region()).toBeTruthy()
  expect(server.asked()).not.toContain('userInfoUpdate')
})

it('hidden today it is not asked for again until tomorrow, and shown to others', async () => {
  const { user } = await list()
  await user.click(await screen.findByRole('button', { name: '今天不看那年今日' }))
  const reload = async (fields: Partial<User>, china: string) => {
    const kept = localStorage.getItem('thisDayHidden')
    endPages()
    const server = startPages(person(fields))
    localStorage.setItem('thisDayHidden', kept!)
    await useHidden.persist.rehydrate()
    vi.setSystemTime(parseChina(china)!)
    server.answer('diaryList', listed([]))
    server.answer('diaryThisDay', listed(ROWS))
    await openPage('/subPages/diary/diaryList')
    await screen.findByText('暂无日记~')
    return server
  }
  expect((await reload({}, '2026-11-21 23:59:00')).asked()).not.toContain('diaryThisDay')
  expect(region()).toBeNull()
  await reload({ id: '8' }, '2026-11-21 23:59:00')
  expect(region()).toBeTruthy()
  await reload({}, '2026-11-22 00:00:00')
  expect(region()).toBeTruthy()
})

it('the list waits for it, so that nothing moves when it comes', async () => {
  const { server, answer } = await slow()
  await waitFor(() => expect(server.asked()).toContain('diaryList'))
  expect(screen.queryByText('第9篇')).toBeNull()
  answer()
  await screen.findByText('第9篇')
  expect(region()).toBeTruthy()
})

it('the list does not wait long, and what comes too late does not push it down', async () => {
  const { server, answer } = await slow()
  await waitFor(() => expect(server.asked()).toContain('diaryList'))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByText('第9篇')).toBeNull()
  act(() => vi.advanceTimersByTime(1_000))
  await screen.findByText('第9篇')
  answer()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(region()).toBeNull()
})

it('where the list itself takes long, what came before it stands above it', async () => {
  const server = begin()
  let come = () => {}
  server.answer('diaryList', new Promise((resolve) => (come = () => resolve(listed([diary('9', '2026-11-21')])))))
  server.answer('diaryThisDay', new Promise((resolve) => setTimeout(() => resolve(listed(ROWS)), 2_000)))
  await openPage('/subPages/diary/diaryList')
  await waitFor(() => expect(server.asked()).toContain('diaryThisDay'))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  come()
  await screen.findByText('第9篇')
  expect(region()).toBeTruthy()
})

it('where it does not come the list stands without it', async () => {
  const server = begin()
  server.answer('diaryThisDay', { code: 5000, message: '服务器错误' })
  await openPage('/subPages/diary/diaryList')
  await screen.findByText('第9篇')
  expect(region()).toBeNull()
})

function begin() {
  const server = startPages(person())
  vi.setSystemTime(new Date('2026-11-21T04:00:00Z'))
  server.answer('diaryList', listed([diary('9', '2026-11-21')]))
  return server
}

/** Holds the answer with the memories back until `answer` is called. */
async function slow() {
  const server = begin()
  let come = (_: ReturnType<typeof listed<ThisDayRow>>) => {}
  server.answer(
    'diaryThisDay',
    new Promise((resolve) => {
      come = resolve
    }),
  )
  await openPage('/subPages/diary/diaryList')
  return { server, answer: () => come(listed(ROWS)) }
}

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
