import { resized } from '#contract/media.ts'
import { YEAR_LINES_MAX, YEAR_PICTURES_MAX, type YearLine, type YearReview } from '#contract/year.ts'
import { breakLines } from '#web/capsule/poster/breakLines.ts'
import { fileOf } from '#web/capsule/poster/useDrawn.ts'

export type Poster = {
  year: number
  nickname: string
  counted: YearReview
  lines: readonly YearLine[]
  /** Their addresses. */
  pictures: readonly string[]
}
type Brush = CanvasRenderingContext2D

const WIDTH = 1080
const HEIGHT = 1620
const MARGIN = 108
const GAP = 24
const PICTURE = (WIDTH - 2 * MARGIN - (YEAR_PICTURES_MAX - 1) * GAP) / YEAR_PICTURES_MAX
const ROUND = 28
const LOADED_PX = 640
/** Lines that each chosen one may take; fewer where there are many, or they would reach the foot. */
const rowsOfEach = (chosen: number): number => (chosen < YEAR_LINES_MAX ? 3 : 2)
/** Of the night (web/ui/tokens.css), whatever the theme: a poster leaves the app. */
const NIGHT = ['#0b1026', '#1b1f4b', '#2b2a63'] as const
const TEXT = '#f4f2ff'
const SECOND_TEXT = '#b9b6d9'
const ACCENT = '#a78bfa'
const STARS = 90

/** The poster's facts in words; a fact with a count of none is left out. */
export function posterFacts({
  counted: { days, diaries, sealed, sent, opened, longest },
}: Pick<Poster, 'counted'>): string[] {
  return [
    diaries > 0 ? `写了${days}天，${diaries}篇日记` : '',
    sealed > 0 ? `封存了${sealed}枚胶囊` : '',
    sent > 0 ? `寄给别人${sent}枚` : '',
    opened > 0 ? `解封了${opened}枚胶囊` : '',
    longest ? `等得最久的一枚，${longest.days}天` : '',
  ].filter(Boolean)
}

/** Throws where there is no canvas to draw on. */
export async function drawPoster(poster: Poster): Promise<File> {
  const pictures = await loaded(poster.pictures)
  const height = HEIGHT + (pictures.length > 0 ? PICTURE + GAP : 0)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: WIDTH, height })
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('no canvas')
  drawNight(brush, poster.year, height)
  const write = writer(brush)
  write(`${poster.nickname}的`, { size: 40, colour: SECOND_TEXT, below: 190, most: 1 })
  write(String(poster.year), { size: 168, colour: TEXT, bold: true, below: 180 })
  brush.fillStyle = ACCENT
  brush.fillRect(MARGIN, write.y() + 28, 96, 6)
  write.skip(80)
  for (const fact of posterFacts(poster)) write(fact, { size: 48, colour: TEXT, below: 84 })
  write.skip(56)
  for (const [at, picture] of pictures.entries()) drawPicture(brush, picture, MARGIN + at * (PICTURE + GAP), write.y())
  if (pictures.length > 0) write.skip(PICTURE + GAP)
  for (const { line } of poster.lines) {
    write(`“${line}”`, { size: 40, colour: SECOND_TEXT, below: 66, most: rowsOfEach(poster.lines.length) })
    write.skip(28)
  }
  brush.fillText('时光胶囊', MARGIN, height - MARGIN)
  return fileOf(canvas, `年度回顾-${poster.year}`)
}

/** Those that come: a store that lets no page read its pictures leaves the poster without them. */
async function loaded(addresses: readonly string[]): Promise<HTMLImageElement[]> {
  const coming = addresses.map(async (address) => {
    const image = Object.assign(new Image(), { crossOrigin: 'anonymous', src: resized(address, LOADED_PX) })
    await image.decode()
    return image
  })
  const settled = await Promise.allSettled(coming)
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
}

/** A square with round corners, filled from the picture's middle. */
function drawPicture(brush: Brush, picture: HTMLImageElement, x: number, y: number): void {
  const side = Math.min(picture.naturalWidth, picture.naturalHeight)
  const [left, top] = [(picture.naturalWidth - side) / 2, (picture.naturalHeight - side) / 2]
  brush.save()
  brush.beginPath()
  brush.roundRect(x, y, PICTURE, PICTURE, ROUND)
  brush.clip()
  brush.drawImage(picture, left, top, side, side, x, y, PICTURE, PICTURE)
  brush.restore()
}

function drawNight(brush: Brush, year: number, height: number): void {
  const night = brush.createLinearGradient(0, 0, 0, height)
  NIGHT.forEach((colour, at) => {
    night.addColorStop(at / (NIGHT.length - 1), colour)
  })
  brush.fillStyle = night
  brush.fillRect(0, 0, WIDTH, height)
  // A year has the same sky each time it is drawn.
  let seed = year
  const chance = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  for (let star = 0; star < STARS; star++) {
    brush.fillStyle = `rgb(244 242 255 / ${0.15 + 0.5 * chance()})`
    brush.beginPath()
    brush.arc(chance() * WIDTH, chance() * height, 1 + 2 * chance(), 0, 2 * Math.PI)
    brush.fill()
  }
}

type Hand = { size: number; colour: string; bold?: boolean; below: number; most?: number }

/** Writes line below line, each as wide as the poster allows. */
function writer(brush: Brush) {
  const face = getComputedStyle(document.documentElement).getPropertyValue('--font') || 'sans-serif'
  let y = MARGIN
  const write = (text: string, { size, colour, bold, below, most = 2 }: Hand) => {
    brush.font = `${bold ? '600 ' : ''}${size}px ${face}`
    brush.fillStyle = colour
    for (const line of breakLines(text, {
      width: WIDTH - 2 * MARGIN,
      most,
      measure: (part) => brush.measureText(part).width,
    })) {
      y += below
      brush.fillText(line, MARGIN, y)
    }
  }
  return Object.assign(write, {
    y: () => y,
    skip: (pixels: number) => {
      y += pixels
    },
  })
}
