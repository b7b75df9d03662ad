// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DELETE_ASK, DELETED_HINT } from '#contract/deleted.ts'
import type { DeletedRow } from '#contract/diary.ts'
import { PAGES } from '#contract/pages.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, ok, openPage, pageOf, person, startPages, windowOf } from '#test/page.tsx'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { cachedInTab, cacheInTab } from '#web/client/sessionCache.ts'
import { go, here } from '#web/ui/location.ts'
import { diary, listed, ordinary } from './diary.fixture.ts'

afterEach(endPages)

const HOUR_MS = 3_600_000
const deleted = (id: string, hoursLeft: number, fields: Partial<DeletedRow> = {}): DeletedRow => ({
  id,
  date: '2026-11-20',
  week: '星期五',
  title: `第${id}篇`,
  excerpt: '',
  gone_at: formatChina(Date.now() + hoursLeft * HOUR_MS),
  ...fields,
})

async function bin(rows: DeletedRow[]) {
  const server = startPages(person())
  server.answer('deletedDiaries', ok({ capsules: pageOf(rows) }))
  const user = await openPage(PAGES.deletedDiaries, {})
  return { server, user }
}

it('最近删除 says how long each diary stays, and that it is gone afterwards', async () => {
  await bin([deleted('1', 6 * 24 + 2, { title: '桂花', excerpt: '桂花\n落了一地' }), deleted('2', 2)])
  const [one, two] = await screen.findAllByRole('article')
  within(one!).getByText('还剩7天')
  within(one!).getByText('桂花')
  within(one!).getByText('落了一地')
  within(one!).getByText('2026/11/20 星期五')
  within(two!).getByText('还剩1天')
  screen.getByText(DELETED_HINT)
})

it('one that is restored is gone from there', async () => {
  const { server, user } = await bin([deleted('1', 100), deleted('2', 90)])
  await screen.findByText('第1篇')
  server.answer('deletedDiaries', ok({ capsules: pageOf([deleted('2', 90)]) }))
  await user.click(screen.getByRole('button', { name: '恢复2026/11/20的日记「第1篇」' }))
  await screen.findByText('已恢复')
  expect(server.sent('restoreDiary')).toEqual([{ capsule_id: '1' }])
  await waitFor(() => expect(screen.queryByText('第1篇')).toBeNull())
  screen.getByText('第2篇')
})

it.each([
  ['one less', [deleted('2', 90)]],
  ['another in its place', [deleted('2', 90), deleted('3', 80)]],
])('anyone who restores one by keys goes on in the list, which has %s', async (_, left) => {
  const { server, user } = await bin([deleted('1', 100), deleted('2', 90)])
  await screen.findByText('第1篇')
  server.answer('deletedDiaries', ok({ capsules: pageOf(left) }))
  screen.getByRole('button', { name: '恢复2026/11/20的日记「第1篇」' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: '删除的日记' })))
})

it('one whose day comes while the page stands open is gone from it within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'], shouldAdvanceTime: false })
  try {
    const { server } = await bin([deleted('1', 0.01), deleted('2', 90)])
    await screen.findByText('第1篇')
    expect(server.asked().filter((name) => name === 'deletedDiaries')).toHaveLength(1)
    server.answer('deletedDiaries', ok({ capsules: pageOf([deleted('2', 90)]) }))
    act(() => vi.advanceTimersByTime(60_000))
    await waitFor(() => expect(screen.queryByText('第1篇')).toBeNull())
    screen.getByText('第2篇')
  } finally {
    vi.useRealTimers()
  }
})

it('where nothing was deleted it says so, and leads back to the diaries', async () => {
  const { user } = await bin([])
  await screen.findByText('最近没有删除的日记~')
  expect(screen.queryByText(DELETED_HINT)).toBeNull()
  await user.click(screen.getByRole('button', { name: '返回日记' }))
  await waitFor(() => expect(here()).toBe(PAGES.diaryList))
})

async function read() {
  const server = startPages(person())
  windowOf(390)
  server.answer('capsuleDetail', detailOf(ordinary('<p>雨</p>')))
  server.answer('diaryList', listed([diary('3', '2026-11-20')]))
  go('diaryList')
  const user = await openPage(PAGES.previewDiary, { id: '3' })
  await screen.findByText('雨')
  return { server, user }
}

it('a diary is deleted once it was asked, in words that say what will be gone, and nothing of it stays here', async () => {
  const { server, user } = await read()
  cacheInTab('diaryDetail3', ordinary('<p>雨</p>'))
  await user.click(screen.getByRole('button', { name: '删除' }))
  const dialog = await screen.findByRole('alertdialog')
  within(dialog).getByText(DELETE_ASK)
  server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
  await user.click(within(dialog).getByRole('button', { name: '删除' }))
  await screen.findByText('已移到最近删除')
  expect(server.sent('deleteDiary')).toEqual([{ capsule_id: '3' }])
  await waitFor(() => expect(here()).toBe(PAGES.diaryList))
  expect(cachedInTab('diaryDetail3')).toBeUndefined()
})

it('anyone who has gone elsewhere while it is being deleted stays there', async () => {
  const { server, user } = await read()
  let hear = () => {}
  const heard = new Promise<void>((resolve) => {
    hear = resolve
  })
  server.answer(
    'deleteDiary',
    heard.then(() => ok({})),
  )
  await user.click(screen.getByRole('button', { name: '删除' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(server.asked()).toContain('deleteDiary'))
  act(() => go('me'))
  await waitFor(() => expect(here()).toBe(PAGES.me))
  hear()
  await screen.findByText('已移到最近删除')
  expect(here()).toBe(PAGES.me)
})

it('anyone who thinks better of it keeps the diary', async () => {
  const { server, user } = await read()
  await user.click(screen.getByRole('button', { name: '删除' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.asked()).not.toContain('deleteDiary')
  screen.getByText('雨')
})

it('a refusal is told, and the diary stays', async () => {
  const { server, user } = await read()
  server.answer('deleteDiary', { code: 2, message: '封存过的内容不能删除' })
  await user.click(screen.getByRole('button', { name: '删除' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  await screen.findByText('封存过的内容不能删除')
  expect(here()).toBe(`${PAGES.previewDiary}?id=3`)
})

it('the list of diaries leads there', async () => {
  const server = startPages(person())
  server.answer('diaryList', listed([diary('3', '2026-11-20')]))
  server.answer('deletedDiaries', ok({ capsules: pageOf([]) }))
  const user = await openPage(PAGES.diaryList, {})
  await user.click(await screen.findByRole('button', { name: '最近删除' }))
  await waitFor(() => expect(here()).toBe(PAGES.deletedDiaries))
  await screen.findByRole('heading', { name: '最近删除' })
})
