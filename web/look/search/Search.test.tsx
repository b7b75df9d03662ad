import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { KEYWORD_MAX_CHARS, PAGE_SIZE, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { KEYWORD_EMPTY, KEYWORD_LONG, SEARCH_EMPTY } from '#contract/search.ts'
import { endPages, ok, person, type StandIn, startPages } from '#test/page.tsx'
import { queryClient } from '#web/client/queryClient.ts'
import { Asks } from '#web/ui/ask.tsx'
import { goTo, here, history } from '#web/ui/location.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { Search, type SearchStep } from './Search.tsx'

let server: StandIn
let reachEnds: () => void = () => undefined
const onCapsule = vi.fn()
const onLook = vi.fn()

beforeEach(() => {
  server = startPages(person())
  server.answer('searchList', hints(['毕业', '给妈妈'], ['海', '雪']))
  server.answer('searchOwner', owners('看海的人'))
  server.answer('capsuleSearch', capsules('那年的海'))
  const ends = new Set<() => void>()
  reachEnds = () =>
    act(() => {
      for (const reach of ends) reach()
    })
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      reach: () => void
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.reach = () => seen([{ isIntersecting: true }])
      }
      observe = () => void ends.add(this.reach)
      unobserve() {}
      disconnect = () => void ends.delete(this.reach)
    },
  )
  vi.stubGlobal('ResizeObserver', function observer() {
    return { observe() {}, unobserve() {}, disconnect() {} }
  })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(() => {
  endPages()
  onCapsule.mockReset()
  onLook.mockReset()
})

const hints = (hot: string[], record: string[]) =>
  ok({
    hot: hot.map((keyword) => ({ keyword })),
    record: record.map((keyword, index) => ({ id: String(index), keyword })),
  })
const marked = (text: string) => text.replace('海', '<em>海</em>')
const owners = (...nicknames: string[]) =>
  ok({
    users: nicknames.map((nickname, index) => ({
      id: `7${index}`,
      nickname,
      avatar: '',
      highlightHTML: marked(nickname),
    })),
  })
const capsules = (...titles: string[]) =>
  ok({
    capsules: titles.map((long_tag, index) => ({
      id: `3${index}`,
      type: 0 as const,
      colorIndex: index,
      long_tag,
      nickname: '小满',
      highlightHTML: marked(long_tag),
    })),
  })

function Home() {
  const [step, setStep] = useState<SearchStep>()
  return (
    <>
      <button type="button" onClick={() => setStep({ at: 'keyword' })}>
        找找看
      </button>
      <Search step={step} onStep={setStep} onCapsule={onCapsule} onLook={onLook} />
      <Toasts />
      <Asks />
    </>
  )
}

/** A page that one can search from, after another one. */
async function openHome() {
  goTo('/before')
  history.flush()
  goTo('/pages/home/home')
  history.flush()
  const router = createRouter({ history, routeTree: createRootRoute({ component: Home, notFoundComponent: Home }) })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await act(() => router.load())
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(await screen.findByRole('button', { name: '找找看' }))
  await keywordPopup()
  return user
}
type User = Awaited<ReturnType<typeof openHome>>

const keywordPopup = () => screen.findByRole('dialog', { name: '搜索' })
const resultsPopup = () => screen.findByRole('dialog', { name: '搜索结果' })
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '关键词' })
const button = (name: string) => screen.getByRole('button', { name })
/** Longer than two taps of one hand. */
const pause = () => act(() => vi.advanceTimersByTimeAsync(SEARCH_DEBOUNCE_MS))

async function searchFor(user: User, keyword: string) {
  await user.type(field(), `${keyword}{Enter}`)
  await screen.findByRole('tab', { name: /标题/ })
  await pause()
}
const turnTo = (user: User, group: RegExp) => user.click(screen.getByRole('tab', { name: group }))

it('search on Enter: the popup closes, the results open', async () => {
  const user = await openHome()
  await user.type(field(), ' 海 {Enter}')
  await resultsPopup()
  expect(screen.queryByRole('dialog', { name: '搜索' })).toBeNull()
  await waitFor(() => expect(server.sent('capsuleSearch')).toEqual([{ keyword: '海', page: 1 }]))
  expect(server.sent('searchOwner')).toEqual([{ keyword: '海', page: 1 }])
})

it('search on confirm, and the keyboard of a phone says so', async () => {
  const user = await openHome()
  expect(field().getAttribute('enterkeyhint')).toBe('search')
  await user.type(field(), '海')
  await user.click(button('搜索'))
  await resultsPopup()
})

it.each([
  ['  ', KEYWORD_EMPTY],
  ['海'.repeat(KEYWORD_MAX_CHARS + 1), KEYWORD_LONG],
])('the keyword %j is refused with its reason', async (keyword, reason) => {
  const user = await openHome()
  fireEvent.change(field(), { target: { value: keyword } })
  await user.type(field(), '{Enter}')
  expect((await screen.findByText(reason)).closest('[role="status"]')).toBeTruthy()
  expect(server.asked()).not.toContain('capsuleSearch')
  await keywordPopup()
})

it('the Enter that ends a composed word does not search', async () => {
  const user = await openHome()
  await user.type(field(), '海')
  for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
    expect(fireEvent.keyDown(field(), { key: 'Enter', ...composing })).toBe(false)
  }
  expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(true)
})

it('taps within half a second make one search, and the second falls on nothing', async () => {
  await openHome()
  const word = await screen.findByRole('button', { name: '毕业' })
  fireEvent.click(word)
  fireEvent.click(word)
  fireEvent.click(await screen.findByRole('button', { name: '修改关键词：毕业' }))
  await resultsPopup()
  await waitFor(() => expect(server.sent('capsuleSearch')).toHaveLength(1))
  await pause()
  fireEvent.click(button('修改关键词：毕业'))
  await keywordPopup()
})

it.each(['给妈妈', '雪'])('a tap on the hot or earlier word %s searches it', async (word) => {
  const user = await openHome()
  await user.click(await screen.findByRole('button', { name: word }))
  await resultsPopup()
  await waitFor(() => expect(server.sent('capsuleSearch')).toEqual([{ keyword: word, page: 1 }]))
})

it('hot words and history are hidden when there are none', async () => {
  server.answer('searchList', hints([], ['雪']))
  await openHome()
  await screen.findByRole('region', { name: '历史搜索' })
  expect(screen.queryByText('热门搜索')).toBeNull()
})

it('hints that did not come are asked for anew', async () => {
  server.answer('searchList', { code: 5000, message: '服务器错误' })
  const user = await openHome()
  await screen.findByText('服务器错误')
  server.answer('searchList', hints(['毕业'], []))
  await user.click(button('重试'))
  await screen.findByRole('button', { name: '毕业' })
})

it('the trash icon asks, then clears the history; no keeps it', async () => {
  const user = await openHome()
  await user.click(await screen.findByRole('button', { name: '清空历史记录' }))
  await screen.findByText('您确定清空历史记录吗？')
  await user.click(button('取消'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.asked()).not.toContain('deleteHistory')
  await user.click(await screen.findByRole('button', { name: '清空历史记录' }))
  await screen.findByRole('alertdialog')
  server.answer('searchList', hints(['毕业'], []))
  await user.click(button('确定'))
  await waitFor(() => expect(screen.queryByText('历史搜索')).toBeNull())
  expect(server.asked()).toContain('deleteHistory')
  await waitFor(() => expect(document.activeElement).toBe(field()))
})

it('what was looked for stands in the history when one comes back, and in the field', async () => {
  const user = await openHome()
  await screen.findByRole('button', { name: '雪' })
  server.answer('searchList', hints([], ['风', '海', '雪']))
  await searchFor(user, '风')
  await user.click(button('修改关键词：风'))
  await screen.findByRole('button', { name: '风' })
  expect(field().value).toBe('风')
})

it('the same keyword once more is a search of its own, which the history keeps', async () => {
  const user = await openHome()
  await searchFor(user, '海')
  await user.click(button('修改关键词：海'))
  await pause()
  await user.click(button('搜索'))
  await waitFor(() => expect(server.sent('capsuleSearch')).toHaveLength(2))
})

it('results are grouped under nickname and title', async () => {
  server.answer('capsuleSearch', capsules('那年的海', '海风'))
  const user = await openHome()
  await searchFor(user, '海')
  const people = screen.getByRole('region', { name: '昵称' })
  expect(
    within(people)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['看海的人'])
  expect(people.querySelector('em')?.textContent).toBe('海')
  expect(screen.getByRole('tab', { name: '昵称 1' }).getAttribute('aria-selected')).toBe('true')
  await turnTo(user, /标题 2/)
  const titles = await screen.findByRole('region', { name: '标题' })
  expect(
    within(titles)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['那年的海小满', '海风小满'])
  await waitFor(() => expect(people.hasAttribute('inert')).toBe(true))
})

it('the titles are shown first when no nickname was found', async () => {
  server.answer('searchOwner', owners())
  const user = await openHome()
  await searchFor(user, '海')
  expect(screen.getByRole('tab', { name: '标题 1' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('region', { name: '昵称' }).hasAttribute('inert')).toBe(true)
})

it('nothing but the hit of a title becomes an element', async () => {
  const [found] = capsules('海').data.capsules
  const highlightHTML = '&lt;b&gt;<b>旧</b><img src=x onerror=alert(1)><em onclick="x()">海<i>啊</i></em>'
  server.answer('capsuleSearch', ok({ capsules: [{ ...found!, highlightHTML }] }))
  const user = await openHome()
  await searchFor(user, '海')
  await turnTo(user, /标题/)
  const excerpt = (await screen.findByText('海啊')).parentElement!
  expect(excerpt.innerHTML).toBe('&lt;b&gt;旧<em>海啊</em>')
})

it('reads on at the end of the list', async () => {
  const titles = Array.from({ length: PAGE_SIZE }, (_, index) => `海${index}`)
  server.answer('capsuleSearch', capsules(...titles))
  const user = await openHome()
  await searchFor(user, '海')
  await screen.findByRole('tab', { name: '标题 15+' })
  reachEnds()
  await waitFor(() => expect(server.sent('capsuleSearch')).toEqual([1, 2].map((page) => ({ keyword: '海', page }))))
})

it('says when nothing was found, and leads to another keyword', async () => {
  server.answer('searchOwner', owners())
  server.answer('capsuleSearch', capsules())
  const user = await openHome()
  await searchFor(user, '龘')
  expect(screen.getAllByText(SEARCH_EMPTY)).toHaveLength(2)
  await user.click(screen.getAllByRole('button', { name: '换个关键词' })[0]!)
  await keywordPopup()
  await waitFor(() => expect(document.activeElement).toBe(field()))
})

it('a group that failed is tried again alone', async () => {
  server.answer('searchOwner', { code: 5000, message: '服务器错误' })
  const user = await openHome()
  await searchFor(user, '海')
  await screen.findByText('服务器错误')
  server.answer('searchOwner', owners('看海的人'))
  await user.click(button('重试'))
  await screen.findByRole('tab', { name: '昵称 1' })
  expect(server.sent('capsuleSearch')).toHaveLength(1)
})

it('a title leads to its capsule', async () => {
  const user = await openHome()
  await searchFor(user, '海')
  await turnTo(user, /标题/)
  await user.click(await screen.findByRole('button', { name: /那年的海/ }))
  expect(onCapsule).toHaveBeenCalledExactlyOnceWith('30')
})

it('a nickname leads to the home of that person', async () => {
  const user = await openHome()
  await searchFor(user, '海')
  await user.click(screen.getByRole('button', { name: '看海的人' }))
  const query = new URLSearchParams({ user_id: '70', userName: '看海的人' })
  await waitFor(() => expect(here()).toBe(`/subPages/me/userHome?${query}`))
})

test('close clears the state', async () => {
  const user = await openHome()
  await searchFor(user, '海')
  await user.click(button('关闭'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(button('找找看'))
  await keywordPopup()
  expect(field().value).toBe('')
})

it('the focus begins in the field, moves on with each step, and returns where it came from', async () => {
  const user = await openHome()
  await waitFor(() => expect(document.activeElement).toBe(field()))
  await user.keyboard('海{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: '搜索结果' })))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button('找找看')))
})

it('the way back closes the popup and not the page; closed, it leads back', async () => {
  await openHome()
  await act(async () => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(here()).toBe('/pages/home/home')
  await act(async () => history.back())
  await waitFor(() => expect(here()).toBe('/before'))
})
