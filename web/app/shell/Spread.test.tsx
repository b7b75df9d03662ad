// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SiteFact } from '#contract/system.ts'
import { windowOf } from '#test/page.tsx'
import { queryClient } from '#web/client/queryClient.ts'
import { rememberRoute, setToken } from '#web/client/session.ts'
import { chooseWholeWindow, rememberSiteRoute, siteRoute } from '#web/client/siteRoute.ts'
import { go, here } from '#web/ui/location.ts'
import { Spread } from './Spread.tsx'

beforeEach(() => {
  localStorage.clear()
  go('landing')
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** The landing of a site that says this of itself, at a desk. */
function landing(facts: Partial<Record<SiteFact, string>> = {}, width = 1440) {
  windowOf(width)
  const data = [{ name: 'version', value: '1.0.4' }, ...Object.entries(facts).map(([name, value]) => ({ name, value }))]
  vi.stubGlobal('fetch', async () => Response.json({ code: 1000, message: '', data }))
  render(
    <QueryClientProvider client={queryClient}>
      <Spread />
    </QueryClientProvider>,
  )
}

async function press(name: string, width: number) {
  landing({}, width)
  await userEvent.click(screen.getByRole('link', { name: new RegExp(name) }))
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

it('at a desk whose person has chosen the whole window, the pages have it', async () => {
  chooseWholeWindow()
  expect(await press('登录', 1440)).toBe('/pages/login/login')
})

it('the web version opens the pages themselves at any width', () => {
  landing()
  expect(screen.getByRole('link', { name: /^网页版/ }).getAttribute('href')).toBe('#/pages/home/home')
})

it('before any script has come the ways in are links already', () => {
  landing()
  const targets = ['写下第一封', '登录'].map((name) => screen.getByRole('link', { name }).getAttribute('href'))
  expect(targets).toEqual(['#/pages/editor', '#/pages/login/login'])
})

it('there is an iOS link with its code once the app is published, and Android is coming soon', async () => {
  landing({ iosApp: 'https://apps.apple.com/cn/app/id1' })
  const link = await screen.findByRole('link', { name: /^iOS 版/ })
  expect(link.getAttribute('href')).toBe('https://apps.apple.com/cn/app/id1')
  expect(await screen.findByRole('img', { name: 'iOS 版二维码' })).toBeTruthy()
  expect(screen.getByText('Android 版').parentElement?.textContent).toContain('即将推出')
})

it('without an address there is no link that leads nowhere, and a code for the web version', async () => {
  landing()
  expect(screen.getByText('iOS 版')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^iOS 版/ })).toBeNull()
  expect(await screen.findByRole('img', { name: '手机网页版二维码' })).toBeTruthy()
  expect(screen.queryByRole('img', { name: 'iOS 版二维码' })).toBeNull()
})

it('the codes of the application and of the pages stand at every width from 700 px, since another device is likely there', async () => {
  landing({ iosApp: 'https://apps.apple.com/cn/app/id1' }, 700)
  expect(await screen.findByRole('img', { name: 'iOS 版二维码' })).toBeTruthy()
  expect(await screen.findByRole('img', { name: '手机网页版二维码' })).toBeTruthy()
})

it('a telephone is shown the download row and no code to read', async () => {
  landing({ iosApp: 'https://apps.apple.com/cn/app/id1' }, 699)
  await screen.findByRole('link', { name: /^iOS 版/ })
  expect(screen.queryByRole('img', { name: /二维码/ })).toBeNull()
})

it('each promise leads to how it is kept', () => {
  landing()
  const ways = screen.getAllByRole('link', { name: /^我们怎样做到：/ })
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(
    ['sealed', 'kept', 'told'].map((at) => `#/pages/promises?at=${at}`),
  )
  const ending = screen.getByRole('link', { name: '如果我们停止运营' })
  expect(ending.getAttribute('href')).toBe('#/pages/ending')
})

it('who holds the rights and the filing numbers stand at the foot when they are set, and not otherwise', async () => {
  landing({ holder: '示例科技有限公司', icp: '京ICP备2026000000号-1', police: '京公网安备11000002000001号' })
  const icp = await screen.findByRole('link', { name: '京ICP备2026000000号-1' })
  expect(icp.getAttribute('href')).toBe('https://beian.miit.gov.cn/')
  const police = screen.getByRole('link', { name: '京公网安备11000002000001号' })
  expect(police.getAttribute('href')).toContain('code=11000002000001')
  expect(screen.getByText(/^© 2\d{3} 示例科技有限公司$/)).toBeTruthy()
  cleanup()
  queryClient.clear()
  landing()
  await screen.findByRole('img', { name: '手机网页版二维码' })
  expect(screen.getByText(/^© 2\d{3} 时光胶囊$/)).toBeTruthy()
  expect(screen.queryByText(/备/)).toBeNull()
})
