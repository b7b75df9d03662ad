import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Sheet } from './Sheet.tsx'

const HEIGHT_PX = 300
/** Any moment but 0. */
const BEGAN_MS = 100
const SLOW_MS = 2_000
const closed = vi.fn()

beforeEach(() => {
  closed.mockReset()
  vi.stubGlobal('innerWidth', 390)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(HEIGHT_PX)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show() {
  render(
    <Sheet open onOpenChange={closed} title="单子">
      <div data-testid="list">
        <button type="button">一</button>
      </div>
      <div style={{ touchAction: 'none' }}>
        <button type="button">裁剪</button>
      </div>
    </Sheet>,
  )
  return screen.findByRole('dialog')
}

const handle = () => document.querySelector('[data-handle]')!
const row = () => screen.getByRole('button', { name: '一' })
const away = () => Number.parseFloat(screen.getByRole('dialog').style.translate.split(' ')[1] ?? '0')

type At = { x?: number; y?: number; ms?: number; fingers?: number }

/** One event of a touch, `x` and `y` pixels and `ms` from where and when it began; returns whether the page may scroll. */
function touch(kind: 'touchStart' | 'touchMove' | 'touchEnd', on: Element, { x = 0, y = 0, ms = 0, fingers = 1 }: At) {
  const touches = Array(kind === 'touchEnd' ? 0 : fingers).fill({ clientX: 100 + x, clientY: 100 + y })
  const event = createEvent[kind](on, { touches, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: BEGAN_MS + ms })
  return fireEvent(on, event)
}

/** The finger goes so far down within so many ms, and stays on the sheet. */
function pull(y: number, { ms = SLOW_MS, on = handle(), x = 0 } = {}) {
  touch('touchStart', on, {})
  touch('touchMove', on, { x: x / 10, y: y / 10, ms: ms / 4 })
  touch('touchMove', on, { x: x / 2, y: y / 2, ms: (ms * 3) / 4 })
  return touch('touchMove', on, { x, y, ms })
}
const letGo = (ms = SLOW_MS, on = handle()) => touch('touchEnd', on, { ms })

it('a sheet follows the finger, and closes when it is let go beyond a third of its height', async () => {
  await show()
  expect(pull(HEIGHT_PX / 3 + 20)).toBe(false)
  expect(away()).toBeCloseTo((HEIGHT_PX / 3 + 20) * 0.9)
  expect(closed).not.toHaveBeenCalled()
  letGo()
  expect(closed).toHaveBeenCalledExactlyOnceWith(false)
})

it('let go before that it springs back', async () => {
  await show()
  pull(HEIGHT_PX / 3)
  letGo()
  expect(closed).not.toHaveBeenCalled()
  expect(away()).toBe(0)
})

it('a flick closes it, however little it was pulled; a finger that rests first has not flicked', async () => {
  await show()
  pull(60, { ms: 60 })
  letGo(300)
  expect(closed).not.toHaveBeenCalled()
  pull(60, { ms: 60 })
  letGo(60)
  expect(closed).toHaveBeenCalledOnce()
})

it('pulled far and flicked up again it stays', async () => {
  await show()
  pull(200)
  touch('touchMove', handle(), { y: 150, ms: SLOW_MS + 20 })
  letGo(SLOW_MS + 20)
  expect(closed).not.toHaveBeenCalled()
})

it('it is pulled by what stands in it too, while that is scrolled to its top', async () => {
  await show()
  const list = screen.getByTestId('list')
  list.scrollTop = 40
  expect(pull(200, { on: row() })).toBe(true)
  letGo(SLOW_MS, row())
  expect(closed).not.toHaveBeenCalled()
  list.scrollTop = 0
  expect(pull(200, { on: row() })).toBe(false)
  letGo(SLOW_MS, row())
  expect(closed).toHaveBeenCalledOnce()
})

it.each<[string, () => Parameters<typeof pull>]>([
  ['a finger that goes up scrolls', () => [-200, { on: row() }]],
  ['a finger that goes to the side swipes', () => [100, { on: row(), x: 150 }]],
  ['what handles touches itself keeps them', () => [200, { on: screen.getByRole('button', { name: '裁剪' }) }]],
])('%s', async (_, pulled) => {
  await show()
  const [y, options] = pulled()
  expect(pull(y, options)).toBe(true)
  expect(away()).toBe(0)
  letGo(SLOW_MS, options!.on)
  expect(closed).not.toHaveBeenCalled()
})

it('a second finger lets it go', async () => {
  await show()
  pull(200)
  touch('touchStart', handle(), { fingers: 2 })
  expect(away()).toBe(0)
  letGo()
  expect(closed).not.toHaveBeenCalled()
})

it.each([
  ['by its handle with the mouse', handle, 1],
  ['not by what stands in it, where a mouse selects', row, 0],
])('it is pulled %s', async (_, on, times) => {
  await show()
  for (const [kind, y] of [
    ['pointerDown', 0],
    ['pointerMove', 10],
    ['pointerMove', 200],
    ['pointerUp', 200],
  ] as const) {
    const event = createEvent[kind](on(), { pointerId: 1, pointerType: 'mouse', clientX: 100, clientY: 100 + y })
    Object.defineProperty(event, 'timeStamp', { value: BEGAN_MS + y * 20 })
    fireEvent(on(), event)
  }
  expect(closed).toHaveBeenCalledTimes(times)
})

it('the card of a wide screen stays where it is', async () => {
  vi.stubGlobal('innerWidth', 1440)
  await show()
  pull(200)
  letGo()
  expect(closed).not.toHaveBeenCalled()
})
