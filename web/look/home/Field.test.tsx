import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { publicCapsule, publicCapsules } from './capsules.fixture.ts'
import { Field } from './Field.tsx'

const FRAME_MS = 16
let frames: FrameRequestCallback[] = []
let now = 0
let reduced = false
let hidden = false

beforeEach(() => {
  frames = []
  now = 0
  reduced = false
  hidden = false
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame))
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      // A browser reports the first size too.
      observe: () => void
      constructor(told: () => void) {
        this.observe = told
      }
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: reduced, addEventListener() {}, removeEventListener() {} }))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function show(capsules = publicCapsules(25)) {
  const onOpen = vi.fn()
  render(<Field capsules={capsules} onOpen={onOpen} />)
  return onOpen
}

/** Lets up to `count` frames pass; fewer when no more are asked for. */
function pass(count: number): number {
  let shown = 0
  for (; shown < count && frames.length > 0; shown += 1) {
    now += FRAME_MS
    for (const frame of frames.splice(0)) frame(now)
  }
  return shown
}

const capsule = (number: number) => screen.getByRole('button', { name: new RegExp(`^胶囊${number}(?!\\d)`) })
const place = (number: number) => capsule(number).style.transform
const layers = () => screen.getAllByRole('button').map((button) => Number(button.style.zIndex))
const visibility = async (next: boolean) => {
  hidden = next
  await act(async () => document.dispatchEvent(new Event('visibilitychange')))
}
/** Makes the focus visible, since jsdom decides by itself when it is. */
function byKeyboard() {
  const { matches } = Element.prototype
  vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':focus-visible' ? this === document.activeElement : matches.call(this, selector)
  })
}
const drag = (target: Element, by: number) => {
  fireEvent.pointerDown(target, { pointerId: 1, clientX: 100, clientY: 100, pointerType: 'touch' })
  for (const share of [0.3, 0.6, 1])
    fireEvent.pointerMove(target, { pointerId: 1, clientX: 100 + by * share, clientY: 100, pointerType: 'touch' })
  fireEvent.pointerUp(target, { pointerId: 1, clientX: 100 + by, clientY: 100, pointerType: 'touch' })
  fireEvent.click(target)
}

it('the field turns slowly by itself, what is near above what is far', () => {
  show()
  const before = place(3)
  pass(30)
  expect(place(3)).not.toBe(before)
  expect(Math.max(...layers())).toBeGreaterThan(14)
  expect(Math.min(...layers())).toBeLessThan(2)
})

it('the slow turn is drawn at every second frame, and one by hand at each', () => {
  show()
  const drawn = () => {
    let times = 0
    for (let frame = 0; frame < 30; frame += 1) {
      const before = place(3)
      pass(1)
      if (place(3) !== before) times += 1
    }
    return times
  }
  pass(20)
  expect(drawn()).toBeLessThanOrEqual(15)
  drag(capsule(3), 90)
  expect(drawn()).toBeGreaterThan(25)
})

it('a capsule shows the first fifteen characters of its title in its colour, and says whose it is', () => {
  show([publicCapsule(3, { long_tag: '一二三四五六七八九十一二三四五六' })])
  const button = screen.getByRole('button', { name: '一二三四五六七八九十一二三四五…阿禾' })
  expect(button.closest('li')!.style.getPropertyValue('--capsule')).toBe('var(--capsule-rose)')
})

it('a tap opens the capsule, a drag turns the field and opens nothing', () => {
  const onOpen = show()
  fireEvent.click(capsule(7))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('7')
  const before = place(7)
  drag(capsule(7), 80)
  expect(place(7)).not.toBe(before)
  expect(onOpen).toHaveBeenCalledOnce()
})

it('a finger that hardly moved has tapped', () => {
  const onOpen = show()
  drag(capsule(7), 6)
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('7')
})

it.each([
  ['ArrowLeft', 'x', -1],
  ['ArrowRight', 'x', 1],
  ['ArrowUp', 'y', -1],
  ['ArrowDown', 'y', 1],
] as const)('%s turns the field that way', (key, axis, sign) => {
  reduced = true
  show()
  const front = screen.getAllByRole('button').sort((a, b) => Number(b.style.zIndex) - Number(a.style.zIndex))[0]!
  const at = () => /3d\((?<x>[-.\d]+)px, (?<y>[-.\d]+)px/.exec(front.style.transform)!.groups!
  const before = Number(at()[axis])
  fireEvent.keyDown(document.body, { key })
  expect(Math.sign(Number(at()[axis]) - before)).toBe(sign)
})

it('the wheel turns it, and with Ctrl, as a pinch does, brings it nearer within limits', () => {
  reduced = true
  show()
  const before = place(12)
  fireEvent.wheel(capsule(12), { deltaY: 80 })
  expect(place(12)).not.toBe(before)
  const size = () => Number(/scale\(([.\d]+)/.exec(place(12))![1])
  const small = size()
  for (let turn = 0; turn < 20; turn += 1) fireEvent.wheel(capsule(12), { deltaY: -100, ctrlKey: true })
  expect(size() / small).toBeCloseTo(Math.SQRT2, 2)
})

it('two fingers that part bring it nearer', () => {
  reduced = true
  show()
  const size = () => Number(/scale\(([.\d]+)/.exec(place(12))![1])
  const [list, before] = [screen.getByRole('list'), size()]
  for (const [pointerId, clientX] of [
    [1, 100],
    [2, 200],
  ])
    fireEvent.pointerDown(list, { pointerId, clientX, clientY: 0, pointerType: 'touch' })
  for (const [pointerId, clientX] of [
    [2, 220],
    [2, 260],
    [1, 60],
  ])
    fireEvent.pointerMove(list, { pointerId, clientX, clientY: 0, pointerType: 'touch' })
  expect(size() / before).toBeCloseTo(Math.sqrt(200 / 120), 1)
})

it('a capsule that the keyboard comes to glides to the front, and stays there', async () => {
  byKeyboard()
  show()
  const user = userEvent.setup()
  for (const number of [1, 2]) {
    await user.tab()
    expect(document.activeElement).toBe(capsule(number))
    pass(200)
    expect(capsule(number).style.zIndex).toBe('16')
    expect(frames).toHaveLength(0)
  }
})

it('Enter opens the capsule that has the focus', async () => {
  const onOpen = show()
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('1')
})

it('it asks for no frames while the document is hidden', async () => {
  show()
  expect(pass(3)).toBe(3)
  await visibility(true)
  expect(frames).toHaveLength(0)
  await visibility(false)
  expect(pass(3)).toBe(3)
})

it('it asks for no frames behind a popup', async () => {
  show()
  const popup = document.createElement('div')
  popup.setAttribute('role', 'dialog')
  await act(async () => document.body.append(popup))
  expect(frames).toHaveLength(0)
  await act(async () => popup.remove())
  expect(pass(3)).toBe(3)
})

it('under reduced motion it asks for no frames, and can still be turned by hand', () => {
  reduced = true
  show()
  expect(frames).toHaveLength(0)
  const before = place(7)
  drag(capsule(7), 80)
  expect(place(7)).not.toBe(before)
  expect(frames).toHaveLength(0)
})

it('it stands still under a mouse, and goes on when the mouse has left', () => {
  show()
  pass(3)
  fireEvent.pointerOver(capsule(7), { pointerType: 'mouse' })
  pass(400)
  expect(frames).toHaveLength(0)
  fireEvent.pointerLeave(screen.getByRole('list'), { pointerType: 'mouse' })
  expect(pass(3)).toBe(3)
})

it('Tab comes in at the first or at one that can be read, and reaches every one from there', async () => {
  byKeyboard()
  show()
  const stops = () => screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
  const outside = stops()
  expect(outside.length).toBeGreaterThan(3)
  expect(outside.length).toBeLessThan(25)
  expect(outside[0]).toBe(capsule(1))
  for (const stop of outside.slice(1)) expect((stop.lastElementChild as HTMLElement).style.opacity).toBe('')
  await userEvent.tab()
  expect(document.activeElement).toBe(capsule(1))
  expect(stops()).toHaveLength(25)
})
