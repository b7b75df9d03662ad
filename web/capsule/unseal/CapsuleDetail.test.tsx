// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { endPages, ok, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { author, publicCard } from '#web/people/social/social.fixture.ts'
import { here, history } from '#web/ui/location.ts'
import { detailOf, unsealed } from './sealed.fixture.ts'

const RITUAL_MS = 1_500
const RITUAL = '胶囊正在打开'
const OTHERS = { isOther: '1' }
let server: StandIn

afterEach(endPages)

/** Looks at this public capsule of somebody else's, as the first of a visit. */
async function look(id: string) {
  server = startPages(person())
  await act(async () => answer(id))
  return openPage(PAGES.capsuleDetail, { id, ...OTHERS })
}
const answer = (id: string, is_mine: 0 | 1 = 0) =>
  server.answer('capsuleDetail', detailOf(unsealed({ id, is_public: 1, long_tag: `第${id}枚`, user: author }), is_mine))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const ritual = () => screen.queryByRole('main', { name: RITUAL })
const list = (ids: readonly string[], next = '') =>
  server.answer('capsuleOpenList', ok({ capsules: ids.map((id) => publicCard(id)), next }))
const another = () => screen.getByRole('button', { name: '再拆一枚' })
const isAt = (id: string) => waitFor(() => expect(here()).toBe(`${PAGES.capsuleDetail}?id=${id}&isOther=1`))

it('the first public capsule of a visit comes with the whole ritual, and its text is there from the start', async () => {
  await look('31')
  await screen.findByRole('main', { name: RITUAL })
  screen.getByText('海边的旅行')
  await pass(RITUAL_MS)
  expect(ritual()).toBeNull()
  const article = screen.getByRole('article', { name: '第31枚' })
  expect(article).toBe(document.activeElement)
  expect(article.hasAttribute('data-reveals')).toBe(false)
})

it('while it is on its way there is the night it comes out of', async () => {
  server = startPages(person())
  server.answer('capsuleDetail', new Promise(() => undefined) as never)
  await openPage(PAGES.capsuleDetail, { id: '31', ...OTHERS })
  await screen.findByRole('heading', { level: 1, name: '胶囊详情' })
  expect(document.documentElement.dataset.mood).toBe('universe')
})

it('the next one comes in the short motion, once, and 再拆一枚 leads there in the place of the one before', async () => {
  const user = await look('31')
  await pass(RITUAL_MS)
  const steps = history.length
  list(['31', '32'])
  answer('32')
  await user.click(another())
  await isAt('32')
  expect(history.length).toBe(steps)
  const article = await screen.findByRole('article', { name: '第32枚' })
  expect([ritual(), article.hasAttribute('data-reveals')]).toEqual([null, true])
  expect(server.sent('capsuleOpenList')).toEqual([{ pageSize: 25, page: 1 }])

  act(() => history.push(PAGES.about))
  // While the other page is on its way the letter is only out of sight.
  await screen.findByText(/^版本/)
  expect(screen.queryByRole('article')).toBeNull()
  await act(async () => history.go(-1))
  expect((await screen.findByRole('article')).hasAttribute('data-reveals')).toBe(false)
  expect(ritual()).toBeNull()
})

it('再拆一枚 takes what the universe shows before it asks for more, and neither one’s own nor what was seen', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  server = startPages(person())
  for (const name of ['ResizeObserver', 'IntersectionObserver'])
    vi.stubGlobal(
      name,
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
  const mine = publicCard('30', { user: { ...author, id: person().id } })
  const shown = [
    mine,
    publicCard('31'),
    publicCard('32'),
    ...Array.from({ length: 20 }, (_, n) => ({ ...mine, id: `9${n}` })),
  ]
  server.answer('capsuleOpenList', ok({ capsules: shown, next: '1700_1' }))
  const user = await openPage(PAGES.home)
  await screen.findByRole('list', { name: '公开的胶囊' })
  answer('31')
  act(() => history.push(`${PAGES.capsuleDetail}?id=31&isOther=1`))
  await screen.findByRole('main', { name: RITUAL })
  await pass(RITUAL_MS)
  answer('32')
  await user.click(another())
  await isAt('32')
  await screen.findByRole('article', { name: '第32枚' })
  expect(server.sent('capsuleOpenList')).toHaveLength(1)

  list(['31', '33'])
  answer('33')
  await user.click(another())
  await isAt('33')
  await screen.findByRole('article', { name: '第33枚' })
  expect(server.sent('capsuleOpenList')[1]).toEqual({ pageSize: 25, page: 2, after: '1700_1' })

  await user.click(another())
  await waitFor(() => expect(here()).toBe(PAGES.home))
})

it('the letter stays until the next one is there', async () => {
  const user = await look('31')
  await pass(RITUAL_MS)
  list(['31', '32'])
  let give: (next: object) => void = () => undefined
  server.answer('capsuleDetail', new Promise<object>((resolve) => (give = resolve)) as never)
  await user.click(another())
  await waitFor(() => expect(server.sent('capsuleDetail')).toHaveLength(2))
  screen.getByRole('article', { name: '第31枚' })
  expect(another().getAttribute('aria-busy')).toBe('true')
  give(detailOf(unsealed({ id: '32', is_public: 1, long_tag: '第32枚', user: author }), 0))
  await screen.findByRole('article', { name: '第32枚' })
  expect(server.sent('capsuleDetail')).toHaveLength(2)
})

it('where the list does not come one stays, and hears of it', async () => {
  const user = await look('31')
  await pass(RITUAL_MS)
  server.answer('capsuleOpenList', { code: 5000, message: '服务器开小差了' })
  await user.click(another())
  await screen.findByText('服务器开小差了')
  expect(here()).toBe(`${PAGES.capsuleDetail}?id=31&isOther=1`)
})

it('one’s own comes without a ritual, whatever the address says', async () => {
  server = startPages(person())
  answer('31', 1)
  await openPage(PAGES.capsuleDetail, { id: '31', ...OTHERS })
  await screen.findByText('海边的旅行')
  expect(ritual()).toBeNull()
  expect(screen.queryByRole('button', { name: '再拆一枚' })).toBeNull()
})
