import { useLayoutEffect, useState } from 'react'
import type { Box, View } from './guidePlace.ts'

const USUAL_TEXT_PX = 16
const viewNow = (): View => ({
  width: window.innerWidth,
  height: window.innerHeight,
  text: (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || USUAL_TEXT_PX) / USUAL_TEXT_PX,
})

/** The box of the element found in the window, with any child that stands out of it; follows resizes and late content. */
export function useBox(find: () => HTMLElement | undefined): { box: Box | undefined; view: View } {
  const [now, setNow] = useState<{ box: Box | undefined; view: View }>(() => ({ box: undefined, view: viewNow() }))
  useLayoutEffect(() => {
    const element = find()
    const measure = () => setNow({ box: element && around(element), view: viewNow() })
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(document.body)
    if (element) watcher.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      watcher.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [find])
  return now
}

/** The box around an element and its children: the raised disc of 时光 stands out of its button. */
function around(element: Element): Box {
  const boxes = [element, ...element.children].map((each) => each.getBoundingClientRect())
  const left = Math.min(...boxes.map((box) => box.left))
  const top = Math.min(...boxes.map((box) => box.top))
  const right = Math.max(...boxes.map((box) => box.right))
  const bottom = Math.max(...boxes.map((box) => box.bottom))
  return { left, top, width: right - left, height: bottom - top }
}
