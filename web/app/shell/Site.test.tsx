// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/client/queryClient.ts'
import { rememberRoute, setToken, takeRoute } from '#web/client/session.ts'
import { chooseWholeWindow, rememberSiteRoute, siteRoute, wholeWindow } from '#web/client/siteRoute.ts'
import { startTheme } from '#web/client/theme.ts'
import { go, here } from '#web/ui/location.ts'
import { useRelaunch } from './relaunch.ts'
import { Site } from './Site.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.json({ code: 1000, message: '', data: [] }))
  localStorage.clear()
  sessionStorage.clear()
  resize(1440, 900)
  go('site')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function resize(width: number, height = 900) {
  vi.stubGlobal('innerWidth', width)
  vi.stubGlobal('innerHeight', height)
  window.dispatchEvent(new Event('resize'))
  act(() => vi.advanceTimersByTime(100))
}

const shell = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Site />
    </QueryClientProvider>,
  )

function open() {
  shell()
  act(() => vi.advanceTimersByTime(500))
  const frame = screen.getByTitle<HTMLIFrameElement>('时光胶囊手机版')
  const walk = (route: string) => {
    frame.contentWindow!.location.hash = route
  }
  return { frame, walk }
}

it('the app loads in the phone after 500 ms, behind a calm placeholder', () => {
  shell()
  act(() => vi.advanceTimersByTime(499))
  expect(screen.queryByTitle('时光胶囊手机版')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('加载中...')
  act(() => vi.advanceTimersByTime(1))
  fireEvent.load(screen.getByTitle('时光胶囊手机版'))
  expect(screen.queryByRole('status')).toBeNull()
})

it('the web shell shows the last route again, by an address that is not its own and has no query before the hash', () => {
  rememberSiteRoute('/subPages/me/capsuleDetail?id=9007199254740993&isOther=0')
  const { frame } = open()
  expect(frame.getAttribute('src')).toBe('/index.html#/subPages/me/capsuleDetail?id=9007199254740993&isOther=0')
  rememberSiteRoute('/pages/me/me')
  resize(1300, 650)
  expect(frame.getAttribute('src')).toContain('capsuleDetail')
})

it('the shell opened at /index.html frames the pages at /', () => {
  const before = window.location.href
  window.history.replaceState(window.history.state, '', '/index.html#/pages/site')
  expect(open().frame.getAttribute('src')).toBe('/#/pages/home/home')
  window.history.replaceState(window.history.state, '', before)
})

it.each([
  ['/subPages/me/capsuleDetail?id=4?phone', '/subPages/me/capsuleDetail?id=4'],
  ['/subPages/me/capsuleDetail?id=4%3Fphone%3Fphone', '/subPages/me/capsuleDetail?id=4'],
  ['/pages/me/me?phone', '/pages/me/me'],
])('a route that an earlier version kept as %s is %s', (kept, clean) => {
  rememberSiteRoute(kept)
  rememberRoute(kept)
  expect([siteRoute(), takeRoute()]).toEqual([clean, clean])
})

it.each(['/', '/pages/spread', '/pages/site'])('%s maps to home', (route) => {
  rememberSiteRoute(route)
  expect(siteRoute()).toBe('/pages/home/home')
})

it('the pages in the phone remember each route they come to', () => {
  vi.spyOn(window, 'parent', 'get').mockReturnValue({} as Window)
  renderHook(useRelaunch)
  act(() => go('meCapsule', { tab: 'open' }))
  expect(siteRoute()).toBe('/subPages/me/meCapsule?tab=open')
})

it('getting as narrow as a phone relaunches the route the phone showed, as a page; getting wide brings the site back', () => {
  renderHook(useRelaunch)
  const { walk } = open()
  walk('/subPages/me/capsuleDetail?id=7&isOther=1')
  resize(768)
  expect(here()).toBe('/pages/site')
  resize(767)
  expect(here()).toBe('/subPages/me/capsuleDetail?id=7&isOther=1')
  cleanup()
  renderHook(useRelaunch)
  go('me')
  resize(1440)
  expect(here()).toBe('/pages/site')
  expect(siteRoute()).toBe('/pages/me/me')
})

it('a wide window opened on a page stays there', () => {
  renderHook(useRelaunch)
  go('me')
  resize(390)
  resize(1440)
  expect(here()).toBe('/pages/me/me')
})

it('a window that began narrow becomes the shell when it gets wide, at the page it showed', () => {
  resize(390)
  setToken('t')
  go('me')
  renderHook(useRelaunch)
  resize(1440)
  expect(here()).toBe('/pages/site')
  expect(siteRoute()).toBe('/pages/me/me')
})

it.each([
  ['of a telephone that is turned', () => vi.stubGlobal('matchMedia', () => ({ matches: false }))],
  ['whose person has chosen the whole window', chooseWholeWindow],
  [
    'with unsaved words',
    () => window.addEventListener('beforeunload', (event) => event.preventDefault(), { once: true }),
  ],
  ['that shows the landing', () => go('landing')],
])('a window %s stays the page it is when it gets wide', (_which, so) => {
  resize(390)
  setToken('t')
  go('me')
  so()
  const before = here()
  renderHook(useRelaunch)
  resize(1440)
  expect(here()).toBe(before)
})

it('展开到全屏 gives the phone’s page the whole window, and keeps it there', () => {
  const { walk } = open()
  walk('/subPages/me/setting')
  fireEvent.click(screen.getByRole('button', { name: '展开到全屏' }))
  expect(here()).toBe('/subPages/me/setting')
  expect(wholeWindow()).toBe(true)
})

it('展开到全屏 costs no unsaved words', async () => {
  const { frame, walk } = open()
  walk('/subPages/time/textCapsule')
  frame.contentWindow!.addEventListener('beforeunload', (event) => event.preventDefault())
  fireEvent.click(screen.getByRole('button', { name: '展开到全屏' }))
  expect(here()).toBe('/pages/site')
  expect(wholeWindow()).toBe(false)
})

it('the site opened on a phone is the last route as a page', () => {
  resize(390)
  rememberSiteRoute('/pages/me/me')
  shell()
  expect(here()).toBe('/pages/me/me')
})

it('unsaved words in the phone are not lost by making the window narrow', () => {
  const { frame, walk } = open()
  walk('/subPages/time/textCapsule')
  frame.contentWindow!.addEventListener('beforeunload', (event) => event.preventDefault())
  resize(390)
  expect(here()).toBe('/pages/site')
  expect(frame.isConnected).toBe(true)
})

it('the theme toggle stores the theme', () => {
  startTheme()
  open()
  fireEvent.click(screen.getByRole('button', { name: '切换到深色' }))
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(screen.getByRole('button', { name: '切换到浅色' })).toBeTruthy()
})
