// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryText } from '#contract/pages.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { clearToken, setToken, takeRoute } from '#web/client/session.ts'
import { goTo, history } from '#web/ui/location.ts'
import { router } from './router.tsx'

beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 1004, message: '内容不存在或已删除' })))
  vi.stubGlobal('scrollTo', () => undefined)
  localStorage.clear()
  clearToken()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

async function open(path: string, query: Record<string, string> = {}) {
  goTo(path + queryText(query))
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await act(() => router.load())
}

it.each(['/pages/home/home', '/home', '/pages/me/me', '/me'])('%s without a sign-in leads to login', async (path) => {
  await open(path)
  await waitFor(() => expect(history.location.pathname).toBe('/pages/login/login'))
  expect(takeRoute()).toBe(path)
})

it('a long id in the query survives the way over the login page', async () => {
  await open('/subPages/me/capsuleDetail', { id: '9007199254740993', isOther: '1' })
  await waitFor(() => expect(history.location.pathname).toBe('/pages/login/login'))
  expect(takeRoute()).toBe('/subPages/me/capsuleDetail?id=9007199254740993&isOther=1')
})

it('login with a token leads home', async () => {
  setToken('t')
  await open('/pages/login/login')
  await waitFor(() => expect(history.location.pathname).toBe('/pages/home/home'))
})

it('any unknown path leads to /404, which says so', async () => {
  await open('/subPages/nowhere')
  await waitFor(() => expect(history.location.pathname).toBe('/404'))
  await waitFor(() => expect(document.body.textContent).toContain('抱歉，您访问的页面走丢了'))
})

it('anybody may see the landing page', async () => {
  await open('/')
  await waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('时光胶囊'))
  expect(history.location.pathname).toBe('/')
})
