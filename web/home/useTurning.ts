import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useReducedMotion } from '#web/ui/motionWish.ts'
import { makeHands } from './hands.ts'
import { useResting } from './rest.ts'
import { makeTurning } from './turning.ts'

/** Turns the buttons of a list as a sphere; returns what its hands listen to. `items` tells when there are others. */
export function useTurning(list: RefObject<HTMLElement | null>, items: unknown) {
  const [turning] = useState(makeTurning)
  const [hands] = useState(() => makeHands(turning))
  const resting = useResting()
  const still = useReducedMotion()

  // biome-ignore lint/correctness/useExhaustiveDependencies: other items are other buttons
  useLayoutEffect(() => turning.take(list.current!), [turning, list, items])
  useLayoutEffect(() => turning.keepStill(still), [turning, still])
  useEffect(() => {
    if (resting) return
    turning.rest(false)
    const heard = (event: KeyboardEvent) => isMeant(event.target as Element, list.current!) && hands.onKeyDown(event)
    window.addEventListener('keydown', heard)
    return () => {
      turning.rest(true)
      window.removeEventListener('keydown', heard)
    }
  }, [turning, hands, list, resting])

  useLayoutEffect(() => {
    const room = list.current!
    const measure = () => turning.fitInto({ width: room.clientWidth, height: room.clientHeight })
    // Told of its first size too, before the next frame: asked for here, it would be laid out twice.
    const watcher = new ResizeObserver(measure)
    watcher.observe(room)
    // React's own listener is passive, and could not keep the page from scrolling.
    room.addEventListener('wheel', hands.onWheel, { passive: false })
    return () => {
      watcher.disconnect()
      room.removeEventListener('wheel', hands.onWheel)
    }
  }, [turning, hands, list])

  return hands.props
}

/** Keys belong to whatever has the focus; where nothing else has, to the sphere. */
const isMeant = (target: Element, list: Element): boolean => list.contains(target) || target.matches('body, main')
