import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useReducedMotion } from '#web/ui/motionWish.ts'
import { useResting } from './rest.ts'
import { makeSphereAnimation } from './sphereAnimation.ts'
import { makeSphereInput } from './sphereInput.ts'

/** Turns the buttons of a list as a sphere; returns the event handlers of the gestures. `items` changes with the buttons. */
export function useSphere(list: RefObject<HTMLElement | null>, items: unknown) {
  const [animation] = useState(makeSphereAnimation)
  const [input] = useState(() => makeSphereInput(animation))
  const resting = useResting()
  const still = useReducedMotion()

  // biome-ignore lint/correctness/useExhaustiveDependencies: other items are other buttons
  useLayoutEffect(() => animation.take(list.current!), [animation, list, items])
  useLayoutEffect(() => animation.keepStill(still), [animation, still])
  useEffect(() => {
    if (resting) return
    animation.rest(false)
    const heard = (event: KeyboardEvent) => isMeant(event.target as Element, list.current!) && input.onKeyDown(event)
    window.addEventListener('keydown', heard)
    return () => {
      animation.rest(true)
      window.removeEventListener('keydown', heard)
    }
  }, [animation, input, list, resting])

  useLayoutEffect(() => {
    const room = list.current!
    const measure = () => animation.fitInto({ width: room.clientWidth, height: room.clientHeight })
    // The observer reports the first size too, before the next frame; measuring here would lay the page out twice.
    const watcher = new ResizeObserver(measure)
    watcher.observe(room)
    // React's own listener is passive, and could not keep the page from scrolling.
    room.addEventListener('wheel', input.onWheel, { passive: false })
    return () => {
      watcher.disconnect()
      room.removeEventListener('wheel', input.onWheel)
    }
  }, [animation, input, list])

  return input.props
}

/** Whether a key is meant for the sphere: the focus is inside it, or nothing has the focus. */
const isMeant = (target: Element, list: Element): boolean => list.contains(target) || target.matches('body, main')
