import { paintCapsule } from './paintCapsule.ts'
import { box, glow, type Pen, sky, stars, type Writer, writer } from './pen.ts'
import type { PosterText } from './said.ts'

/** In the page's own pixels; three of the picture's to each, so that it is sharp on whatever shows it. */
const WIDTH = 360
const HEIGHT = 620
const SCALE = 3
const MARGIN = 24
const MIDDLE = WIDTH / 2
const CAPSULE = { y: 26, size: 116 }
const TITLE = { y: 172, size: 21, line: 29, most: 2 }
const SHEET = { padding: 22, bottom: 494, radius: 14, signature: 26 }
const LETTER_WIDTH = WIDTH - 2 * (MARGIN + SHEET.padding)
/** Few words are written large. */
const LARGE = { size: 19, line: 36, most: 3 }
const SMALL = { size: 15.5, line: 28 }
const CODE = { size: 92, top: 510 }
/** The code's canvas has exactly as many pixels as it takes here. */
export const CODE_PX = CODE.size * SCALE

/** The sheet is paper in every theme, as a poster goes where there is no theme. */
const COLOURS = { text: '#f4f2ff', muted: '#b9b6d9', paper: '#fbf8f2', ink: '#2b2a33', faint: '#6f6b7a' }
const STARS = 70

type Poster = {
  said: PosterText
  type: number
  /** The capsule's own, as `#rrggbb`. */
  colour: string
  /** The faces of the pages. */
  font: string
  /** The shared address as a code, `CODE_PX` wide; none until it is shared. */
  code: HTMLCanvasElement | null
}

/** Draws the poster of an opened capsule: the night with the capsule, its first lines as a letter, the way to it. */
export function paintPoster(canvas: HTMLCanvasElement, { said, type, colour, font, code }: Poster): void {
  canvas.width = WIDTH * SCALE
  canvas.height = HEIGHT * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  pen.scale(SCALE, SCALE)
  const write = writer(pen, font)
  paintNight(pen, colour)
  paintCapsule(pen, { x: MIDDLE, y: CAPSULE.y + CAPSULE.size / 2, size: CAPSULE.size, type, colour })
  const below = writeHead(write, said)
  paintSheet(pen, write, said, below)
  paintWay(pen, write, said, code)
}

function paintNight(pen: Pen, colour: string): void {
  const all = { x: 0, y: 0, width: WIDTH, height: HEIGHT }
  sky(pen, all)
  glow(pen, all, { x: MIDDLE, y: CAPSULE.y + CAPSULE.size / 2, radius: 210, colour: `${colour}66` })
  glow(pen, all, { x: 0, y: HEIGHT, radius: 260, colour: '#a78bfa40' })
  stars(pen, all, STARS)
}

/** Title and time; where the sheet can begin below them. */
function writeHead(write: Writer, { title, days, held }: PosterText): number {
  const { size, line, most } = TITLE
  const lines = write.broken(title, { size, weight: 600, width: WIDTH - 2 * MARGIN, most })
  for (const [at, text] of lines.entries())
    write.line(text, { x: MIDDLE, y: TITLE.y + at * line, size, weight: 600, colour: COLOURS.text })
  const below = TITLE.y + (lines.length - 1) * line
  write.line(days, { x: MIDDLE, y: below + 26, size: 13, colour: COLOURS.muted })
  if (held) write.line(held, { x: MIDDLE, y: below + 46, size: 13, colour: COLOURS.muted })
  return below + 64
}

/** The sheet of paper from here on, with the first lines as a letter and who has written it. */
function paintSheet(pen: Pen, write: Writer, { first, by }: PosterText, top: number): void {
  const { padding, bottom, radius } = SHEET
  pen.save()
  pen.shadowColor = 'rgb(4 6 18 / 45%)'
  pen.shadowBlur = 24 * SCALE
  pen.shadowOffsetY = 8 * SCALE
  pen.fillStyle = COLOURS.paper
  box(pen, { x: MARGIN, y: top, width: WIDTH - 2 * MARGIN, height: bottom - top, radius })
  pen.restore()
  writeLetter(write, first, top)
  const right = WIDTH - MARGIN - padding
  const [name = ''] = write.broken(by, { size: 13, width: LETTER_WIDTH, most: 1 })
  write.line(name, { x: right, y: bottom - padding, size: 13, colour: COLOURS.faint, align: 'right' })
}

/** As many lines as there is room for; few stand large in the middle. */
function writeLetter(write: Writer, first: string, top: number): void {
  const { padding, bottom, signature } = SHEET
  const linesOf = (size: number, most: number) => write.broken(first, { size, width: LETTER_WIDTH, most })
  const isShort = linesOf(LARGE.size, LARGE.most + 1).length <= LARGE.most
  const { size, line } = isShort ? LARGE : SMALL
  const room = bottom - padding - signature - top
  const lines = linesOf(size, Math.floor((room - padding - size) / line) + 1)
  const from = top + size + (isShort ? (room - lines.length * line) / 2 : padding)
  const style = { x: MARGIN + padding, size, colour: COLOURS.ink, align: 'left' } as const
  for (const [at, text] of lines.entries()) write.line(text, { ...style, y: from + at * line })
}

/** The code and what it is for. */
function paintWay(pen: Pen, write: Writer, { by }: PosterText, code: HTMLCanvasElement | null): void {
  const { size, top } = CODE
  if (code) paintCode(pen, code)
  else paintRoom(pen, write)
  const x = MARGIN + size + 18
  const [name = ''] = write.broken(`来自 ${by}`, { size: 13, width: WIDTH - MARGIN - x, most: 1 })
  write.line('扫码，打开这枚胶囊', { x, y: top + 30, size: 16, weight: 600, colour: COLOURS.text, align: 'left' })
  write.line(name, { x, y: top + 54, size: 13, colour: COLOURS.muted, align: 'left' })
  write.line('时光胶囊', { x, y: top + 78, size: 13, colour: COLOURS.muted, align: 'left' })
}

/** On white in every theme. */
function paintCode(pen: Pen, code: HTMLCanvasElement): void {
  const { size, top } = CODE
  pen.fillStyle = '#ffffff'
  box(pen, { x: MARGIN, y: top, width: size, height: size, radius: 8 })
  pen.imageSmoothingEnabled = false
  pen.drawImage(code, MARGIN, top, size, size)
}

/** Where it will stand. */
function paintRoom(pen: Pen, write: Writer): void {
  const { size, top } = CODE
  pen.fillStyle = 'rgb(255 255 255 / 14%)'
  box(pen, { x: MARGIN, y: top, width: size, height: size, radius: 8 })
  write.line('二维码', { x: MARGIN + size / 2, y: top + size / 2 + 5, size: 13, colour: COLOURS.muted })
}
