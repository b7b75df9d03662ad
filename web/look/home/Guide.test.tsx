// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
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

const show = (userId = '7') => {
  render(
    <QueryClientProvider client={queryClient}>
      <div data-guide="field" />
      <button type="button" data-guide="search" aria-label="搜索" onClick={search} />
      <i data-guide="make" />
      <i data-guide="me" />
      <Guide userId={userId} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const guide = () => screen.findByRole('dialog', { name: '新手引导' })
const gift = () => screen.findByRole('dialog', { name: '新人礼包' })
const next = () => screen.getByRole('button', { name: '下一步' })

it('three steps, then the gift bag; the focus is in the bubble at each of them', async () => {
  const user = show()
  const dialog = await guide()
  for (const [step, word] of [
    ['1 / 3', '胶囊宇宙'],
    ['2 / 3', '「时光」'],
  ] as const) {
    expect(dialog.textContent).toContain(step)
    expect(dialog.textContent).toContain(word)
    await waitFor(() => expect(document.activeElement).toBe(next()))
    await user.keyboard('{Enter}')
  }
  expect(dialog.textContent).toContain('「我的」')
  const last = screen.getByRole('button', { name: '知道了' })
  await waitFor(() => expect(document.activeElement).toBe(last))
  expect(screen.queryByRole('button', { name: '跳过' })).toBeNull()
  await user.click(last)
  const bag = await gift()
  expect(screen.queryByRole('dialog', { name: '新手引导' })).toBeNull()
  await waitFor(() => expect(bag.contains(document.activeElement)).toBe(true))
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
  await waitFor(() => expect(document.activeElement).toBe(next()))
  await user.tab()
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: '搜索' }))
  await user.keyboard('{Enter}')
  expect(dialog.textContent).toContain('2 / 3')
})

it('a skipped guide makes way for the gift and does not come back', async () => {
  const user = show()
  await guide()
  await user.click(screen.getByRole('button', { name: '跳过' }))
  await gift()
  cleanup()
  show()
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

it('the light stands on the real element and follows it', async () => {
  show()
  const field = document.querySelector('[data-guide="field"]')!
  const at = (top: number) => vi.spyOn(field, 'getBoundingClientRect').mockReturnValue(new DOMRect(16, top, 300, 200))
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

it.each([
  ['a long field', { left: 16, top: 160, width: 358, height: 2400 }, PHONE, 'below'],
  ['the raised button', { left: 169, top: 760, width: 52, height: 52 }, PHONE, 'above'],
  ['the tab at the edge', { left: 312, top: 784, width: 78, height: 60 }, PHONE, 'above'],
  ['the rail', { left: 22, top: 420, width: 52, height: 52 }, WIDE, 'right'],
  ['a field on its side', { left: 16, top: 120, width: 812, height: 900 }, { width: 844, height: 390 }, 'none'],
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
