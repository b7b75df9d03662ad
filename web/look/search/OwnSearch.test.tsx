// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnFound } from '#contract/search.ts'
import { endPages, ok, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { here, history } from '#web/ui/location.ts'

const PAGE = '/subPages/me/ownSearch'
let reachEnds: () => void

beforeEach(() => {
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
      disconnect = () => void ends.delete(this.reach)
    },
  )
})
afterEach(endPages)

const diary = (id: string, fields: Partial<OwnFound> = {}): OwnFound => ({
  id,
  type: 1,
  content_type: 0,
  status: 2,
  sealed_at: '',
  colorIndex: 0,
  date: '2026-11-24',
  from: '',
  title: '立冬',
  excerpt: '立冬\n羊汤很烫',
  thumbnail: '',
  where: 'text',
  highlightHTML: '<em>羊汤</em>很烫',
  ...fields,
})
const answer = (data: OwnFound[], next = '') => ok({ capsules: { data, next } })

async function search(query: Record<string, string> = {}, answers: (server: StandIn) => void = () => {}) {
  const server = startPages(person())
  vi.setSystemTime(new Date('2026-11-25T04:00:00Z'))
  server.answer('ownSearch', answer([]))
  answers(server)
  const user = await openPage(PAGE, query)
  await screen.findByRole('heading', { level: 1, name: '搜索' })
  return { server, user }
}
const field = () => screen.getByRole('textbox', { name: '关键词' })

it('nothing is asked before something is looked for; the page says what is found here, and what is not', async () => {
  const { server } = await search()
  expect(screen.getByText(/还封存着的不会/)).toBeTruthy()
  expect(server.sent('ownSearch')).toEqual([])
})

it('a blank keyword is said, and one of too many characters; nothing is asked', async () => {
  const { server, user } = await search()
  await user.click(screen.getByRole('button', { name: '搜索' }))
  expect(await screen.findByText('请输入想查找关键词')).toBeTruthy()
  await user.type(field(), `${'长'.repeat(51)}{Enter}`)
  expect(await screen.findByText('关键词不能超过50个字')).toBeTruthy()
  expect(server.sent('ownSearch')).toEqual([])
})

it('a word is looked for on Enter, stands in the address, and is marked where it was found', async () => {
  const { server, user } = await search({}, (server) => server.answer('ownSearch', answer([diary('7')])))
  await user.type(field(), ' 羊汤 {Enter}')
  const row = within(await screen.findByRole('list', { name: '搜索结果' })).getByRole('button')
  expect(server.sent('ownSearch')).toEqual([{ keyword: '羊汤', pictures: 0 }])
  expect(here()).toBe(`${PAGE}?keyword=${encodeURIComponent('羊汤')}`)
  expect(row.textContent).toBe('立冬羊汤很烫2026/11/24 · 日记')
  expect(row.querySelector('em')?.textContent).toBe('羊汤')
})

it('of what others have sent it says from whom', async () => {
  const letter = diary('9', { type: 0, sealed_at: '2020-01-01 08:00:00', from: '林夕' })
  await search({ keyword: '羊汤' }, (server) => server.answer('ownSearch', answer([letter])))
  const row = within(await screen.findByRole('list', { name: '搜索结果' })).getByRole('button')
  expect(row.textContent).toBe('立冬羊汤很烫来自 林夕 · 2026/11/24 · 时光胶囊')
})

it('kind, pictures and month narrow it, each in the address, and widen it when pressed again', async () => {
  const { server, user } = await search({ keyword: '雪' })
  await screen.findByText('没有找到这样的时光')
  await user.click(screen.getByRole('button', { name: '日记' }))
  await user.click(screen.getByRole('button', { name: '有图片' }))
  await user.click(screen.getByRole('button', { name: /月份/ }))
  const months = within(await screen.findByRole('dialog', { name: '写于哪个月' }))
  expect(months.getByRole('button', { name: '2026年12月' })).toHaveProperty('disabled', true)
  await user.click(months.getByRole('button', { name: '上一年' }))
  await user.click(months.getByRole('button', { name: '2025年6月' }))
  await waitFor(() =>
    expect(server.sent('ownSearch').at(-1)).toEqual({ keyword: '雪', month: '2025-06', type: 1, pictures: 1 }),
  )
  expect(here()).toContain('month=2025-06&type=1&pictures=1')
  await user.click(screen.getByRole('button', { name: '日记', pressed: true }))
  await waitFor(() => expect(here()).not.toContain('type='))
  expect(screen.getByRole('button', { name: /月份/ }).textContent).toContain('2025年6月')
})

it('an address that says no month and no kind asks for none', async () => {
  const { server } = await search({ keyword: '雪', month: '2026-13', type: '9', pictures: 'x' })
  await screen.findByText('没有找到这样的时光')
  expect(server.sent('ownSearch').at(-1)).toEqual({ keyword: '雪', pictures: 0 })
})

it('goes on by itself where a call has looked at its share and found nothing', async () => {
  let answerFirst: (answered: ReturnType<typeof answer>) => void = () => undefined
  const first = new Promise<ReturnType<typeof answer>>((resolve) => {
    answerFirst = resolve
  })
  const { server } = await search({ keyword: '海' }, (server) => server.answer('ownSearch', first))
  await waitFor(() => expect(server.sent('ownSearch').at(-1)).toMatchObject({ keyword: '海' }))
  server.answer('ownSearch', answer([diary('9')]))
  answerFirst(answer([], '5_5'))
  await screen.findByRole('list', { name: '搜索结果' })
  expect(server.sent('ownSearch').at(-1)).toEqual({ keyword: '海', pictures: 0, after: '5_5' })
})

it('reads on from where the page before ended when the end of the list is near', async () => {
  const { server } = await search({ keyword: '雪' }, (server) =>
    server.answer('ownSearch', answer([diary('1')], '9_1')),
  )
  await screen.findByRole('list', { name: '搜索结果' })
  server.answer('ownSearch', answer([diary('2')]))
  reachEnds()
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(server.sent('ownSearch').at(-1)).toMatchObject({ keyword: '雪', after: '9_1' })
})

it('opens what was found; back brings the search again', async () => {
  const { user } = await search({ keyword: '雪' }, (server) =>
    server.answer('ownSearch', answer([diary('7'), diary('8', { type: 0, sealed_at: '2020-01-01 00:00:00' })])),
  )
  const rows = () => screen.findAllByRole('listitem')
  await user.click(within((await rows())[0]!).getByRole('button'))
  expect(here()).toBe('/subPages/diary/previewDiary?id=7')
  act(() => history.back())
  await waitFor(() => expect(field()).toHaveProperty('value', '雪'))
  await user.click(within((await rows())[1]!).getByRole('button'))
  expect(here()).toBe('/subPages/me/capsuleDetail?id=8&isOther=0')
})

it('a failure says what happened and can be tried again', async () => {
  const { server, user } = await search({ keyword: '雪' }, (server) =>
    server.answer('ownSearch', { code: 5000, message: '请求失败' }),
  )
  await screen.findByText('请求失败')
  server.answer('ownSearch', answer([diary('7')]))
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('list', { name: '搜索结果' })
})

it('shows nothing of a hit but its words', async () => {
  const evil = diary('7', {
    title: '<img src=x onerror=alert(1)>',
    highlightHTML: '&lt;b&gt;<em>雪</em><script>1</script>',
  })
  await search({ keyword: '雪' }, (server) => server.answer('ownSearch', answer([evil])))
  const list = await screen.findByRole('list', { name: '搜索结果' })
  expect(list.textContent).toContain('<b>雪')
  expect(list.querySelector('script, img')).toBeNull()
})
