import { CAPSULE_SHAPES, MARKS } from '#web/ui/capsuleShapes.ts'
import type { Pen } from './pen.ts'

/** `colour`: as `#rrggbb`. */
type Drawn = { x: number; y: number; size: number; colour: string }

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The open capsule of the pages (`web/ui/CapsuleIcon.tsx`) around this point. */
export function paintCapsule(pen: Pen, { type, colour, ...place }: Drawn & { type: number }): void {
  around(pen, place, () => {
    paintLight(pen)
    moved(pen, { y: -7, degrees: -8 }, () => paintLid(pen, colour))
    moved(pen, { y: 6, degrees: 0 }, () => {
      paintBody(pen)
      line(pen, MARKS[type] ?? MARKS[0], { colour: mixed(colour, '#2b2a63', 0.38), width: 1.9 })
    })
  })
}

/** A closed one, without the mark of its kind. */
export function paintClosed(pen: Pen, { colour, ...place }: Drawn): void {
  around(pen, place, () => {
    paintLid(pen, colour)
    paintBody(pen)
    line(pen, CAPSULE_SHAPES.seam, { colour: 'rgb(27 31 75 / 32%)', width: 1.4 })
  })
}

function around(pen: Pen, { x, y, size }: Omit<Drawn, 'colour'>, paint: () => void): void {
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 64, size / 64)
  pen.rotate(radians(32))
  pen.translate(-32, -32)
  paint()
  pen.restore()
}

function moved(pen: Pen, { y, degrees }: { y: number; degrees: number }, paint: () => void): void {
  pen.save()
  pen.translate(32, 30 + y)
  pen.rotate(radians(degrees))
  pen.translate(-32, -30)
  paint()
  pen.restore()
}

function paintLight(pen: Pen): void {
  pen.save()
  pen.translate(32, 31)
  pen.scale(17, 9)
  const light = pen.createRadialGradient(0, 0, 0, 0, 0, 1)
  light.addColorStop(0, '#fffdf0')
  light.addColorStop(0.4, '#fff1c2e6')
  light.addColorStop(1, '#fff1c200')
  pen.fillStyle = light
  pen.beginPath()
  pen.arc(0, 0, 1, 0, 2 * Math.PI)
  pen.fill()
  pen.restore()
}

function paintLid(pen: Pen, colour: string): void {
  pen.fillStyle = across(pen, [
    [0, mixed(colour, '#ffffff', 0.42)],
    [0.45, colour],
    [1, mixed(colour, '#1b1f4b', 0.3)],
  ])
  pen.fill(new Path2D(CAPSULE_SHAPES.lid))
  line(pen, CAPSULE_SHAPES.shine, { colour: 'rgb(255 255 255 / 75%)', width: 2.4 })
}

function paintBody(pen: Pen): void {
  pen.fillStyle = across(pen, [
    [0, '#ffffff'],
    [0.55, '#f6f4ff'],
    [1, '#cfc9ea'],
  ])
  pen.fill(new Path2D(CAPSULE_SHAPES.body))
}

function across(pen: Pen, stops: [number, string][]): CanvasGradient {
  const fill = pen.createLinearGradient(18, 0, 46, 0)
  for (const [at, colour] of stops) fill.addColorStop(at, colour)
  return fill
}

function line(pen: Pen, shape: string, { colour, width }: { colour: string; width: number }): void {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(shape))
}

/** `share` of the second of two colours in the first, both `#rrggbb`. */
function mixed(colour: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [one, two] = [colour, other].map((text) => Number.parseInt(text.slice(at, at + 2), 16))
    return Math.round(one! + (two! - one!) * share)
  })
  return `rgb(${parts.join(' ')})`
}
