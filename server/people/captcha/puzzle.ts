import type { Slide } from '#contract/captcha.ts'
import { loadSharp } from '#server/core/sharp.ts'
import { type Chance, chanceOf, pick, round } from './chance.ts'
import { drawScenery } from './scenery.ts'

/** Everything here follows from the seed alone, so that every process draws the same puzzle and nothing is kept. */
/** So wide that a blind guess fits one gap in twenty, however it is made (slide.ts). */
const WIDTH = 540
const HEIGHT = 270
/** The piece's box, in which its knobs have room. */
export const PIECE = 90
const KNOB = 14
const BODY = PIECE - 2 * KNOB
const CORNER = 5
const DECOY = 72
const MARGIN = 12
/** An untouched slider is far from every gap. */
const LEAST_X = PIECE + 15

const MILK = '#F6F4FF'
const SHADE = '#070A1C'

/** All that a page may know. */
export function describePuzzle(seed: Buffer): Slide {
  return { width: WIDTH, height: HEIGHT, piece_width: PIECE, piece_height: PIECE, y: placeOf(seed).y }
}

/** Where the gap lies. `x` leaves the server in the picture alone. */
export function placeOf(seed: Buffer): { x: number; y: number } {
  const chance = chanceOf(seed, 'place')
  const x = Math.floor(chance(LEAST_X, WIDTH - PIECE - MARGIN))
  const y = Math.floor(chance(MARGIN, HEIGHT - PIECE - MARGIN))
  return { x, y }
}

/** The whole picture with the gap in it, and a fainter, smaller one above or below that fits nothing. */
export function drawMaster(seed: Buffer): Promise<Buffer> {
  const { x, y } = placeOf(seed)
  return draw(
    { x: 0, y: 0, width: WIDTH, height: HEIGHT },
    `${scenery(seed)}${decoy(chanceOf(seed, 'decoy'), y)}<g transform="translate(${x} ${y})">${gap(outlineOf(seed))}</g>`,
  )
}

/** The piece alone, on nothing. */
export function drawPiece(seed: Buffer): Promise<Buffer> {
  const { x, y } = placeOf(seed)
  const d = outlineOf(seed)
  return draw(
    { x, y, width: PIECE, height: PIECE },
    `<clipPath id="piece"><path transform="translate(${x} ${y})" d="${d}"/></clipPath>
    <g clip-path="url(#piece)">${scenery(seed)}
      <g transform="translate(${x} ${y})" fill="none">
        <path d="${d}" stroke="${SHADE}" stroke-opacity=".3" stroke-width="9"/>
        <path d="${d}" stroke="${MILK}" stroke-opacity=".95" stroke-width="4"/></g></g>`,
  )
}

type Window = { x: number; y: number; width: number; height: number }

async function draw({ x, y, width, height }: Window, inside: string): Promise<Buffer> {
  const sharp = await loadSharp()
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}">${inside}</svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

const scenery = (seed: Buffer): string => drawScenery(chanceOf(seed, 'scenery'), { width: WIDTH, height: HEIGHT })

/** Shaded, darker towards its edge, and with a light line around it for those who see little contrast. */
const gap = (d: string): string => `<clipPath id="gap"><path d="${d}"/></clipPath>
  <path d="${d}" fill="${SHADE}" fill-opacity=".6"/>
  <g clip-path="url(#gap)" fill="none" stroke="${SHADE}">${[15, 10, 5].map((width) => `<path d="${d}" stroke-width="${width}" stroke-opacity=".22"/>`).join('')}</g>
  <path d="${d}" fill="none" stroke="${MILK}" stroke-opacity=".75" stroke-width="1.8"/>`

function decoy(chance: Chance, y: number): string {
  const left = round(chance(MARGIN, WIDTH - PIECE))
  const top = round(y < HEIGHT / 3 ? chance(y + PIECE, HEIGHT - DECOY) : chance(0, y - DECOY))
  return `<path transform="translate(${left} ${top}) scale(${DECOY / PIECE})" d="${outline(chance)}"
    fill="${SHADE}" fill-opacity=".35"/>`
}

const outlineOf = (seed: Buffer): string => outline(chanceOf(seed, 'outline'))

/** A jigsaw piece in its box of PIECE × PIECE: four sides, each with a knob that stands out or goes in. */
function outline(chance: Chance): string {
  const [near, far] = [KNOB, KNOB + BODY]
  const corners = [
    { x: near, y: near, along: [1, 0] },
    { x: far, y: near, along: [0, 1] },
    { x: far, y: far, along: [-1, 0] },
    { x: near, y: far, along: [0, -1] },
  ] as const
  return `M${near + CORNER} ${near}${corners.map((corner) => side(chance, corner)).join('')}z`
}

type Corner = { x: number; y: number; along: readonly [number, number] }

/** From just behind one corner to just behind the next, clockwise. */
function side(chance: Chance, { x, y, along: [dx, dy] }: Corner): string {
  const middle = BODY * chance(0.42, 0.58)
  const radius = round(chance(7, 8.4))
  const neck = radius * 0.75
  const sweep = pick(chance, [0, 1])
  const at = (along: number, inwards = 0) =>
    `${round(x + dx * along - dy * inwards)} ${round(y + dy * along + dx * inwards)}`
  return `L${at(middle - neck)}A${radius} ${radius} 0 1 ${sweep} ${at(middle + neck)}L${at(BODY - CORNER)}Q${at(BODY)} ${at(BODY, CORNER)}`
}
