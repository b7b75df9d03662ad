import { paintClosed } from '#web/capsule/poster/paintCapsule.ts'
import { type Area, box, glow, type Pen, sky, stars, type Writer, writer } from '#web/capsule/poster/pen.ts'
import type { TicketText } from './ticketOf.ts'

/** In the page's own pixels; three of the picture's to each. */
const WIDTH = 360
const HEIGHT = 600
const SCALE = 3
const MIDDLE = WIDTH / 2
const TICKET = { x: 20, y: 20, width: 320, height: 560 }
const RADIUS = 18
/** Where the stub is torn off. */
const TEAR = 394
const HOLE = 9
const NIGHT: Area = { ...TICKET, height: TEAR - TICKET.y }
const NIGHT_WORDS = 280
const PADDING = 24
const [LEFT, RIGHT] = [TICKET.x + PADDING, TICKET.x + TICKET.width - PADDING]
const CAPSULE = { y: 160, size: 132 }
const ORBITS = [66, 90, 116]
const STARS = 44
const CODE = { size: 104, top: TEAR + 30 }
/** The code's canvas has exactly as many pixels as it takes here. */
export const TICKET_CODE_PX = CODE.size * SCALE

/** The stub and its code are paper in every theme, as a ticket goes where there is no theme. */
export const PAPER = '#fbf8f2'
const COLOURS = {
  table: '#ece5d8',
  ink: '#2b2a33',
  faint: '#6f6b7a',
  text: '#f4f2ff',
  muted: '#b9b6d9',
}
const DIGITS = 'ui-monospace, "SF Mono", Menlo, Consolas, monospace'

type Picture = {
  said: TicketText
  /** The capsule's own, as `#rrggbb`. */
  colour: string
  /** The faces of the pages. */
  font: string
  /** The address of its public line, `TICKET_CODE_PX` wide. */
  code: HTMLCanvasElement
}

/** Draws a ticket: the closed capsule in the night with its days, and a stub with its number in the log. */
export function paintTicket(canvas: HTMLCanvasElement, { said, colour, font, code }: Picture): void {
  canvas.width = WIDTH * SCALE
  canvas.height = HEIGHT * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('this browser draws nothing')
  pen.scale(SCALE, SCALE)
  paintPaper(pen)
  paintNight(pen, colour)
  paintTear(pen)
  const write = writer(pen, font)
  writeNight(write, said)
  pen.imageSmoothingEnabled = false
  pen.drawImage(code, LEFT - 6, CODE.top - 6, CODE.size, CODE.size)
  writeStub(write, writer(pen, DIGITS), said)
}

function paintPaper(pen: Pen): void {
  pen.fillStyle = COLOURS.table
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.save()
  pen.shadowColor = 'rgb(60 50 30 / 26%)'
  pen.shadowBlur = 16 * SCALE
  pen.shadowOffsetY = 5 * SCALE
  pen.fillStyle = PAPER
  box(pen, { ...TICKET, radius: RADIUS })
  pen.restore()
}

/** The upper part, with the closed capsule on its orbits. */
function paintNight(pen: Pen, colour: string): void {
  pen.save()
  clipNight(pen)
  sky(pen, NIGHT)
  glow(pen, NIGHT, { x: MIDDLE, y: CAPSULE.y, radius: 190, colour: `${colour}70` })
  glow(pen, NIGHT, { x: NIGHT.x, y: TEAR, radius: 220, colour: '#a78bfa38' })
  // None behind words.
  stars(pen, { ...NIGHT, height: NIGHT_WORDS - NIGHT.y }, STARS)
  for (const radius of ORBITS) {
    pen.strokeStyle = 'rgb(244 242 255 / 12%)'
    pen.lineWidth = 0.8
    pen.beginPath()
    pen.arc(MIDDLE, CAPSULE.y, radius, 0, 2 * Math.PI)
    pen.stroke()
  }
  paintClosed(pen, { x: MIDDLE, y: CAPSULE.y, size: CAPSULE.size, colour })
  pen.restore()
}

/** Round at its head, and straight where the stub begins. */
function clipNight(pen: Pen): void {
  const { x, y, width } = NIGHT
  pen.beginPath()
  pen.moveTo(x, TEAR)
  pen.arcTo(x, y, x + width, y, RADIUS)
  pen.arcTo(x + width, y, x + width, TEAR, RADIUS)
  pen.lineTo(x + width, TEAR)
  pen.closePath()
  pen.clip()
}

/** The edge that is torn: a hole at each side, and a line of small ones between them. */
function paintTear(pen: Pen): void {
  pen.fillStyle = COLOURS.table
  const { x, width } = TICKET
  pen.save()
  pen.beginPath()
  pen.rect(x, TEAR - HOLE, width, 2 * HOLE)
  pen.clip()
  for (const side of [x, x + width]) dot(pen, side, HOLE)
  for (let at = x + 18; at < x + width - 14; at += 9) dot(pen, at, 1.7)
  pen.restore()
}

function dot(pen: Pen, x: number, radius: number): void {
  pen.beginPath()
  pen.arc(x, TEAR, radius, 0, 2 * Math.PI)
  pen.fill()
}

function writeNight(write: Writer, { day, left: [lead, most] }: TicketText): void {
  const { text, muted } = COLOURS
  write.line('时光胶囊', { x: LEFT, y: 54, size: 13, colour: muted, align: 'left' })
  write.line('封存票', { x: RIGHT, y: 54, size: 13, colour: muted, align: 'right' })
  write.line(lead, { x: MIDDLE, y: 296, size: 13, colour: muted })
  write.line(most, { x: MIDDLE, y: 338, size: 36, weight: 600, colour: text })
  write.line(day, { x: MIDDLE, y: 368, size: 13, colour: muted })
}

function writeStub(write: Writer, digits: Writer, { serial, short, printed }: TicketText): void {
  const { ink, faint } = COLOURS
  const x = LEFT + CODE.size + 10
  write.line('凭证日志', { x, y: CODE.top + 8, size: 12, colour: faint, align: 'left' })
  digits.line(serial, { x, y: CODE.top + 31, size: 18, weight: 600, colour: ink, align: 'left' })
  for (const [at, line] of short.entries())
    digits.line(line, { x, y: CODE.top + 61 + at * 21, size: 15, colour: ink, align: 'left' })
  const y = TICKET.y + TICKET.height - 24
  write.line('扫码，看它公开的那一行', { x: LEFT, y, size: 12, colour: faint, align: 'left' })
  write.line(printed, { x: RIGHT, y, size: 12, colour: faint, align: 'right' })
}
