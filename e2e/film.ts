import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page, test } from '@playwright/test'
import sharp from 'sharp'

/** An older telephone: a flash that lasts a moment on a fast machine is seen there for half a second. */
const SLOWER = 4
/** A shot's longer side, in pixels. Colours are judged, so nothing finer is needed. */
const SHOT_PX = 300
/** The night is blue everywhere (`--night`); paper is warm, by day and by lamplight. */
const BLUER_BY = 12

/** The picture at one moment. `night`: how much of it is the night's, 0–1; `light`: how light it is on the whole, 0–1. */
export type Shot = { night: number; light: number }

/** Films what this page draws while `act` goes on, each frame judged. With FILM=folder the frames are kept there, to be looked at. */
export async function film(page: Page, name: string, act: () => Promise<void>): Promise<Shot[]> {
  const frames = await framesOf(page, SHOT_PX, act)
  await keep(name, frames)
  return Promise.all(frames.map(judge))
}

/**
 * Each frame that the browser hands out while `act` goes on, on a processor four times slower, as PNG with so many pixels on its
 * longer side: to be judged by what is drawn and never by when it came.
 */
export async function framesOf(page: Page, sizePx: number, act: () => Promise<void>): Promise<Buffer[]> {
  let end: Buffer
  const frames = await screencast(page, { sizePx, slower: SLOWER }, async () => {
    await act()
    end = await page.screenshot({ scale: 'css' })
  })
  // The browser hands its frames out late: a film may not end before the page as it stands in the end.
  return [...frames.map(({ drawn }) => drawn), end!]
}

/** `at` in ms. */
export type Frame = { at: number; drawn: Buffer }

/** The frames that the browser hands out while `act` goes on, in their order, on a processor so many times slower. */
export async function screencast(
  page: Page,
  { sizePx, slower = 1 }: { sizePx: number; slower?: number },
  act: () => Promise<void>,
): Promise<Frame[]> {
  const frames: Frame[] = []
  const camera = await page.context().newCDPSession(page)
  camera.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1_000, drawn: Buffer.from(data, 'base64') })
    camera.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await camera.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await camera.send('Page.startScreencast', { format: 'png', maxWidth: sizePx, maxHeight: sizePx })
  try {
    await act()
  } finally {
    await camera.send('Page.stopScreencast')
    await camera.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await camera.detach()
  }
  // Each is packed by itself: a later one may be handed out first.
  return frames.sort((one, other) => one.at - other.at)
}

/** How much of each frame is night, to be read beside a frame that is not as it should be. */
export const nightsOf = (shots: Shot[]): string => shots.map(({ night }) => night.toFixed(2)).join(' ')

/** The shots from the first night frame on: the page before it is not the subject. */
export function sinceNightfall(shots: Shot[], most = 0.8): Shot[] {
  const first = shots.findIndex(({ night }) => night >= most)
  return first < 0 ? [] : shots.slice(first)
}

async function judge(frame: Buffer): Promise<Shot> {
  const { data, info } = await sharp(frame).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let night = 0
  let light = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
    if (blue - red >= BLUER_BY) night += 1
    light += 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const pixels = info.width * info.height
  return { night: night / pixels, light: light / pixels / 255 }
}

/** Kept in FILM, or beside the results of a red journey (`preserveOutput`). */
async function keep(name: string, frames: Buffer[]): Promise<void> {
  const folder = process.env.FILM ? join(process.env.FILM, name) : test.info().outputPath(name)
  await mkdir(folder, { recursive: true })
  await Promise.all(frames.map((frame, at) => writeFile(join(folder, `${String(at).padStart(3, '0')}.png`), frame)))
}
