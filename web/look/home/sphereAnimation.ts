import { BEGIN, DRIFT, isMoving, isSlow, later, type Motion, there } from './motion.ts'
import {
  type Fit,
  FRONT_SCALE,
  fitInto,
  type Point,
  pointsOnSphere,
  projected,
  pulled,
  turned,
  turnTo,
} from './sphere.ts'

/** A capsule on the sphere; `layer`, `named` and `stop` are the values written last. */
type Item = { button: HTMLElement; label: HTMLElement; point: Point; layer?: number; named?: boolean; stop?: boolean }
export type SphereAnimation = ReturnType<typeof makeSphereAnimation>

/** Room around the sphere for the capsules at its edge, in pixels. */
const MARGIN_PX = 46
const FARTHEST_OPACITY = 0.2
/** A capsule nearer than this shows its title, with text of the usual size. */
const NAMED_FROM = 0.62
const USUAL_TEXT_PX = 16
const LAYERS = 16
/** The slow turn looks the same at every second frame of a telephone, and leaves it half of its work. */
const SLOW_FRAME_MS = 30

/**
 * The sphere in motion: frame by frame, written straight into the styles of its buttons. It asks for a frame only while the
 * next one would look different, and for none at all while it rests, as it does at first.
 */
export function makeSphereAnimation() {
  let items: Item[] = []
  let list: HTMLElement | undefined
  let motion = BEGIN
  let fit: Fit = { x: 0, y: 0 }
  let namedFrom = NAMED_FROM
  let frame: number | undefined
  let before: number | undefined
  let resting = true
  let still = false
  const holding = new Set<string>()

  const drift = () => (still || holding.size > 0 ? 0 : DRIFT)

  function draw() {
    for (const item of items) drawItem(item, { motion, fit, namedFrom })
    putStops()
  }

  /** From outside, Tab reaches the first capsule and those with titles; inside, every one, which then turns to the front. */
  function putStops() {
    const inside = list?.contains(document.activeElement)
    for (const item of items) {
      const stop = inside === true || item.named === true || item === items[0]
      if (stop !== item.stop) item.button.tabIndex = stop ? 0 : -1
      item.stop = stop
    }
  }

  function step(now: number) {
    frame = undefined
    if (before !== undefined && now - before < SLOW_FRAME_MS && isSlow(motion)) return wake()
    motion = later(motion, now - (before ?? now), drift())
    before = now
    draw()
    wake()
  }

  function wake() {
    if (frame !== undefined || resting) return
    if (isMoving(motion, drift())) frame = requestAnimationFrame(step)
    else before = undefined
  }

  function change(next: Motion) {
    motion = still ? there(next) : next
    draw()
    wake()
  }

  return {
    motion: () => motion,
    change,

    /** Takes the buttons of this list as they are now. */
    take(room: HTMLElement) {
      list = room
      const buttons = [...list.querySelectorAll('button')]
      const points = pointsOnSphere(buttons.length)
      items = buttons.map((button, at) => ({
        button,
        label: button.lastElementChild as HTMLElement,
        point: points[at]!,
      }))
      draw()
    },

    fitInto(room: { width: number; height: number }) {
      fit = fitInto(room, MARGIN_PX)
      namedFrom = nearestNamed()
      draw()
    },

    /** How far the sphere turns when a hand pulls it by this many pixels. */
    pulled: (x: number, y: number) => pulled(x / motion.zoom, y / motion.zoom, fit),

    /** Brings a button to the front. */
    bring(button: Element) {
      const item = items.find((each) => each.button === button)
      if (item) change({ ...motion, aim: turnTo(item.point, motion) })
    },

    /** The sphere does not turn by itself while anything holds it. */
    hold(what: string, on: boolean) {
      if (on) holding.add(what)
      else holding.delete(what)
      wake()
    },

    /** While at rest, the sphere asks for no frames. */
    rest(on: boolean) {
      resting = on
      if (on && frame !== undefined) cancelAnimationFrame(frame)
      frame = on ? undefined : frame
      before = undefined
      wake()
    },

    /** While kept still, the sphere moves by hand alone, and without transitions. */
    keepStill(on: boolean) {
      still = on
      change(motion)
    },
  }
}

/** Titles twice as large take four times the room: so many fewer are shown, or they would lie over one another. */
function nearestNamed(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / USUAL_TEXT_PX
  return 1 - (1 - NAMED_FROM) / Math.max(size || 1, 1) ** 2
}

/** Writes transform, opacity and layer only: nothing that makes the browser lay out or paint anew. */
function drawItem(item: Item, { motion, fit, namedFrom }: { motion: Motion; fit: Fit; namedFrom: number }) {
  const { x, y, scale, near } = projected(turned(item.point, motion))
  const { style } = item.button
  const left = (x * fit.x * motion.zoom).toFixed(2)
  const top = (y * fit.y * motion.zoom).toFixed(2)
  const size = ((scale / FRONT_SCALE) * Math.sqrt(motion.zoom)).toFixed(3)
  style.transform = `translate3d(${left}px, ${top}px, 0) scale(${size})`
  style.opacity = (FARTHEST_OPACITY + (1 - FARTHEST_OPACITY) * near).toFixed(3)
  const layer = Math.round(near * LAYERS)
  if (layer !== item.layer) style.zIndex = String(layer)
  item.layer = layer
  const named = near > namedFrom
  if (named !== item.named) item.label.style.opacity = named ? '' : '0'
  item.named = named
}
