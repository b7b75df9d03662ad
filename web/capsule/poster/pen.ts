import { breakLines } from './breakLines.ts'

// Parts of the pictures that a device draws.

export type Pen = CanvasRenderingContext2D
export type Area = { x: number; y: number; width: number; height: number }

const NIGHT = ['#0b1026', '#1b1f4b', '#2b2a63']

/** The ground of the night. */
export function sky(pen: Pen, { x, y, width, height }: Area): void {
  const night = pen.createLinearGradient(x, y, x + width * 0.1, y + height)
  for (const [at, stop] of NIGHT.entries()) night.addColorStop([0, 0.58, 1][at]!, stop)
  pen.fillStyle = night
  pen.fillRect(x, y, width, height)
}

type Glow = { x: number; y: number; radius: number; colour: string }

/** Light around a point; `colour` as `#rrggbbaa`. */
export function glow(pen: Pen, area: Area, { x, y, radius, colour }: Glow): void {
  const light = pen.createRadialGradient(x, y, 0, x, y, radius)
  light.addColorStop(0, colour)
  light.addColorStop(1, `${colour.slice(0, 7)}00`)
  pen.fillStyle = light
  pen.fillRect(area.x, area.y, area.width, area.height)
}

/** Stars, in the same places on every picture. */
export function stars(pen: Pen, area: Area, count: number): void {
  let seed = 11
  const next = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  for (let star = 0; star < count; star++) {
    const [x, y] = [area.x + next() * area.width, area.y + next() * area.height]
    const radius = 0.4 + next() ** 3 * 0.9
    pen.fillStyle = `rgb(255 255 255 / ${(0.25 + next() * 0.55).toFixed(2)})`
    pen.beginPath()
    pen.arc(x, y, radius, 0, 2 * Math.PI)
    pen.fill()
  }
}

type Writing = { x: number; y: number; size: number; colour: string; weight?: number; align?: CanvasTextAlign }
export type Writer = ReturnType<typeof writer>

/** Writes in the faces of this family. */
export function writer(pen: Pen, family: string) {
  const take = (size: number, weight = 400) => {
    pen.font = `${weight} ${size}px ${family}`
  }
  return {
    line(text: string, { x, y, size, colour, weight, align = 'center' }: Writing) {
      take(size, weight)
      pen.fillStyle = colour
      pen.textAlign = align
      pen.fillText(text, x, y)
    },
    broken(
      text: string,
      { size, weight, width, most }: { size: number; weight?: number; width: number; most: number },
    ) {
      take(size, weight)
      return breakLines(text, { width, most, measure: (part) => pen.measureText(part).width })
    },
  }
}

type Box = Area & { radius: number }

/** Fills a box with round corners. */
export function box(pen: Pen, { x, y, width, height, radius }: Box): void {
  pen.beginPath()
  pen.moveTo(x + radius, y)
  pen.arcTo(x + width, y, x + width, y + height, radius)
  pen.arcTo(x + width, y + height, x, y + height, radius)
  pen.arcTo(x, y + height, x, y, radius)
  pen.arcTo(x, y, x + width, y, radius)
  pen.fill()
}
