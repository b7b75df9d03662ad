// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { go, here } from '#web/ui/location.ts'
import { FloatingBall } from './FloatingBall.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  vi.stubGlobal('innerWidth', 390)
  vi.stubGlobal('innerHeight', 844)
  go('setting')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ball = () => screen.getByRole('button', { name: '回到首页' })
const place = () => ball().style.translate
const isResting = () => ball().hasAttribute('data-resting')

/** At this time on the page's clock, which the events carry. */
function at(type: 'pointerDown' | 'pointerMove' | 'pointerUp' | 'click', x: number, y: number, ms = 1) {
  const make = type === 'click' ? MouseEvent : PointerEvent
  const event = new make(type.toLowerCase(), {
    bubbles: true,
    pointerId: 1,
    clientX: x,
    clientY: y,
  } as PointerEventInit)
  Object.defineProperty(event, 'timeStamp', { value: ms })
  fireEvent(ball(), event)
}
function drag(x: number, y: number, from = { x: 340, y: 740 }) {
  at('pointerDown', from.x, from.y)
  at('pointerMove', x, y)
  at('pointerUp', x, y)
  act(() => vi.advanceTimersByTime(16))
}

it('it first stands at the window’s width minus 65 and height minus 120, and leads home', () => {
  render(<FloatingBall />)
  expect(place()).toBe('325px 724px')
  at('click', 340, 740, 5000)
  expect(here()).toBe('/pages/home/home')
})

it('it docks to the nearer side, and remembers its place', () => {
  render(<FloatingBall />)
  drag(100, 300)
  expect(place()).toBe('16px 284px')
  expect(JSON.parse(localStorage.getItem('ballPosition')!)).toEqual({ x: 16, y: 284 })
  drag(300, -900, { x: 40, y: 300 })
  cleanup()
  render(<FloatingBall />)
  expect(place()).toBe('325px 0px')
})

it('3 s after it came, and after a drag, it rests half docked: a look, and no other place', () => {
  render(<FloatingBall />)
  expect(isResting()).toBe(false)
  act(() => vi.advanceTimersByTime(2900))
  expect(isResting()).toBe(false)
  act(() => vi.advanceTimersByTime(200))
  expect(isResting()).toBe(true)
  expect(place()).toBe('325px 724px')
  drag(100, 300)
  expect(isResting()).toBe(false)
  act(() => vi.advanceTimersByTime(2900))
  expect(isResting()).toBe(false)
  act(() => vi.advanceTimersByTime(200))
  expect(isResting()).toBe(true)
})

it('a click within 1 s of a drag does nothing', () => {
  render(<FloatingBall />)
  drag(100, 300)
  at('click', 100, 300, 900)
  expect(here()).toBe('/subPages/me/setting')
  at('click', 100, 300, 1100)
  expect(here()).toBe('/pages/home/home')
})

it('a finger that hardly moves has pressed', () => {
  render(<FloatingBall />)
  at('pointerDown', 340, 740)
  at('pointerMove', 344, 743)
  at('pointerUp', 344, 743)
  at('click', 344, 743, 10)
  expect(here()).toBe('/pages/home/home')
})

it.each(['no json', '{"x":"left","y":3}', 'null'])('what was kept as %s is as if nothing was', (text) => {
  localStorage.setItem('ballPosition', text)
  render(<FloatingBall />)
  expect(place()).toBe('325px 724px')
})

it('in a smaller window it is still inside', () => {
  localStorage.setItem('ballPosition', '{"x":325,"y":790}')
  vi.stubGlobal('innerHeight', 500)
  render(<FloatingBall />)
  expect(place()).toBe('325px 451px')
})

it('while anything is scrolled it is hidden', () => {
  render(<FloatingBall />)
  const isHidden = () => ball().hasAttribute('data-scrolling')
  expect(isHidden()).toBe(false)
  fireEvent.scroll(document.body)
  expect(isHidden()).toBe(true)
  act(() => vi.advanceTimersByTime(199))
  fireEvent.scroll(document.body)
  act(() => vi.advanceTimersByTime(199))
  expect(isHidden()).toBe(true)
  act(() => vi.advanceTimersByTime(1))
  expect(isHidden()).toBe(false)
})

it('it keeps room for itself at the end of what is scrolled, unless it stands high, and takes it along', () => {
  const room = () => document.documentElement.style.getPropertyValue('--ball-end')
  render(<FloatingBall />)
  expect(room()).toBe('132px')
  drag(100, 300)
  expect(room()).toBe('0px')
  cleanup()
  expect(room()).toBe('')
})
