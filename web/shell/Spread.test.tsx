// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberRoute, setToken } from '#web/session.ts'
import { rememberSiteRoute, siteRoute } from '#web/siteRoute.ts'
import { go, here, history } from '#web/ui/location.ts'
import { Spread } from './Spread.tsx'

beforeEach(() => {
  localStorage.clear()
  go('landing')
})
afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

async function press(name: string, width: number) {
  vi.stubGlobal('innerWidth', width)
  render(<Spread />)
  await userEvent.click(screen.getByRole('button', { name: new RegExp(name) }))
  return here()
}

it('the login button of a window of 767 px leads to login and keeps the return route', async () => {
  rememberRoute('/pages/me/me')
  expect(await press('登录', 767)).toBe('/pages/login/login')
  expect(localStorage.getItem('routerTo')).toBe('/pages/me/me')
})

it('the login button of a wider window clears the stored return route and leads to the site, which begins at home', async () => {
  rememberRoute('/pages/me/me')
  rememberSiteRoute('/subPages/me/setting')
  expect(await press('登录', 768)).toBe('/pages/site')
  expect(localStorage.getItem('routerTo')).toBeNull()
  expect(siteRoute()).toBe('/pages/home/home')
})

it.each([
  [390, '/pages/home/home'],
  [1440, '/pages/site'],
])('a signed-in person goes on from a window of %i px to %s', async (width, page) => {
  setToken('t')
  expect(await press('进入胶囊宇宙', width)).toBe(page)
})

it('the web version opens the pages themselves at any width', async () => {
  expect(await press('网页版', 1440)).toBe('/pages/home/home')
  expect(history.canGoBack()).toBe(true)
})

it('there is an iOS link once the app is published, and Android is coming soon', () => {
  vi.stubEnv('VITE_IOS_APP_URL', 'https://apps.apple.com/cn/app/id1')
  render(<Spread />)
  expect(screen.getByRole('link', { name: /^iOS 版/ }).getAttribute('href')).toBe('https://apps.apple.com/cn/app/id1')
  expect(screen.getByText('Android 版').parentElement?.textContent).toContain('即将推出')
})

it('without an address there is no link that leads nowhere', () => {
  render(<Spread />)
  expect(screen.getByText('iOS 版')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
