// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { href, PAGES, type PageName, type PageQuery } from '#contract/pages.ts'
import { endPages, ok, openPage, pageOf, person, type StandIn, startPages, windowOf } from '#test/page.tsx'
import { detailOf, unsealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { begin } from '#web/client/begin.ts'
import { ordinary } from '#web/look/diary/diary.fixture.ts'
import { offer } from '#web/shop/recharge/recharge.fixture.ts'
import { looks } from '../firstPaint.tsx'
import { FIRST_CALLS } from './firstCalls.ts'
import { type Facts, start } from './start.ts'

const known = looks()
const facts: Facts = {
  ...known,
  files: ['home.js', 'home.css'],
  sets: [[0, 1]],
  pages: Object.fromEntries(
    Object.keys(known.looks).map((name) => [PAGES[name as PageName], [0, name] as [number, string]]),
  ),
  shared: PAGES.unseal,
}

/** The page of HTML as it comes to this address, before any script. */
function arrive(address: string, token = 'fresh', now = Date.now) {
  emptyPlace()
  location.hash = address
  start(begin, facts, { stored: (name) => (name === 'token' ? token : null), deviceNow: now })
}
function emptyPlace(): void {
  document.getElementById('first')?.remove()
  document.body.insertAdjacentHTML('afterbegin', '<div id="first"></div>')
}
const shell = () => document.querySelector('#first .shell')
const begun = () => (window.begun ?? []).map(({ path, body }) => `${path} ${body}`)

let server: StandIn
beforeEach(() => {
  server = startPages(person({ show_this_day: 0 }))
  windowOf(390)
})
afterEach(() => {
  window.begun = undefined
  endPages()
  document.head.innerHTML = ''
})

const ONE: PageQuery = { id: '9' }
const BEGINNINGS: [name: PageName, query: PageQuery][] = [
  ...(Object.keys(FIRST_CALLS) as PageName[]).map((name): [PageName, PageQuery] => [
    name,
    name === 'diaryList' ? {} : ONE,
  ]),
  ['writeDiary', {}],
]

it.each(BEGINNINGS)(
  '%s (%o) takes over each call that was begun for it, and asks for none twice',
  async (name, query) => {
    const calls = FIRST_CALLS[name]!.filter(([, input, unless]) =>
      query.id ? !unless : !JSON.stringify(input).includes('$id'),
    )
    server.answer('capsuleOpenList', ok({ capsules: [], next: '' }))
    server.answer('diaryList', ok({ capsules: pageOf([]) }))
    const diary = ok({ capsule: ordinary('<p>下雪了</p>'), is_mine: 1 as const, is_love: 0 as const })
    server.answer('capsuleDetail', name === 'capsuleDetail' ? detailOf(unsealed()) : diary)
    server.answer('goodsList', ok(offer()))
    server.answer('inbox', ok({ messages: pageOf([]) }))
    server.answer('taskList', ok({ tasks: [] }))
    arrive(href(name, query))
    expect(begun()).toHaveLength(calls.length)
    await openPage(PAGES[name], query as Record<string, string>)
    await act(() => vi.dynamicImportSettled())
    await waitFor(() => expect(begun()).toEqual([]))
    for (const [call] of calls) expect(server.sent(call), call).toHaveLength(1)
  },
)

it('in its place stands the shape of the page, which nothing can be done with', () => {
  arrive(`#${PAGES.rechargeCenter}`)
  expect(shell()?.textContent).toBe('充值中心')
  expect(shell()?.hasAttribute('inert')).toBe(true)
  expect(document.documentElement.dataset).toMatchObject({ first: 'rechargeCenter', mood: 'paper', rail: '' })
})

it('no shape is larger than a kilobyte', () => {
  for (const [name, { shell }] of Object.entries(known.looks))
    expect(new TextEncoder().encode(JSON.stringify(shell ?? '')).length, name).toBeLessThanOrEqual(1024)
})

it('a stranger sees the shape of the sign-in alone, and nothing is asked for', () => {
  for (const name of Object.keys(known.looks) as PageName[]) {
    arrive(`#${PAGES[name]}`, '')
    expect(shell() !== null, name).toBe(name === 'login')
    expect(begun()).toEqual([])
  }
})

it('the chosen item of a list is another page, and begins nothing of the list', () => {
  arrive(`#${PAGES.diaryList}?id=3`)
  expect(shell()).toBeNull()
  expect(begun()).toEqual([])
})

it('before a capsule of somebody else stands nothing: it comes out of the night', () => {
  arrive(`#${PAGES.capsuleDetail}?id=3&isOther=1`)
  expect(shell()).toBeNull()
})

it('the month is the one in China, unless the address asks for another', () => {
  const newYear = () => Date.parse('2026-12-31T16:00:00Z')
  arrive(`#${PAGES.diaryList}`, 'fresh', newYear)
  expect(shell()?.textContent).toBe('2027年1月')
  expect(begun()[0]).toBe('/api/diary/list {"date":"2027-01","page":1}')
  arrive(`#${PAGES.diaryList}?month=2026-03`, 'fresh', newYear)
  expect(shell()?.textContent).toBe('')
  expect(begun().join()).not.toContain('diary/list')
})

it.each([
  ['?id=1&id=2', '{"capsule_id":"2"}'],
  ['?id=%22%7D%2C%E4%B8%80', '{"capsule_id":"\\"},一"}'],
  ['?id=$month', '{"capsule_id":"$month"}'],
  ['?id=%E0%A4', '{"capsule_id":"\uFFFD"}'],
  ['?id=3?x#y', '{"capsule_id":"3?x"}'],
])('parameters as odd as %s are asked for as the page itself reads them', (query, body) => {
  arrive(`#${PAGES.capsuleDetail}${query}`)
  expect(begun()).toEqual([`/api/capsule/detail ${body}`])
})

it.each(['', '?', '?id', '?id=', '?__proto__=1'])('without the parameter (%s) its call is not begun', (query) => {
  arrive(`#${PAGES.capsuleDetail}${query}`)
  expect(begun()).toEqual([])
})

it.each(['#constructor', '#/__proto__', '#//', '#%E0%A4', '#/pages/home/home/'])(
  'an address that is none (%s) begins and shows nothing',
  (address) => {
    arrive(address)
    expect(shell()).toBeNull()
    expect(begun()).toEqual([])
    expect(document.documentElement.dataset.first).toBe('')
  },
)

it('without a network nothing is begun: the pages know what they keep', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  arrive(`#${PAGES.home}`)
  expect(begun()).toEqual([])
  expect(shell()).not.toBeNull()
  vi.restoreAllMocks()
})

it('in an application of ours nothing is begun: its calls name another source', () => {
  vi.stubGlobal('Capacitor', {})
  arrive(`#${PAGES.home}`)
  expect(begun()).toEqual([])
})

it('a browser that keeps nothing is met as a stranger', () => {
  emptyPlace()
  location.hash = PAGES.home
  start(begin, facts, { stored: () => undefined, deviceNow: Date.now })
  expect(shell()).toBeNull()
})

it('the files of the page are asked for at once', () => {
  arrive(`#${PAGES.home}`)
  const links = [...document.head.querySelectorAll('link')].map(({ rel, href }) => [rel, new URL(href).pathname])
  expect(links).toEqual([
    ['modulepreload', '/assets/home.js'],
    ['preload', '/assets/home.css'],
  ])
})
