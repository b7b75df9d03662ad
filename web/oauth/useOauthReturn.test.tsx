// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/queryClient.ts'
import { history, parseQuery, stringifyQuery } from '#web/ui/location.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { goToPlatform, ownTop } from './goToPlatform.ts'
import { useOauthReturn } from './useOauthReturn.ts'
import { useProviders } from './useProviders.ts'

const onReturn = vi.fn()
const server = vi.fn<typeof fetch>()
const answer = (body: object) => server.mockImplementation(async () => Response.json(body))

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  onReturn.mockReset()
  server.mockReset()
  vi.stubGlobal('fetch', server)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

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
    stringifySearch: stringifyQuery,
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

it('a refusal at the platform is 您取消了授权', async () => {
  await arriveAt('/account?provider=weibo&denied=1')
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('您取消了授权'))
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
  answer({ code: 1000, data: { url: `${window.location.href.split('#')[0]}#/platform?state=s` } })
  await goToPlatform('weibo', 'bind')
  const [path, init] = server.mock.calls[0]!
  expect([path, JSON.parse(String(init?.body))]).toEqual(['/api/OAuth/url', { provider: 'weibo', purpose: 'bind' }])
  await waitFor(() => expect(window.location.hash).toBe('#/platform?state=s'))
})

it('a platform that cannot be asked is told, and nobody goes anywhere', async () => {
  render(<Toasts />)
  answer({ code: 2, message: '微信暂时无法访问，请稍后再试' })
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

it.each([
  [[{ name: 'providers', value: 'weibo,wechat' }], 'wechat,weibo'],
  [[{ name: 'providers', value: 'weibo' }], 'weibo'],
  [[{ name: 'providers', value: '' }], ''],
  [[{ name: 'version', value: '1.0.4' }], ''],
])('the platforms of this site are those that systemInfo names: %o', async (data, shown) => {
  answer({ code: 1000, data })
  const Providers = () => <p data-testid="providers">{useProviders().join()}</p>
  render(
    <QueryClientProvider client={queryClient}>
      <Providers />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await waitFor(() => expect(screen.getByTestId('providers').textContent).toBe(shown))
})
