// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/client/queryClient.ts'
import { Guide } from './Guide.tsx'
import { bubbleBeside, holeAround } from './guidePlace.ts'

const search = vi.fn()
const watching = new Set<() => void>()
const tell = () =>
  act(() => {
    for (const heard of watching) heard()
  })

beforeEach(() => {
  localStorage.clear()
  opened.mockClear()
  watching.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(heard: () => void) {
        watching.add(heard)
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const opened = vi.fn()
let people = 0
/** Nobody's tour goes on where another person's has ended. */
const someone = () => `${++people}`

function Shown({ userId, empty }: { userId: string; empty: boolean }) {
  const [covered, cover] = useState(false)
  const open = (name: string) => {
    opened(name)
    cover(true)
  }
  return (
    <>
      <ul data-guide="field">
        {!empty &&
          ['远', '近', '中'].map((name, at) => (
            <li key={name}>
              <button type="button" style={{ zIndex: [1, 9, 5][at] }} onClick={() => open(name)}>
                {name}
              </button>
            </li>
          ))}
      </ul>
      {covered && (
        <button type="button" onClick={() => cover(false)}>
          读完了
        </button>
      )}
      <Guide userId={userId} covered={covered} />
    </>
  )
}

const show = (userId = someone(), { empty = false } = {}) => {
  render(
    <QueryClientProvider client={queryClient}>
      <button type="button" data-guide="search" aria-label="搜索" onClick={search} />
      <i data-guide="make" />
      <i data-guide="me" />
      <Shown userId={userId} empty={empty} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const guide = () => screen.findByRole('dialog', { name: '新手引导' })
const gift = () => screen.findByRole('dialog', { name: '新人礼包' })
const next = () => screen.getByRole('button', { name: '下一步' })

const look = () => screen.getByRole('button', { name: '打开看看' })

it('three steps, then the gift bag: the nearest capsule is opened and read, then 时光, then 我的', async () => {
  const user = show()
  const dialog = await guide()
  expect(dialog.textContent).toContain('1 / 3')
  await waitFor(() => expect(document.activeElement).toBe(look()))
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledExactlyOnceWith('近')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: '读完了' }))
  expect((await guide()).textContent).toContain('2 / 3')
  await waitFor(() => expect(document.activeElement).toBe(next()))
  await user.keyboard('{Enter}')
  expect((await guide()).textContent).toContain('「我的」')
  const last = screen.getByRole('button', { name: '知道了' })
  await waitFor(() => expect(document.activeElement).toBe(last))
  expect(screen.queryByRole('button', { name: '跳过' })).toBeNull()
  await user.click(last)
  const bag = await gift()
  expect(screen.queryByRole('dialog', { name: '新手引导' })).toBeNull()
  await waitFor(() => expect(bag.contains(document.activeElement)).toBe(true))
})

it('who has left the home to read the capsule is shown the second step on the way back', async () => {
  const userId = someone()
  const user = show(userId)
  await guide()
  await user.click(look())
  cleanup()
  show(userId)
  expect((await guide()).textContent).toContain('2 / 3')
})

it('where there is no capsule yet, the first step leads on', async () => {
  const user = show(someone(), { empty: true })
  const dialog = await guide()
  expect(screen.queryByRole('button', { name: '打开看看' })).toBeNull()
  await user.click(next())
  expect(dialog.textContent).toContain('2 / 3')
})

it('at the first step the search button leads to the second and searches nothing', async () => {
  const user = show()
  const dialog = await guide()
  await user.click(within(dialog).getByRole('button', { name: '搜索' }))
  expect(dialog.textContent).toContain('2 / 3')
  expect(within(dialog).queryByRole('button', { name: '搜索' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(next()))
  expect(search).not.toHaveBeenCalled()
})

it('at the first step the keyboard reaches the search button', async () => {
  const user = show()
  const dialog = await guide()
  await waitFor(() => expect(document.activeElement).toBe(look()))
  await user.tab()
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: '搜索' }))
  await user.keyboard('{Enter}')
  expect(dialog.textContent).toContain('2 / 3')
})

it('a skipped guide makes way for the gift and does not come back', async () => {
  const userId = someone()
  const user = show(userId)
  await guide()
  await user.click(screen.getByRole('button', { name: '跳过' }))
  await gift()
  cleanup()
  show(userId)
  await gift()
  expect(screen.queryByRole('dialog', { name: '新手引导' })).toBeNull()
})

it('Escape skips, a tap beside the bubble does not', async () => {
  const user = show()
  const dialog = await guide()
  await user.click(document.body)
  expect(dialog.isConnected).toBe(true)
  await user.keyboard('{Escape}')
  await gift()
})

it('is shown once to each person', async () => {
  const user = show('7')
  await guide()
  await user.keyboard('{Escape}')
  await gift()
  cleanup()
  show('8')
  await guide()
})

it('the ring stands around the nearest capsule and follows it', async () => {
  const at = (top: number) =>
    vi.spyOn(screen.getByText('近'), 'getBoundingClientRect').mockReturnValue(new DOMRect(16, top, 300, 200))
  show()
  at(100)
  const dialog = await guide()
  const hole = () => document.querySelector<HTMLElement>('[style*="height: 216px"]')
  at(150)
  tell()
  await waitFor(() => expect(hole()?.style.top).toBe('142px'))
  expect(dialog.style.top).toBe(`${142 + 216 + 18}px`)
})

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const LARGE = { width: 390, height: 844, text: 2 }

it.each([
  ['the nearest capsule', { left: 133, top: 380, width: 124, height: 126 }, PHONE, 'below'],
  ['the nearest capsule in large text', { left: 133, top: 380, width: 124, height: 126 }, LARGE, 'none'],
  ['the raised button', { left: 169, top: 760, width: 52, height: 52 }, PHONE, 'above'],
  ['the tab at the edge', { left: 312, top: 784, width: 78, height: 60 }, PHONE, 'above'],
  ['the rail', { left: 22, top: 420, width: 52, height: 52 }, WIDE, 'right'],
  [
    'a capsule on a telephone’s side',
    { left: 400, top: 150, width: 124, height: 126 },
    { width: 844, height: 390 },
    'right',
  ],
])('the bubble of %s is in the window, clear of the light', (_name, box, view, side) => {
  const hole = holeAround(box, view)
  const bubble = bubbleBeside(hole, view)
  expect(bubble.side).toBe(side)
  const { left, width, top, bottom } = bubble.style as Record<string, number>
  expect(left!).toBeGreaterThanOrEqual(16)
  expect(left! + width!).toBeLessThanOrEqual(view.width - 16)
  if (side === 'below') expect(top!).toBeGreaterThan(hole.top + hole.height)
  if (side === 'above') expect(view.height - bottom!).toBeLessThan(hole.top)
  if (side === 'right') expect(left!).toBeGreaterThan(hole.left + hole.width)
})
