import type { FocusEvent, MouseEvent, PointerEvent } from 'react'
import { zoomed } from './motion.ts'
import { level, type Turn } from './sphere.ts'
import type { SphereAnimation } from './sphereAnimation.ts'

/** A pointer that moved less than this has tapped. */
const DRAG_FROM_PX = 10
/** A hand that rested this long before it let go has not thrown. */
const REST_MS = 80
/** The browser's own click after a drag comes at most this late. */
const LATE_CLICK_MS = 400
const WHEEL_SHARE = 0.6
const WHEEL_ZOOM = 0.01
const LINE_PX = 16
const KEY_TURN = Math.PI / 8

const KEYS: Record<string, Turn> = {
  ArrowLeft: { yaw: -KEY_TURN, pitch: 0 },
  ArrowRight: { yaw: KEY_TURN, pitch: 0 },
  ArrowUp: { yaw: 0, pitch: KEY_TURN },
  ArrowDown: { yaw: 0, pitch: -KEY_TURN },
}

type Finger = { x: number; y: number; fromX: number; fromY: number; at: number }

/** The gestures on the sphere: drag and throw, pinch, wheel, arrow keys, focus. A drag never opens a capsule. */
export function makeSphereInput(animation: SphereAnimation) {
  const fingers = new Map<number, Finger>()
  let dragging = false
  let throwing: Turn = { yaw: 0, pitch: 0 }
  let swallowUntil = 0

  function turnBy({ yaw, pitch }: Turn) {
    const { aim: _, ...motion } = animation.motion()
    animation.change({
      ...motion,
      yaw: motion.yaw + yaw,
      pitch: level(motion.pitch + pitch),
      yawSpeed: 0,
      pitchSpeed: 0,
    })
  }

  function onPointerDown({ pointerId, clientX: x, clientY: y, timeStamp: at, button }: PointerEvent) {
    if (button > 0) return
    fingers.set(pointerId, { x, y, fromX: x, fromY: y, at })
    throwing = { yaw: 0, pitch: 0 }
    turnBy(throwing)
    animation.hold('finger', true)
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const { pointerId, clientX, clientY, timeStamp } = event
    const finger = fingers.get(pointerId)
    if (!finger) return
    if (!dragging && Math.hypot(clientX - finger.fromX, clientY - finger.fromY) < DRAG_FROM_PX) return
    if (!dragging) take(event)
    const apart = span()
    const way = animation.pulled((clientX - finger.x) / fingers.size, (clientY - finger.y) / fingers.size)
    const ms = Math.max(1, timeStamp - finger.at)
    throwing = { yaw: mixed(throwing.yaw, way.yaw / ms), pitch: mixed(throwing.pitch, way.pitch / ms) }
    Object.assign(finger, { x: clientX, y: clientY, at: timeStamp })
    if (fingers.size > 1) animation.change(zoomed(animation.motion(), span() / apart))
    turnBy(way)
  }

  /** From now on it is a drag, wherever the pointer goes. */
  function take({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
    dragging = true
    currentTarget.setPointerCapture?.(pointerId)
    Object.assign(fingers.get(pointerId)!, { x: clientX, y: clientY })
  }

  /** How far two fingers are apart. */
  function span(): number {
    const [one, other] = [...fingers.values()]
    return one && other ? Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) : 1
  }

  function letGo({ pointerId, timeStamp }: PointerEvent) {
    const finger = fingers.get(pointerId)
    if (!finger || !fingers.delete(pointerId) || fingers.size > 0) return
    animation.hold('finger', false)
    if (!dragging) return
    dragging = false
    swallowUntil = timeStamp + LATE_CLICK_MS
    if (timeStamp - finger.at > REST_MS) return
    animation.change({ ...animation.motion(), yawSpeed: throwing.yaw, pitchSpeed: throwing.pitch })
  }

  function onClickCapture(event: MouseEvent) {
    if (event.timeStamp >= swallowUntil) return
    event.preventDefault()
    event.stopPropagation()
  }

  function onWheel(event: WheelEvent) {
    event.preventDefault()
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    if (event.ctrlKey) return animation.change(zoomed(animation.motion(), Math.exp(-event.deltaY * px * WHEEL_ZOOM)))
    turnBy(animation.pulled(-(event.deltaX + event.deltaY) * px * WHEEL_SHARE, 0))
  }

  /** Keys that follow each other add up. */
  function onKeyDown(event: KeyboardEvent) {
    const way = KEYS[event.key]
    if (!way || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const motion = animation.motion()
    const from = motion.aim ?? motion
    animation.change({ ...motion, aim: { yaw: from.yaw + way.yaw, pitch: level(from.pitch + way.pitch) } })
  }

  function onFocus({ target }: FocusEvent) {
    if (!target.matches(':focus-visible')) return
    animation.hold('focus', true)
    animation.bring(target)
  }

  const onPointerOver = ({ pointerType, target }: PointerEvent) =>
    animation.hold('pointer', pointerType === 'mouse' && (target as Element).closest('button') !== null)

  return {
    onWheel,
    onKeyDown,
    props: {
      onPointerDown,
      onPointerMove,
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onPointerLeave(event: PointerEvent) {
        animation.hold('pointer', false)
        letGo(event)
      },
      onPointerOver,
      onClickCapture,
      onFocus,
      onBlur: () => animation.hold('focus', false),
    },
  }
}

const mixed = (before: number, now: number): number => 0.3 * before + 0.7 * now
