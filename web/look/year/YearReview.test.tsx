// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { YearLine, YearReview } from '#contract/year.ts'
import { endPages, ok, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { here } from '#web/ui/location.ts'
import { posterFacts } from './poster.ts'

const PAGE = '/subPages/me/yearReview'
const AUTUMN = '2026-11-25T04:00:00Z'
const YEARS_END = '2026-12-23T16:00:00Z'

beforeEach(() => {
  for (const name of ['IntersectionObserver', 'ResizeObserver'])
    vi.stubGlobal(name, function observer() {
      return { observe() {}, unobserve() {}, disconnect() {} }
    })
  // Nothing moves, so that a page is there at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
})
afterEach(endPages)

const year = (fields: Partial<YearReview> = {}): YearReview => ({
  days: 90,
  diaries: 101,
  months: [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 11, 0],
  first_day: '2026-01-02',
  sealed: 4,
  sent: 0,
  waiting: 3,
  opened: 2,
  longest: {
    id: '7',
    long_tag: '给三十岁',
    sealed_at: '2020-05-01 08:00:00',
    open_at: '2026-05-01 08:00:00',
    days: 2191,
  },
  ...fields,
})
const line = (id: string): YearLine => ({ id, date: '2026-11-24', line: `第${id}句`, thumbnail: '' })
const lines = (ids: string[], next = '') => ok({ capsules: { data: ids.map(line), next } })

async function open(query: Record<string, string> = {}, answers: (server: StandIn) => void = () => {}, at = AUTUMN) {
  const server = startPages(person())
  vi.setSystemTime(new Date(at))
  server.answer('yearReview', ok(year()))
  server.answer('yearLines', lines(['1', '2', '3', '4'], '5_5'))
  answers(server)
  const user = await openPage(PAGE, query)
  await screen.findByRole('heading', { level: 1, name: '年度回顾' })
  return { server, user }
}
type User = Awaited<ReturnType<typeof openPage>>
const face = (name: RegExp | string) => screen.getByRole('region', { name })
const isAside = (name: string) => face(name).hasAttribute('inert')
const turn = async (user: User, pages: number) => {
  for (let page = 0; page < pages; page++) {
    await user.click(await screen.findByRole('button', { name: '下一页' }))
    await waitFor(() => expect(screen.getByText(new RegExp(`${page + 2} / 6`))).toBeTruthy())
  }
}

it('shows the year page by page: days written, sealed, opened, and the longest wait', async () => {
  const { server, user } = await open()
  await screen.findByText('小满的一年')
  expect(server.sent('yearReview')).toEqual([{ year: 2026 }])
  expect(face('写下的').textContent).toContain('90 天你在这些天里写了101篇日记')
  expect(face('封存的').textContent).toContain('4 枚胶囊其中3枚还在等它们的那一天')
  expect(face('解封的').textContent).toContain('给三十岁2191天2020/05/01 – 2026/05/01')
  expect(isAside('写下的')).toBe(true)
  await turn(user, 1)
  expect([isAside('写下的'), isAside('封面')]).toEqual([false, true])
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(isAside('封存的')).toBe(false))
})

it.each([
  [1, '有1枚是寄给别人的'],
  [4, '都是寄给别人的'],
])('of four that were sealed %s for somebody else: %s, on its page and the poster', async (sent, said) => {
  await open({}, (server) => server.answer('yearReview', ok(year({ sent }))))
  await screen.findByText('小满的一年')
  expect(face('封存的').textContent).toContain(said)
  expect(posterFacts({ counted: year({ sent }) })).toContain(`寄给别人${sent}枚`)
})

it('a year in which nothing was sent says nothing of it', async () => {
  await open()
  await screen.findByText('小满的一年')
  expect(face('封存的').textContent).not.toContain('寄给')
  expect(posterFacts({ counted: year() }).join()).not.toContain('寄给')
})

it('a tap at the right of a page leads on, one at the left back, and one in the middle nowhere', async () => {
  await open()
  await screen.findByText('小满的一年')
  const story = face('封面').parentElement!.parentElement!
  story.getBoundingClientRect = () => new DOMRect(0, 0, 390, 600)
  fireEvent.click(face('封面'), { clientX: 195 })
  expect(isAside('封面')).toBe(false)
  fireEvent.click(face('封面'), { clientX: 380 })
  await waitFor(() => expect(isAside('写下的')).toBe(false))
  fireEvent.click(face('写下的'), { clientX: 10 })
  await waitFor(() => expect(isAside('封面')).toBe(false))
})

it('the person chooses at most three first lines, page by page, and takes them back', async () => {
  const { server, user } = await open()
  await screen.findByText('小满的一年')
  await turn(user, 4)
  const choose = within(face(/挑几句/))
  for (const id of ['1', '2', '3', '4']) await user.click(choose.getByRole('checkbox', { name: `第${id}句` }))
  const chosen = () => choose.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
  expect(chosen()).toEqual([true, true, true, false])
  await user.click(choose.getByRole('checkbox', { name: '第2句' }))
  await user.click(choose.getByRole('checkbox', { name: '第4句' }))
  expect(chosen()).toEqual([true, false, true, true])
  server.answer('yearLines', lines(['5']))
  await user.click(choose.getByRole('button', { name: '查看更多' }))
  await choose.findByText('第5句')
  expect(server.sent('yearLines')).toEqual([{ year: 2026 }, { year: 2026, after: '5_5' }])
  expect(choose.queryByRole('button', { name: '查看更多' })).toBeNull()
})

it('where no poster can be drawn it says so', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const { user } = await open()
  await screen.findByText('小满的一年')
  await turn(user, 5)
  expect(await screen.findByText(/画不出海报/)).toBeTruthy()
})

it('a year with nothing in it says so, and leads to writing; others are a step away', async () => {
  const { server, user } = await open({ year: '2025' }, (server) =>
    server.answer('yearReview', ok(year({ days: 0, diaries: 0, sealed: 0, opened: 0, longest: null, first_day: '' }))),
  )
  await screen.findByText('这一年还没有留下什么')
  expect(server.sent('yearReview').at(-1)).toEqual({ year: 2025 })
  await user.click(screen.getByRole('button', { name: '下一年' }))
  await waitFor(() => expect(here()).toBe(`${PAGE}?year=2026`))
  expect(screen.getByRole('button', { name: '下一年' })).toHaveProperty('disabled', true)
})

it.each([
  [AUTUMN, false],
  [YEARS_END, true],
])('at %s it stands on 我的 before everything else: %s; the row there is always', async (at, invited) => {
  startPages(person())
  vi.setSystemTime(new Date(at))
  const user = await openPage('/pages/me/me')
  const row = await screen.findByRole('button', { name: '年度回顾' })
  expect(screen.queryByRole('button', { name: /你的2026年度回顾/ }) !== null).toBe(invited)
  await user.click(row)
  expect(here()).toBe(PAGE)
})
