import { isPhone } from './viewport.ts'

/** Which way a finger goes is known after so many pixels. */
const SLOP_PX = 6
const FLICK_PX_PER_MS = 0.5
/** A finger that rested this long before it let go has not flicked. */
const REST_MS = 80

type Point = { x: number; y: number; at: number }
/** A sheet in the hand: from where it was taken, and how the finger has moved last. */
type Held = { from: number; y: number; at: number; speed: number }

/**
 * Lets a sheet be pulled down with the finger, or by its handle with the mouse: let go beyond a third of its height, or with a
 * flick, it is closed, else it springs back. Content that scrolls in it scrolls until it is at its top.
 */
export function dragAway(sheet: HTMLElement, close: () => void): () => void {
  let start: (Point & { on: Element }) | undefined
  let held: Held | undefined

  function down(point: Point, on: EventTarget | null) {
    start = isPhone() && on instanceof Element ? { ...point, on } : undefined
  }

  /** Whether the sheet is in the hand, and nothing else should follow the finger. */
  function move({ x, y, at }: Point): boolean {
    if (!start) return false
    if (!held) {
      const [across, along] = [Math.abs(x - start.x), y - start.y]
      if (Math.max(across, Math.abs(along)) < SLOP_PX) return false
      if (along <= across || isTheirs(start.on, sheet)) return letGo()
      held = { from: y, y, at, speed: 0 }
      sheet.dataset.held = ''
    }
    held = { from: held.from, y, at, speed: (y - held.y) / Math.max(1, at - held.at) }
    sheet.style.translate = `0 ${Math.max(0, y - held.from)}px`
    return true
  }

  function up(at: number) {
    const last = held
    letGo()
    if (!last) return
    const speed = at - last.at > REST_MS ? 0 : last.speed
    const isFar = last.y - last.from > sheet.offsetHeight / 3
    if (speed < -FLICK_PX_PER_MS || !(isFar || speed > FLICK_PX_PER_MS)) return
    sheet.style.translate = '0 100%'
    close()
  }

  function letGo(): false {
    start = undefined
    held = undefined
    delete sheet.dataset.held
    sheet.style.translate = ''
    return false
  }

  const listening = new AbortController()
  const { signal } = listening
  sheet.addEventListener(
    'touchstart',
    (event) => (event.touches.length > 1 ? letGo() : down(finger(event), event.target)),
    { signal, passive: true },
  )
  sheet.addEventListener(
    'touchmove',
    (event) => {
      if (!held && !event.cancelable) letGo()
      else if (move(finger(event))) event.preventDefault()
    },
    { signal, passive: false },
  )
  sheet.addEventListener('touchend', ({ timeStamp }) => up(timeStamp), { signal })
  sheet.addEventListener('touchcancel', letGo, { signal })
  sheet.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType === 'touch' || !(event.target as Element).matches('[data-handle]')) return
      sheet.setPointerCapture?.(event.pointerId)
      down(mouse(event), event.target)
    },
    { signal },
  )
  sheet.addEventListener('pointermove', (event) => event.pointerType !== 'touch' && move(mouse(event)), { signal })
  sheet.addEventListener('pointerup', (event) => event.pointerType !== 'touch' && up(event.timeStamp), { signal })
  return () => listening.abort()
}

/** Whether the finger is on something that has a use for it: it is scrolled, or handles touches itself. */
function isTheirs(on: Element, sheet: Element): boolean {
  if (on.scrollTop > 0 || getComputedStyle(on).touchAction === 'none') return true
  return on !== sheet && on.parentElement !== null && isTheirs(on.parentElement, sheet)
}

const finger = ({ touches: [touch], timeStamp }: TouchEvent): Point => ({
  x: touch!.clientX,
  y: touch!.clientY,
  at: timeStamp,
})

const mouse = ({ clientX, clientY, timeStamp }: PointerEvent): Point => ({ x: clientX, y: clientY, at: timeStamp })
