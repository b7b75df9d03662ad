// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TO_TOP_AFTER_PX } from '#contract/limits.ts'
import { EndlessList } from './EndlessList.tsx'

type Query = Parameters<typeof EndlessList<{ id: string }>>[0]['query']

let reachBottom: () => void = () => undefined

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        reachBottom = () => seen([{ isIntersecting: true }])
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(state: Partial<Query>, inPopup = false) {
  const query: Query = {
    data: undefined,
    error: null,
    isFetching: false,
    hasNextPage: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: vi.fn(),
    refetch: vi.fn(),
    ...state,
  }
  render(
    <EndlessList
      query={query}
      render={(row) => <span>{row.id}</span>}
      empty={<p>暂时没有胶囊哦~</p>}
      skeleton={<p data-testid="skeleton" />}
      inPopup={inPopup}
    />,
  )
  return query
}

it('loading: shows the skeleton', () => {
  show({ isFetching: true })
  expect(screen.getByTestId('skeleton')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
})

it('empty: says so', () => {
  show({ data: [] })
  expect(screen.getByText('暂时没有胶囊哦~')).toBeTruthy()
})

it('full: shows the rows and reads on at the bottom', () => {
  const query = show({ data: [{ id: '1' }, { id: '2' }], hasNextPage: true })
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['1', '2'])
  reachBottom()
  expect(query.fetchNextPage).toHaveBeenCalledOnce()
})

it.each([
  ['leads back to the top of a page', false, 1],
  ['leaves the page behind a popup alone', true, 0],
])('far down it %s', (_name, inPopup, ways) => {
  vi.stubGlobal('scrollY', TO_TOP_AFTER_PX + 1)
  show({ data: [{ id: '1' }] }, inPopup)
  expect(screen.queryAllByRole('button', { name: '回到顶部' })).toHaveLength(ways)
})

it('failed: says what happened and offers 重试', async () => {
  const query = show({ error: { code: 5000, message: '服务器错误' } })
  expect(screen.getByRole('alert').textContent).toContain('服务器错误')
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(query.refetch).toHaveBeenCalledOnce()
})

it.each([2004, 2005, 2006, 2007])(
  'a sign-in that is over (%i) is told by the toast alone: the skeleton stays',
  (code) => {
    show({ error: { code, message: '登录已过期，请重新登录' } })
    expect(screen.getByTestId('skeleton')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

it('a further page that failed keeps the rows and is tried again alone', async () => {
  const query = show({
    data: [{ id: '1' }],
    hasNextPage: true,
    isFetchNextPageError: true,
    error: { code: 5000, message: '服务器错误' },
  })
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(query.fetchNextPage).toHaveBeenCalledOnce()
  expect(query.refetch).not.toHaveBeenCalled()
})
