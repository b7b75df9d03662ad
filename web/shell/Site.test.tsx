// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberRoute, takeRoute } from '#web/session.ts'
import { rememberSiteRoute, siteRoute } from '#web/siteRoute.ts'
import { startTheme } from '#web/theme.ts'
import { go, here } from '#web/ui/location.ts'
import { useRelaunch } from './relaunch.ts'
import { Site } from './Site.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sessionStorage.clear()
  resize(1440, 900)
  go('site')
})
afterEach(() => {
  cleanup()
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

function open() {
  render(<Site />)
  act(() => vi.advanceTimersByTime(500))
  const frame = screen.getByTitle<HTMLIFrameElement>('时光胶囊手机版')
  const walk = (route: string) => {
    frame.contentWindow!.location.hash = route
  }
  return { frame, walk }
}
const scale = () => document.querySelector<HTMLElement>('[style*="--scale"]')?.style.getPropertyValue('--scale')

it('the app loads in the phone after 500 ms, behind a calm placeholder', () => {
  render(<Site />)
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

it.each([
  [599, '0.6'],
  [699, '0.7'],
  [799, '0.8'],
  [899, '0.9'],
  [900, '1'],
])('a window %i px high shows the phone at %s', (height, expected) => {
  open()
  resize(1440, height)
  expect(scale()).toBe(expected)
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

it('the site opened on a phone is the last route as a page', () => {
  resize(390)
  rememberSiteRoute('/pages/me/me')
  render(<Site />)
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
