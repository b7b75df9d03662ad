import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

/** A touch that went less far and took less long is a tap (specification 9). */
export const SWIPE_TAP_PX = 40
export const SWIPE_TAP_MS = 300
/** Which way a finger goes is known after so many pixels. */
const SLOP_PX = 8
const FLICK_PX_PER_MS = 0.4
/** A finger that rested this long before it let go has not flicked. */
const REST_MS = 80
const RUBBER = 0.25
/** The browser's own click after a touch comes at most this late. */
const LATE_CLICK_MS = 400

type Touch = {
  id: number
  startX: number
  startY: number
  startedAt: number
  /** Where the finger was when the row took hold of it; before that it may yet scroll the page. */
  heldX?: number
  lastX: number
  movedAt: number
  speed: number
}

/**
 * Lets a touch pull a row to the left by `width` pixels and leave it open there. `pulled` is how far it is pulled now,
 * `held` whether by a finger. Vertical ways are the page's own: give the row `touch-action: pan-y pinch-zoom`.
 */
export function useSwipe(row: RefObject<HTMLElement | null>, width: number) {
  const touch = useRef<Touch>(undefined)
  const swallowUntil = useRef(0)
  const [open, setOpen] = useState(false)
  const [dragged, setDragged] = useState<number>()
  const rest = open ? width : 0
  const close = () => setOpen(false)
  useClosing(row, open, close)

  function onPointerDown({ pointerId, pointerType, clientX, clientY, timeStamp }: PointerEvent) {
    if (pointerType === 'mouse' || touch.current) return
    swallowUntil.current = 0
    const start = { startX: clientX, startY: clientY, startedAt: timeStamp }
    touch.current = { id: pointerId, ...start, lastX: clientX, movedAt: timeStamp, speed: 0 }
  }

  function onPointerMove({ pointerId, clientX, clientY, timeStamp }: PointerEvent) {
    const now = touch.current
    if (now?.id !== pointerId) return
    if (now.heldX === undefined) {
      const across = Math.abs(clientX - now.startX)
      const along = Math.abs(clientY - now.startY)
      if (Math.max(across, along) < SLOP_PX) return
      if (along >= across) return letGo()
      now.heldX = clientX
    }
    now.speed = (now.lastX - clientX) / Math.max(1, timeStamp - now.movedAt)
    now.lastX = clientX
    now.movedAt = timeStamp
    setDragged(rest + now.heldX - clientX)
  }

  function onPointerUp({ pointerId, clientX, clientY, timeStamp, target }: PointerEvent) {
    const now = touch.current
    if (now?.id !== pointerId) return
    letGo()
    if (now.heldX === undefined) return
    swallowUntil.current = timeStamp + LATE_CLICK_MS
    const way = Math.hypot(clientX - now.startX, clientY - now.startY)
    if (way < SWIPE_TAP_PX && timeStamp - now.startedAt < SWIPE_TAP_MS) return tap(target)
    const speed = timeStamp - now.movedAt > REST_MS ? 0 : now.speed
    setOpen(staysOpen(rest + now.heldX - clientX, speed))
  }

  function staysOpen(way: number, speed: number): boolean {
    if (Math.abs(speed) > FLICK_PX_PER_MS) return speed > 0
    return open ? way > (width * 2) / 3 : way > width / 3
  }

  function letGo() {
    touch.current = undefined
    setDragged(undefined)
  }

  /** The browser makes no click of a touch that moved, however little. */
  function tap(target: EventTarget) {
    const swallowed = swallowUntil.current
    swallowUntil.current = 0
    if (target instanceof Element) target.closest('button')?.click()
    swallowUntil.current = swallowed
  }

  function onPointerCancel({ pointerId }: PointerEvent) {
    if (touch.current?.id === pointerId) letGo()
  }

  function onClickCapture(event: MouseEvent) {
    if (event.timeStamp >= swallowUntil.current) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    open,
    close,
    held: dragged !== undefined,
    pulled: dragged === undefined ? rest : withRubber(dragged, width),
    touches: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onClickCapture },
  }
}

/** One to one with the finger between the ends, hardly beyond them. */
function withRubber(way: number, width: number): number {
  const inside = Math.min(Math.max(way, 0), width)
  return inside + (way - inside) * RUBBER
}

/** An open row closes once something else is touched, another row for instance, or the page scrolls. */
function useClosing(row: RefObject<HTMLElement | null>, open: boolean, close: () => void) {
  const shut = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const touched = ({ target }: Event) => !row.current?.contains(target as Node) && shut()
    const scrolled = () => shut()
    document.addEventListener('pointerdown', touched, true)
    document.addEventListener('scroll', scrolled, true)
    return () => {
      document.removeEventListener('pointerdown', touched, true)
      document.removeEventListener('scroll', scrolled, true)
    }
  }, [open, row])
}
