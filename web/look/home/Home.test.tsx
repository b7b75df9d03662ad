import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Output } from '#contract/calls.ts'
import type { PublicCard } from '#contract/capsule.ts'
import { HOME_REFRESH_MS, SEARCH_DEBOUNCE_MS, TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { PUBLIC_EMPTY } from '#contract/social.ts'
import { dateText } from '#contract/time.ts'
import { endPages, ok, openPage, pageOf, person, type StandIn, silence, startPages } from '#test/page.tsx'
import { detailOf, sealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { them, walkedCards } from '#web/people/social/social.fixture.ts'
import { goTo, here, history } from '#web/ui/location.ts'
import { publicCapsule, publicCapsules } from './capsules.fixture.ts'

let server: StandIn

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  server = startPages(person())
  still()
  for (const name of ['ResizeObserver', 'IntersectionObserver']) vi.stubGlobal(name, Observer)
})
afterEach(endPages)

/** Stops the animation frames: in ten minutes there would be thousands. */
function still() {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
}
const page = (capsules: PublicCard[], next = '') => server.answer('capsuleOpenList', ok({ capsules, next }))
const asked = () => server.sent('capsuleOpenList')
const first = { pageSize: 25, page: 1 }
const titles = () =>
  within(screen.getByRole('list', { name: '公开的胶囊' }))
    .getAllByRole('button')
    .map((button) => /胶囊\d+/.exec(button.textContent!)?.[0])
const tenMinutes = () => act(() => vi.advanceTimersByTimeAsync(HOME_REFRESH_MS))
const another = () => screen.getByRole('button', { name: '换一批' })

async function arrive(query = {}) {
  const user = await openPage(PAGES.home, query)
  await screen.findByRole('list', { name: '公开的胶囊' })
  return user
}

it('the home asks for the 25 newest public capsules', async () => {
  page(publicCapsules(25))
  await arrive()
  expect(titles()).toHaveLength(25)
  expect(asked()).toEqual([first])
})

it('every ten minutes it shows the page after the one read last, asked from where that ended', async () => {
  page(publicCapsules(25), '1700_25')
  await arrive()
  page(publicCapsules(25, 26), '1600_50')
  await tenMinutes()
  await waitFor(() => expect(titles()).toContain('胶囊26'))
  expect(titles()).not.toContain('胶囊1')
  await tenMinutes()
  expect(asked()).toEqual([
    first,
    { pageSize: 25, page: 2, after: '1700_25' },
    { pageSize: 25, page: 3, after: '1600_50' },
  ])
})

it.each([
  [21, 2],
  [20, 1],
])('after a page of %i capsules comes page %i', async (count, next) => {
  page(publicCapsules(count))
  await arrive()
  await tenMinutes()
  expect(asked()).toEqual([first, { pageSize: 25, page: next }])
})

it('an empty refresh keeps what is shown, and the next one begins anew', async () => {
  page(publicCapsules(25), '1700_25')
  await arrive()
  page([])
  await tenMinutes()
  expect(titles()).toHaveLength(25)
  await tenMinutes()
  expect(asked().at(-1)).toEqual(first)
})

it('a refresh that fails keeps what is shown, and the next one asks the same', async () => {
  page(publicCapsules(25), '1700_25')
  await arrive()
  server.answer('capsuleOpenList', silence())
  await tenMinutes()
  expect(titles()).toHaveLength(25)
  expect(screen.queryByRole('alert')).toBeNull()
  await tenMinutes()
  expect(asked().slice(1)).toEqual(Array(2).fill({ pageSize: 25, page: 2, after: '1700_25' }))
})

it('换一批 does the same at once, one at a time, and puts off the next refresh', async () => {
  page(publicCapsules(25), '1700_25')
  const user = await arrive()
  let come: (answer: { code: 1000; data: Output<'capsuleOpenList'> }) => void = () => undefined
  server.answer('capsuleOpenList', new Promise((resolve) => (come = resolve)))
  await act(() => vi.advanceTimersByTimeAsync(HOME_REFRESH_MS - 5_000))
  await user.dblClick(another())
  expect(another().getAttribute('aria-busy')).toBe('true')
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await user.click(another())
  expect(asked()).toHaveLength(2)
  await act(async () => come(ok({ capsules: publicCapsules(25, 26), next: '' })))
  await waitFor(() => expect(titles()).toContain('胶囊26'))
  expect(another().getAttribute('aria-busy')).toBeNull()
})

it('换一批 says so when there is nothing new, and why when it failed', async () => {
  page(publicCapsules(5))
  const user = await arrive()
  await user.click(another())
  await screen.findByText('暂时没有新的胶囊~')
  server.answer('capsuleOpenList', { code: 5000, message: '服务器开小差了' })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await user.click(another())
  await screen.findByText('服务器开小差了')
  expect(titles()).toHaveLength(5)
})

it('before anybody has made a capsule public it says so, and leads to making one', async () => {
  page([])
  const user = await openPage(PAGES.home)
  await screen.findByText('暂无公开胶囊~')
  await user.click(screen.getByRole('button', { name: '封存我的第一枚胶囊' }))
  await waitFor(() => expect(here()).toBe(PAGES.timeCapsule))
})

it('what did not come says why and can be asked for again', async () => {
  server.answer('capsuleOpenList', { code: 5000, message: '服务器开小差了' })
  const user = await openPage(PAGES.home)
  await screen.findByText('服务器开小差了')
  page(publicCapsules(3))
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('list', { name: '公开的胶囊' })
})

it('the same capsules can be read down a list, and the device remembers that', async () => {
  page([publicCapsule(1, { long_tag: '一二三四五六七八九十一二三四五六' })])
  const user = await arrive()
  expect(screen.queryByText('一二三四五六七八九十一二三四五六')).toBeNull()
  await user.click(screen.getByRole('button', { name: '列表', pressed: false }))
  screen.getByText('一二三四五六七八九十一二三四五六')
  endPages()
  const kept = localStorage.getItem('homeView')
  server = startPages(person())
  localStorage.setItem('homeView', kept!)
  vi.stubGlobal('ResizeObserver', undefined)
  page(publicCapsules(1))
  await arrive()
  screen.getByRole('button', { name: '列表', pressed: true })
})

const detail = (more: Partial<Output<'capsuleDetail'>['capsule']> = {}, is_mine: 0 | 1 = 0) =>
  server.answer(
    'capsuleDetail',
    ok({
      capsule: { ...publicCapsule(3), revision: 1, ...more },
      is_mine,
      is_love: 1,
    } satisfies Output<'capsuleDetail'>),
  )

async function tap() {
  page(publicCapsules(25))
  const user = await arrive()
  await user.click(screen.getByRole('button', { name: /^胶囊3阿禾/ }))
  return { user, popup: await screen.findByRole('dialog', { name: '胶囊' }) }
}

it('a tapped capsule shows whose it is, its title in hashes, how many love it, and the way to its detail', async () => {
  detail()
  const { user, popup } = await tap()
  await within(popup).findByText('#胶囊3#')
  expect(server.sent('capsuleDetail')).toEqual([{ capsule_id: '3' }])
  within(popup).getByRole('button', { name: '喜欢，3', pressed: true })
  within(popup).getByRole('button', { name: '阿禾' })
  await user.click(within(popup).getByRole('button', { name: '查看详情' }))
  await waitFor(() => expect(here()).toBe(`${PAGES.capsuleDetail}?id=3&isOther=1`))
})

it("one's own capsule leads to one's own detail", async () => {
  detail({}, 1)
  const { user } = await tap()
  await user.click(await screen.findByRole('button', { name: '查看详情' }))
  await waitFor(() => expect(here()).toBe(`${PAGES.capsuleDetail}?id=3&isOther=0`))
})

it('the nickname leads to their home', async () => {
  detail()
  const { user } = await tap()
  const places: string[] = []
  const leave = history.subscribe(() => places.push(here()))
  await user.click(await screen.findByRole('button', { name: '阿禾' }))
  leave()
  expect(places[0]).toBe(`${PAGES.userHome}?user_id=9&userName=${encodeURIComponent('阿禾')}`)
})

it('somebody who has left has no home', async () => {
  detail({ user: { id: '9', nickname: '', avatar: '', sex: '', cancelled: 1 } })
  const { user } = await tap()
  await user.click(await screen.findByRole('button', { name: '该用户已注销' }))
  await waitFor(() => expect(screen.getByRole('status', { hidden: true }).textContent).toBe('该用户已注销'))
  expect(here()).toBe(PAGES.home)
})

it('a capsule that cannot be shown says why, and closes after 1.5 seconds', async () => {
  server.answer('capsuleDetail', { code: 1004, message: '胶囊不存在' })
  await tap()
  await screen.findByText('胶囊不存在')
  expect(screen.getByRole('dialog', { name: '胶囊' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(TOAST_THEN_BACK_MS))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(here()).toBe(PAGES.home)
})

const results = () => screen.findByRole('dialog', { name: '搜索结果' })

/** Searches for 雪: there is a capsule of that name, and a person. */
async function searchForSnow() {
  const user = await arrive()
  const [found, person] = [publicCapsule(3, { long_tag: '初雪' }), { id: '8', nickname: '雪人', avatar: '' }]
  server.answer('searchList', ok({ hot: [], record: [] }))
  server.answer('capsuleSearch', ok({ capsules: [{ ...found, nickname: '阿禾', highlightHTML: '初<em>雪</em>' }] }))
  server.answer('searchOwner', ok({ users: [{ ...person, highlightHTML: '<em>雪</em>人' }] }))
  await user.click(screen.getByRole('button', { name: '搜索' }))
  await user.type(await screen.findByRole('textbox', { name: '关键词' }), '雪{Enter}')
  await screen.findByRole('tab', { name: '标题 1' })
  await act(() => vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS))
  return user
}

it('a capsule of the results stands over them; one that cannot be shown leads back to them', async () => {
  page(publicCapsules(25))
  server.answer('capsuleDetail', { code: 1004, message: '胶囊不存在' })
  const user = await searchForSnow()
  await user.click(screen.getByRole('tab', { name: '标题 1' }))
  await user.click(within(await results()).getByRole('button', { name: /初雪/ }))
  await screen.findByText('胶囊不存在')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '搜索结果' })).toBeNull())
  await act(() => vi.advanceTimersByTimeAsync(TOAST_THEN_BACK_MS))
  expect(within(await results()).getByRole('button', { name: /初雪/ })).toBeTruthy()
})

it('who comes back from a person that was found sees what was found again', async () => {
  page(publicCapsules(25))
  server.answer('userDetail', ok({ user: them({ id: '8', nickname: '雪人' }) }))
  server.answer('userCapsules', ok(walkedCards([])))
  const user = await searchForSnow()
  await user.click(within(await results()).getByRole('button', { name: '雪人' }))
  await screen.findByText(PUBLIC_EMPTY)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => history.back())
  expect(within(await results()).getByRole('button', { name: '雪人' })).toBeTruthy()
  await waitFor(() => expect(here()).toBe(PAGES.home))
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent('capsuleSearch')).toHaveLength(1)
})

/** Opens the capsule that was found, from a scrolled list. */
async function lookAtFound() {
  page(publicCapsules(25))
  detail({ long_tag: '初雪' })
  const user = await searchForSnow()
  await user.click(screen.getByRole('tab', { name: '标题 1' }))
  const titles = await screen.findByRole('region', { name: '标题' })
  titles.scrollTop = 120
  await user.click(within(titles).getByRole('button', { name: /初雪/ }))
  await screen.findByRole('dialog', { name: '胶囊' })
  return user
}

/** Expects the results at the place where they were left. */
async function expectAsLeft() {
  await results()
  expect(screen.getByRole('tab', { name: '标题 1' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('region', { name: '标题' }).scrollTop).toBe(120)
}

it('who comes back from a capsule that was found sees the results as they were, scrolled where they were', async () => {
  const user = await lookAtFound()
  await user.click(await screen.findByRole('button', { name: '查看详情' }))
  await waitFor(() => expect(document.querySelector('[data-guide="field"]')).toBeNull())
  act(() => history.back())
  await expectAsLeft()
  expect(here()).toBe(PAGES.home)
  expect(server.sent('capsuleSearch')).toHaveLength(1)
  // Results that were closed do not come back.
  await user.click(screen.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  goTo(PAGES.me)
  await screen.findByRole('heading', { name: '我的' })
  act(() => history.back())
  await screen.findByRole('button', { name: '搜索' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each<[string, (user: Awaited<ReturnType<typeof arrive>>) => unknown]>([
  ['the way back', () => act(async () => window.history.back())],
  ['Escape', (user) => user.keyboard('{Escape}')],
])('%s leads from a capsule that was found to the results, and then to the field', async (_, step) => {
  const user = await lookAtFound()
  await step(user)
  await expectAsLeft()
  await step(user)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(here()).toBe(PAGES.home)
})

it('in the list no star stands behind the words, around the sphere they do', async () => {
  page(publicCapsules(1))
  localStorage.setItem('homeView', 'list')
  const user = await openPage(PAGES.home)
  await screen.findByRole('list', { name: '公开的胶囊' })
  await waitFor(() => expect(document.documentElement.dataset.stars).toBe('none'))
  await user.click(screen.getByRole('button', { name: '列表' }))
  await waitFor(() => expect(document.documentElement.dataset.stars).toBe('all'))
})

it('no gift is offered once nothing is written any more', async () => {
  endPages()
  server = startPages(person({ is_first: 1 }))
  localStorage.setItem('guided:7', '1')
  localStorage.setItem('ending', 'readonly 2027-06-01')
  page([])
  await openPage(PAGES.home)
  await screen.findByRole('complementary', { name: '停止运营公告' })
  expect(screen.queryByRole('dialog', { name: '新人礼包' })).toBeNull()
})

it('the gift that was put away comes back from its task, and the address forgets that', async () => {
  endPages()
  server = startPages(person({ is_first: 1 }))
  localStorage.setItem('guided:7', '1')
  page([])
  const gift = { id: 'gift', title: '领取新人礼包', text: '', done: 0, path: `${PAGES.home}?gift=1` } as const
  server.answer('taskList', ok({ tasks: [gift] }))
  const user = await openPage(PAGES.home)
  await user.click(
    within(await screen.findByRole('dialog', { name: '新人礼包' })).getByRole('button', { name: '关闭' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(async () => (location.hash = PAGES.taskCenter))
  await user.click(await screen.findByRole('button', { name: /领取新人礼包.*去完成/ }))
  await screen.findByRole('dialog', { name: '新人礼包' })
  expect(here()).toBe(PAGES.home)
})

it('one’s own sealed capsules are golden points with their day, a few of the next, and a tap leads to each', async () => {
  page(publicCapsules(25))
  const due = sealed({ id: '41', long_tag: '毕业那天' })
  const later = sealed({ id: '42', long_tag: '十年以后', open_time: '2046-05-01 08:00:00' })
  server.answer('myClosedCapsules', ok({ capsules: pageOf([due, later]) }))
  server.answer('capsuleDetail', detailOf(later))
  const user = await arrive()
  const points = within(await screen.findByRole('list', { name: '我封存的胶囊' })).getAllByRole('button')
  expect(points.map(({ textContent }) => textContent)).toEqual([dateText(due.open_time), '2046/05/01'])
  expect(server.sent('myClosedCapsules')).toEqual([{ pageSize: 4 }])
  await user.click(points[1]!)
  await waitFor(() => expect(here()).toBe('/subPages/me/capsuleDetail?id=42&isOther=0'))
})

it('who has sealed nothing sees no golden point', async () => {
  page(publicCapsules(25))
  await arrive()
  expect(screen.queryByRole('list', { name: '我封存的胶囊' })).toBeNull()
})

it.each(['closedSummary', 'myClosedCapsules'] as const)(
  'where %s fails the home stands without it, and asks once',
  async (name) => {
    page(publicCapsules(3))
    server.answer(name, { code: 5000, message: '服务器出错了' })
    await arrive()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(titles()).toHaveLength(3)
    expect(server.sent(name)).toHaveLength(1)
  },
)
