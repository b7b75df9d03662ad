import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { SWIPE_OPEN_PX, SwipeRow } from './SwipeRow.tsx'
import { SWIPE_TAP_MS, SWIPE_TAP_PX } from './useSwipe.ts'

afterEach(cleanup)

/** Any moment but 0, which React takes for none. */
const BEGAN_MS = 100
const SLOW_MS = 1_000
const opened = vi.fn()
const deleted = vi.fn()

function show() {
  opened.mockReset()
  deleted.mockReset()
  const row = (name: string) => (
    <SwipeRow label={`删除「${name}」`} onDelete={() => deleted(name)}>
      <button type="button" onClick={() => opened(name)}>
        {name}
      </button>
    </SwipeRow>
  )
  render(
    <>
      {row('一')}
      {row('二')}
      <p>别处</p>
    </>,
  )
}

const front = (name = '一') => screen.getByRole('button', { name })
const remove = (name = '一') => screen.getByRole('button', { name: `删除「${name}」` })
const pulled = (name = '一') => Number.parseFloat(front(name).closest('article')!.style.getPropertyValue('--pulled'))

type Kind = 'pointerDown' | 'pointerMove' | 'pointerUp' | 'pointerCancel' | 'click'
type At = { x?: number; y?: number; ms?: number; pointerType?: string }

/** One event of a touch, `x` and `y` pixels and `ms` from where and when the finger came down. */
function touch(kind: Kind, element: Element, { x = 0, y = 0, ms = 0, pointerType = 'touch' }: At = {}) {
  const init = { pointerId: 1, isPrimary: true, pointerType, clientX: 300 + x, clientY: 100 + y }
  const event = createEvent[kind](element, init)
  Object.defineProperty(event, 'timeStamp', { value: BEGAN_MS + ms })
  fireEvent(element, event)
}

/** A touch that goes so far to the side within so many ms, in even steps. */
function swipe(x: number, { ms = SLOW_MS, on = front(), pointerType = 'touch' } = {}) {
  touch('pointerDown', on, { pointerType })
  // The first ten pixels only show which way it goes.
  touch('pointerMove', on, { x: Math.sign(x) * 10, ms: ms / 4, pointerType })
  touch('pointerMove', on, { x: x / 2 + Math.sign(x) * 5, ms: (ms * 5) / 8, pointerType })
  touch('pointerMove', on, { x, ms, pointerType })
  touch('pointerUp', on, { x, ms, pointerType })
}

it('follows the finger one to one, and gives way only a little at the ends', () => {
  show()
  touch('pointerDown', front())
  touch('pointerMove', front(), { x: -10, ms: 20 })
  touch('pointerMove', front(), { x: -50, ms: 400 })
  expect(pulled()).toBe(40)
  touch('pointerMove', front(), { x: -10 - SWIPE_OPEN_PX - 40, ms: 800 })
  expect(pulled()).toBe(SWIPE_OPEN_PX + 10)
  touch('pointerMove', front(), { x: 30, ms: 1200 })
  expect(pulled()).toBe(-10)
})

it('a swipe past a third opens the row, a shorter one springs back; neither taps it', () => {
  show()
  swipe(-10 - SWIPE_OPEN_PX / 3 + 1)
  expect(pulled()).toBe(0)
  swipe(-10 - SWIPE_OPEN_PX / 3 - 1)
  touch('click', front(), { ms: SLOW_MS + 10 })
  expect(pulled()).toBe(SWIPE_OPEN_PX)
  expect(opened).not.toHaveBeenCalled()
})

it.each([
  ['a flick to the left opens the row, however little it is pulled', [10, 40, -20], SWIPE_OPEN_PX],
  ['a flick to the right closes it, however far it is pulled', [-10, -80, -60], 0],
])('%s', (_name, [first, farthest, last], rest) => {
  show()
  touch('pointerDown', front())
  touch('pointerMove', front(), { x: first, ms: 50 })
  touch('pointerMove', front(), { x: farthest, ms: 500 })
  touch('pointerMove', front(), { x: last, ms: 530 })
  touch('pointerUp', front(), { x: last, ms: 535 })
  expect(pulled()).toBe(rest)
})

it('a finger that rested before it let go has not flicked', () => {
  show()
  touch('pointerDown', front())
  touch('pointerMove', front(), { x: -10, ms: 50 })
  touch('pointerMove', front(), { x: -80, ms: 500 })
  touch('pointerMove', front(), { x: -60, ms: 530 })
  touch('pointerUp', front(), { x: -60, ms: 700 })
  expect(pulled()).toBe(SWIPE_OPEN_PX)
})

it('a touch under 40 px and 300 ms is a tap', () => {
  show()
  swipe(-SWIPE_TAP_PX + 1, { ms: SWIPE_TAP_MS - 1 })
  expect(opened.mock.calls).toEqual([['一']])
  expect(pulled()).toBe(0)
  swipe(-SWIPE_TAP_PX, { ms: SWIPE_TAP_MS - 1 })
  swipe(-SWIPE_TAP_PX + 1, { ms: SWIPE_TAP_MS, on: front('二') })
  expect(opened).toHaveBeenCalledOnce()
})

it('a tap that the browser makes a click of as well taps once', () => {
  show()
  swipe(-12, { ms: 100 })
  touch('click', front(), { ms: 110 })
  expect(opened).toHaveBeenCalledOnce()
})

it('a touch that goes up or down belongs to the page', () => {
  show()
  touch('pointerDown', front())
  touch('pointerMove', front(), { x: -8, y: 12, ms: 20 })
  touch('pointerMove', front(), { x: -60, y: 14, ms: 60 })
  touch('pointerUp', front(), { x: -60, y: 14, ms: 80 })
  expect(pulled()).toBe(0)
})

it('a touch that the browser takes for itself leaves the row as it was', () => {
  show()
  touch('pointerDown', front())
  touch('pointerMove', front(), { x: -50, ms: 60 })
  touch('pointerCancel', front(), { x: -50, ms: 80 })
  expect(pulled()).toBe(0)
})

it('a mouse does not pull the row', () => {
  show()
  swipe(-60, { pointerType: 'mouse' })
  expect(pulled()).toBe(0)
})

it.each([
  ['a tap on it, which opens nothing', () => fireEvent.click(front())],
  ['a touch elsewhere', () => touch('pointerDown', screen.getByText('别处'))],
  ['a touch on another row', () => touch('pointerDown', front('二'))],
  ['scrolling', () => fireEvent.scroll(document)],
])('an open row is closed by %s', (_by, act) => {
  show()
  swipe(-60)
  expect(pulled()).toBe(SWIPE_OPEN_PX)
  touch('pointerDown', front(), { ms: 5_000 })
  touch('pointerUp', front(), { ms: 5_050 })
  act()
  expect(pulled()).toBe(0)
  expect(opened).not.toHaveBeenCalled()
})

it('删除 is pressed where it was pulled out, by mouse and by keyboard without pulling', () => {
  show()
  fireEvent.click(remove())
  swipe(-60, { on: front('二') })
  touch('pointerDown', remove('二'), { ms: 5_000 })
  touch('pointerUp', remove('二'), { ms: 5_050 })
  fireEvent.click(remove('二'))
  expect(deleted.mock.calls).toEqual([['一'], ['二']])
  expect(opened).not.toHaveBeenCalled()
})
