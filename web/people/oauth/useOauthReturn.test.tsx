// @vitest-environment jsdom

import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { queryText } from '#contract/pages.ts'
import { endPages, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { queryClient } from '#web/client/queryClient.ts'
import { siteRoute } from '#web/client/siteRoute.ts'
import { useSystem } from '#web/client/system.ts'
import { here, history, parseQuery } from '#web/ui/location.ts'
import { ownTop } from '#web/ui/ownTop.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { goToPlatform, leave } from './goToPlatform.ts'
import { useOauthReturn } from './useOauthReturn.ts'

const onReturn = vi.fn()
let server: StandIn

beforeEach(() => {
  onReturn.mockReset()
  server = startPages()
})
afterEach(endPages)

function Page() {
  useOauthReturn(onReturn)
  return <p>账号</p>
}

/** The page the platform's return leads to, at this address, as strict as it is in development. */
async function arriveAt(href: string) {
  history.push('/before')
  history.flush()
  history.push(href)
  history.flush()
  const root = createRootRoute()
  const routes = ['/account', '/before'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: Page }),
  )
  const router = createRouter({
    history,
    routeTree: root.addChildren(routes),
    parseSearch: parseQuery,
    stringifySearch: queryText,
  })
  render(
    <StrictMode>
      <RouterProvider router={router} />
      <Toasts />
    </StrictMode>,
  )
  await act(() => router.load())
  await screen.findByText('账号')
}
const RETURNED = { provider: 'weibo', code: 'c0de', state: 'st4te' }

it('a return from a platform is told once, and its code and state leave the address and the history', async () => {
  await arriveAt('/account?provider=weibo&code=c0de&state=st4te&tab=2')
  await waitFor(() => expect(onReturn).toHaveBeenCalledExactlyOnceWith(RETURNED))
  await waitFor(() => expect(window.location.hash).toBe('#/account?tab=2'))
  await act(async () => history.back())
  await waitFor(() => expect(history.location.pathname).toBe('/before'))
  await act(async () => history.forward())
  await waitFor(() => expect(history.location.pathname).toBe('/account'))
  expect(history.location.search).toBe('?tab=2')
  expect(onReturn).toHaveBeenCalledTimes(1)
})

it('the address is clean before the page acts, so that a reload finds nothing', async () => {
  onReturn.mockImplementation(() => expect(history.location.href).toBe('/account'))
  await arriveAt('/account?provider=wechat&code=c0de&state=st4te')
  await waitFor(() => expect(onReturn).toHaveBeenCalledTimes(1))
  cleanup()
  onReturn.mockReset()
  await arriveAt(history.location.href)
  expect(onReturn).not.toHaveBeenCalled()
})

it('a refusal at the platform is 你取消了授权', async () => {
  await arriveAt('/account?provider=weibo&denied=1')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('你取消了授权'))
  await waitFor(() => expect(window.location.hash).toBe('#/account'))
  expect(onReturn).not.toHaveBeenCalled()
})

it.each([
  ['no platform of ours', '/account?provider=else&code=c0de&state=st4te'],
  ['no state', '/account?provider=weibo&code=c0de'],
  ['nothing at all', '/account'],
])('an address with %s is no return', async (_, href) => {
  await arriveAt(href)
  await act(async () => undefined)
  expect(onReturn).not.toHaveBeenCalled()
})

it('the way to a platform is asked for with its purpose, and the browser goes there', async () => {
  server.answer('oauthUrl', { code: 1000, data: { url: `${window.location.href.split('#')[0]}#/platform?state=s` } })
  history.flush()
  const pages = window.history.length
  await goToPlatform('weibo', 'bind')
  expect(server.sent('oauthUrl')).toEqual([{ provider: 'weibo', purpose: 'bind' }])
  await waitFor(() => expect(window.location.hash).toBe('#/platform?state=s'))
  expect(window.history.length).toBe(pages)
})

it('a platform that cannot be asked is told, and nobody goes anywhere', async () => {
  render(<Toasts />)
  server.answer('oauthUrl', { code: 2, message: '微信暂时无法访问，请稍后再试' })
  const before = window.location.href
  await act(() => goToPlatform('wechat', 'login'))
  expect(screen.getByRole('status').textContent).toBe('微信暂时无法访问，请稍后再试')
  expect(window.location.href).toBe(before)
})

it('out of our own desktop frame the whole window goes; a window of somebody else stays', () => {
  const framed = (top: unknown) => ({ location: { origin: 'https://a.cn' }, top }) as unknown as Window
  const own = { location: { origin: 'https://a.cn' } }
  const strange = { location: { origin: 'https://b.cn' } }
  const closed = Object.defineProperty({}, 'location', {
    get: () => {
      throw new DOMException('cross-origin', 'SecurityError')
    },
  })
  expect(ownTop(framed(own))).toBe(own)
  for (const top of [strange, closed, null]) {
    const self = framed(top)
    expect(ownTop(self)).toBe(self)
  }
})

const inWindow = (top?: unknown) => {
  const replace = vi.fn()
  const self = { location: { origin: 'https://a.cn', replace } } as unknown as Window
  return { self: Object.assign(self, { top: top ?? self }), replace }
}
const SETTING = '/subPages/me/setting'
const BACK = { provider: 'weibo', code: 'c0de', state: 'st4te' }
const SETTING_BACK = `${SETTING}?provider=weibo&code=c0de&state=st4te`

it('a trip that began in the phone of the desktop shell ends there, once', async () => {
  server = startPages(person())
  const shell = inWindow()
  leave(inWindow(shell.self).self, 'https://platform.cn/')
  expect(shell.replace).toHaveBeenCalledExactlyOnceWith('https://platform.cn/')
  await openPage('/404')
  expect(here()).toBe('/404')
  cleanup()
  await openPage(SETTING, BACK)
  await waitFor(() => expect(here()).toBe('/pages/site'))
  expect(siteRoute()).toBe(SETTING_BACK)
  expect(server.asked()).not.toContain('weiboBind')
  cleanup()
  await openPage(SETTING, BACK)
  await waitFor(() => expect(here()).toBe(SETTING))
})

it.each([
  ['that began in a whole window', 1440],
  ['that ends in a narrow window', 390],
])('a trip %s ends as a page', async (_, width) => {
  server = startPages(person())
  leave(inWindow(inWindow().self).self, 'https://platform.cn/')
  if (width === 1440) leave(inWindow().self, 'https://platform.cn/')
  vi.stubGlobal('innerWidth', width)
  await openPage(SETTING, BACK)
  await waitFor(() => expect(here()).toBe(SETTING))
  expect(sessionStorage.getItem('framedTrip')).toBeNull()
})

it.each<[Output<'systemInfo'>, string]>([
  [[{ name: 'providers', value: 'weibo,wechat' }], 'wechat,weibo'],
  [[{ name: 'providers', value: 'weibo' }], 'weibo'],
  [[{ name: 'providers', value: '' }], ''],
  [[{ name: 'version', value: '1.0.4' }], ''],
])('the platforms of this site are those that systemInfo names: %o', async (data, shown) => {
  server.answer('systemInfo', { code: 1000, data })
  const Providers = () => <p data-testid="providers">{useSystem().providers.join()}</p>
  render(
    <QueryClientProvider client={queryClient}>
      <Providers />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await waitFor(() => expect(screen.getByTestId('providers').textContent).toBe(shown))
})
