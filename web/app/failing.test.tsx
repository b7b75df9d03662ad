// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TEXT } from '#contract/codes.ts'
import { endPages, openPage, startPages } from '#test/page.tsx'
import { setToken } from '#web/client/session.ts'
import { routes } from './routes.tsx'

/** The page asks, and what runs beside all pages may ask as well. */
const ASKED_MOST = 2

afterEach(endPages)

it.each(routes.filter(({ guard }) => guard !== 'signedOut').map(({ path }) => path.replace(/\$\w+/, 'the-token')))(
  '%s asks for nothing without end where every call fails',
  async (path) => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    startPages()
    setToken('fresh')
    const asked = new Map<string, number>()
    vi.stubGlobal('fetch', (address: string) => {
      const times = (asked.get(address) ?? 0) + 1
      asked.set(address, times)
      // One that asks without end would keep this test from its end as well.
      if (times > ASKED_MOST) return new Promise(() => {})
      return Promise.resolve(Response.json({ code: 1, message: TEXT.serverError }))
    })
    await openPage(path, { id: '3', user_id: '8', url: '/m/1' })
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect([...asked].filter(([, times]) => times > ASKED_MOST)).toEqual([])
  },
)
