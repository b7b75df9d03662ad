// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { here } from '#web/ui/location.ts'

afterEach(endPages)

type Summary = Output<'closedSummary'>
const NOTHING: Summary = { due: 0, due_id: '', sealed: 0, next: null, last_time: '' }
const inMs = (ms: number) => formatChina(Date.now() + ms)
const DAY_MS = 86_400_000

async function me(summary: Partial<Summary>) {
  const server = startPages(person())
  server.answer('closedSummary', ok({ ...NOTHING, ...summary }))
  const user = await openPage('/pages/me/me')
  await screen.findByText('小满')
  await screen.findByRole('navigation', { name: '主导航' })
  return { user, server, tab: () => within(screen.getByRole('navigation', { name: '主导航' })).getByText('我的') }
}

describe('when the day has come', () => {
  it('one capsule leads straight to 点击解封, and the tab has a dot', async () => {
    const { user, tab } = await me({ due: 1, due_id: '12', sealed: 1 })
    const card = await screen.findByRole('button', { name: /有1枚胶囊等你打开/ })
    expect(tab().closest('a')!.getAttribute('aria-label')).toBe('我的，有胶囊等你打开')
    await user.click(card)
    await waitFor(() => expect(here()).toBe('/pages/unseal?id=12'))
  })

  it('several lead to the list', async () => {
    const { user } = await me({ due: 3, due_id: '12', sealed: 5 })
    await user.click(await screen.findByRole('button', { name: /有3枚胶囊等你打开/ }))
    await waitFor(() => expect(here()).toBe('/subPages/me/meCapsule'))
  })

  it('home says so as well', async () => {
    const server = startPages(person())
    server.answer('closedSummary', ok({ ...NOTHING, due: 2, due_id: '12', sealed: 2 }))
    server.answer('capsuleOpenList', ok({ capsules: [], next: '' }))
    await openPage('/pages/home/home')
    expect(await screen.findByRole('button', { name: /有2枚胶囊等你打开/ })).toBeTruthy()
  })

  it('what comes due while one looks is said without a question to the server', async () => {
    const next = { id: '9', long_tag: '毕业那天', open_time: inMs(30_000) }
    const { server } = await me({ sealed: 1, next, last_time: next.open_time })
    expect(await screen.findByText(/毕业那天/)).toBeTruthy()
    expect(screen.queryByText(/等你打开/)).toBeNull()
    const asked = server.asked().filter((name) => name === 'closedSummary').length
    await act(() => vi.advanceTimersByTimeAsync(61_000))
    expect(await screen.findByRole('button', { name: /有1枚胶囊等你打开/ })).toBeTruthy()
    expect(screen.queryByText(/毕业那天/)).toBeNull()
    expect(server.asked().filter((name) => name === 'closedSummary')).toHaveLength(asked)
  })
})

it('what comes due while one looks and the server holds its clock is neither due nor next', async () => {
  const next = { id: '9', long_tag: '毕业那天', open_time: inMs(30_000) }
  const { tab } = await me({ sealed: 2, next, last_time: inMs(DAY_MS), held: 1 })
  expect(await screen.findByText(/毕业那天/)).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  await waitFor(() => expect(screen.queryByText(/毕业那天/)).toBeNull())
  expect(screen.queryByText(/等你打开/)).toBeNull()
  expect(tab().closest('a')!.hasAttribute('aria-label')).toBe(false)
})

describe('while everything waits', () => {
  it('我的 says what opens next and when, how many wait, and how long the last one takes', async () => {
    const next = { id: '9', long_tag: '毕业那天', open_time: inMs(3.99 * DAY_MS) }
    const { user, tab } = await me({ sealed: 4, next, last_time: inMs(3_660 * DAY_MS) })
    const row = await screen.findByRole('button', { name: /下一枚/ })
    expect(row.textContent).toContain(`下一枚 ${next.open_time.slice(0, 10).replaceAll('-', '/')} 打开`)
    expect(row.textContent).toContain('毕业那天 · 还有3天')
    expect(row.textContent).toContain('共4枚封存着，最久的要等10年')
    expect(tab().closest('a')!.hasAttribute('aria-label')).toBe(false)
    await user.click(row)
    await waitFor(() => expect(here()).toBe('/subPages/me/meCapsule'))
  })

  it('nothing sealed is nothing to say', async () => {
    await me({})
    expect(screen.queryByRole('button', { name: /下一枚|等你打开/ })).toBeNull()
  })
})
