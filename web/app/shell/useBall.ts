import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { BALL_CLICK_GUARD_MS, BALL_FROM_BOTTOM_PX, BALL_FROM_RIGHT_PX, BALL_RESTS_AFTER_MS } from '#contract/limits.ts'
import { device } from '#web/client/storage/storage.ts'
import { onResized } from '#web/ui/viewport.ts'

/** Its upper left corner in the window. */
type Place = { x: number; y: number }

const KEPT = 'ballPosition'
const SIZE_PX = 49
/** As far from each side as it first stands from the right one. */
const MARGIN_PX = BALL_FROM_RIGHT_PX - SIZE_PX
/** A finger that moved less has pressed. */
const SLOP_PX = 8
/** Ours: without a scroll for so long, nothing scrolls. */
const SCROLLED_MS = 200
/** Our own choice: the gap between the end of the content and the ball. */
const CLEAR_PX = 12

/** Where the ball is, and what a finger does with it: it follows, docks to the nearer side, and after a while rests there. */
export function useBall() {
  const [place, setPlace] = useState(placeNow)
  /** How often it came or was moved since it rested last; each time its three seconds begin anew. */
  const [moved, setMoved] = useState(1)
  const scrolling = useScrolling()
  const grip = useRef<{ id: number; dx: number; dy: number; startX: number; startY: number; isDrag: boolean }>(
    undefined,
  )
  const draggedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => onResized(() => setPlace(placeNow())), [])
  useEffect(() => {
    if (moved === 0) return
    const timer = setTimeout(() => setMoved(0), BALL_RESTS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [moved])

  function onPointerDown({ pointerId, clientX, clientY, currentTarget }: PointerEvent) {
    if (grip.current) return
    currentTarget.setPointerCapture?.(pointerId)
    const { x, y } = place
    grip.current = { id: pointerId, dx: clientX - x, dy: clientY - y, startX: clientX, startY: clientY, isDrag: false }
  }

  function onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
    const now = grip.current
    if (now?.id !== pointerId) return
    now.isDrag ||= Math.hypot(clientX - now.startX, clientY - now.startY) > SLOP_PX
    if (!now.isDrag) return
    setMoved((times) => times + 1)
    setPlace(inside({ x: clientX - now.dx, y: clientY - now.dy }))
  }

  function letGo({ pointerId, timeStamp }: PointerEvent) {
    const now = grip.current
    if (now?.id !== pointerId) return
    grip.current = undefined
    if (!now.isDrag) return
    draggedAt.current = timeStamp
    const docked = dock(place)
    setPlace(docked)
    keep(docked)
    setMoved((times) => times + 1)
  }

  return {
    place,
    side: place.x + SIZE_PX / 2 < window.innerWidth / 2 ? 'left' : 'right',
    resting: moved === 0,
    scrolling,
    /** The room that the content needs below its end to be clear of the ball; none where the ball is in the upper half. */
    room: place.y > window.innerHeight / 2 ? window.innerHeight - place.y + CLEAR_PX : 0,
    /** Whether a click at this time is a real one, and not the end of a drag. */
    isPress: (timeStamp: number) => timeStamp - draggedAt.current > BALL_CLICK_GUARD_MS,
    touches: { onPointerDown, onPointerMove, onPointerUp: letGo, onPointerCancel: letGo },
  } as const
}

/** Whether the page, or a part of it, is being scrolled. */
function useScrolling(): boolean {
  const [scrolling, setScrolling] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const heard = () => {
      clearTimeout(timer)
      setScrolling(true)
      timer = setTimeout(setScrolling, SCROLLED_MS, false)
    }
    document.addEventListener('scroll', heard, true)
    return () => document.removeEventListener('scroll', heard, true)
  }, [])
  return scrolling
}

function placeNow(): Place {
  return dock(kept() ?? { x: window.innerWidth - BALL_FROM_RIGHT_PX, y: window.innerHeight - BALL_FROM_BOTTOM_PX })
}

function dock({ x, y }: Place): Place {
  const left = x + SIZE_PX / 2 < window.innerWidth / 2
  return inside({ x: left ? MARGIN_PX : window.innerWidth - BALL_FROM_RIGHT_PX, y })
}

const inside = ({ x, y }: Place): Place => ({
  x: between(x, window.innerWidth - SIZE_PX),
  y: between(y, window.innerHeight - SIZE_PX),
})
const between = (value: number, most: number): number => Math.max(0, Math.min(value, most))

function kept(): Place | undefined {
  const { x, y } = device.read<Partial<Place>>(KEPT) ?? {}
  return Number.isFinite(x) && Number.isFinite(y) ? ({ x, y } as Place) : undefined
}

const keep = (place: Place) => device.setItem(KEPT, JSON.stringify(place))
