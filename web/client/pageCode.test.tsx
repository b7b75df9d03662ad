import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PAGE_CODE_DELAY_MS, PAGE_CODE_TIMEOUT_MS } from '#contract/limits.ts'
import { endPages, person, type StandIn, startPages } from '#test/page.tsx'
import { ErrorPage } from '#web/app/shell/ErrorPage.tsx'
import { forgetRows } from '#web/client/storage/database.ts'
import { autosave, documentOf, sessionKey } from '#web/draft/current/autosave.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { Waiting } from '#web/ui/Waiting.tsx'
import { inTime, NoCode } from './pageCode.ts'
import { queryClient } from './queryClient.ts'

const SAFE = '你写的内容还在，没有丢'
const ABSENT = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/Page.js')
const reload = vi.fn()
let calls: typeof fetch
let isThere = true
let pages: StandIn

beforeEach(() => {
  pages = startPages(person())
  calls = fetch
  isThere = true
  reload.mockReset()
  vi.stubGlobal('location', { ...window.location, reload })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method !== 'HEAD') return calls(path, init)
    return isThere ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch'))
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await forgetRows('7')
  endPages()
})

const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const typed = (user: string) =>
  autosave({ key: sessionKey(user, documentOf(0, ''), 'dead'), value: '写了一半', at: Date.now() })

/** A page whose code is brought like this, as the router shows it. */
async function openLazy(load: () => Promise<{ Page: () => string }>) {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => inTime(load), 'Page'),
  })
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: root.addChildren([page]),
    defaultPendingMs: PAGE_CODE_DELAY_MS,
    defaultPendingComponent: Waiting,
    defaultErrorComponent: ErrorPage,
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
      <Toasts />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(PAGE_CODE_DELAY_MS))
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}

const never = () => new Promise<never>(() => undefined)

it('a page whose code has not come after 60 s says so, and 重试 brings it anew', async () => {
  const user = await openLazy(never)
  await act(() => vi.advanceTimersByTimeAsync(PAGE_CODE_TIMEOUT_MS - PAGE_CODE_DELAY_MS - 1_000))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('加载中...')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect((await screen.findByRole('alert')).textContent).toContain('请求超时，请检查网络后再试')
  await user.click(screen.getByRole('button', { name: '重试' }))
  await expect.poll(() => reload).toHaveBeenCalledOnce()
})

it('a page whose code comes in time is shown, and stays', async () => {
  await openLazy(async () => ({ Page: () => '到了' }))
  expect(await screen.findByText('到了')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(PAGE_CODE_TIMEOUT_MS))
  expect(screen.getByText('到了')).toBeTruthy()
})

it('without a network the page says so and is not reloaded, which would take it away', async () => {
  goOffline()
  const user = await openLazy(() => Promise.reject(ABSENT))
  expect((await screen.findByRole('alert')).textContent).toContain('当前无网络连接，请检查网络')
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('当前无网络连接，请检查网络', { selector: '[role=status] *, [role=status]' })
  expect(reload).not.toHaveBeenCalled()
})

it('once the network is back, the page is brought by itself', async () => {
  const offline = goOffline()
  await openLazy(() => Promise.reject(ABSENT))
  await screen.findByRole('alert')
  offline.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await expect.poll(() => reload).toHaveBeenCalledOnce()
})

it('while the server is away the page says so and is not reloaded', async () => {
  isThere = false
  await openLazy(() => Promise.reject(ABSENT))
  expect((await screen.findByRole('alert')).textContent).toContain('连接服务器失败')
  expect(reload).not.toHaveBeenCalled()
})

it('while the server answers, an import that failed is left to the router, which reloads for a newer build', async () => {
  await expect(inTime(() => Promise.reject(ABSENT))).rejects.toBe(ABSENT)
  isThere = false
  await expect(inTime(() => Promise.reject(ABSENT))).rejects.toBeInstanceOf(NoCode)
})

const breaks = async () => ({
  Page: () => {
    throw new Error('a bug')
  },
})

it('a page that broke says that what was written is safe, when it lies on this device', async () => {
  await typed('7')
  await openLazy(breaks)
  expect((await screen.findByRole('alert')).textContent).toContain('页面出错了，请重试或返回首页')
  expect(await screen.findByText(SAFE)).toBeTruthy()
})

it('a page that broke says so as soon as the last words lie on this device', async () => {
  await openLazy(breaks)
  await screen.findByRole('alert')
  expect(screen.queryByText(SAFE)).toBeNull()
  await typed('7')
  expect(await screen.findByText(SAFE)).toBeTruthy()
})

it.each([
  ['nothing was written', async () => undefined],
  ['somebody else wrote it', () => typed('8')],
])('a page that broke promises nothing when %s', async (_case, before) => {
  await before()
  await openLazy(breaks)
  await screen.findByRole('alert')
  await expect.poll(() => pages.asked()).toContain('userInfo')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.queryByText(SAFE)).toBeNull()
  await forgetRows('8')
})
