import { spawn } from 'node:child_process'
import { makeSemaphore } from '#server/core/concurrency/semaphore.ts'
import type { Services } from '#server/platform/context.ts'

const CUT_MS = 10_000
const FRAME_BYTES_MOST = 8 * 1024 * 1024
/** One frame is cut at a time: a film takes a core. */
const WAITING_MOST = 20
const WAIT_MOST_MS = 20_000
/** A film of more pixels than 8K is no film from a phone. */
const PIXELS_MOST = '40000000'
const OFF = 'off'

/** The reader of a video is fixed by its type, which we found in its bytes: nothing in a file may choose another reader. */
const READER: Record<string, string> = { 'video/mp4': 'mp4', 'video/quicktime': 'mov', 'video/webm': 'matroska' }

/** The frame at one second as JPEG, read by Range from an address of ours; undefined when there is none to be had. */
export type CutFrame = (address: string, mime: string) => Promise<Buffer | undefined>

export function makeFrameCutter(path: string, log: Services['log']): CutFrame {
  const inTurn = makeSemaphore({ atOnce: 1, waitingMost: WAITING_MOST, waitMostMs: WAIT_MOST_MS })
  let isMissing = path === OFF
  const notice = () => {
    if (!isMissing) log.warn('no ffmpeg: posters come from the page alone')
    isMissing = true
  }
  return async (address, mime) => {
    const reader = READER[mime]
    if (!reader || isMissing) return undefined
    return inTurn(() => cut(path, { address, reader }, notice))
  }
}

type Film = { address: string; reader: string }

/** A film shorter than a second has its first frame. */
async function cut(path: string, film: Film, whenMissing: () => void): Promise<Buffer | undefined> {
  const frame = await run(path, argumentsFor(film, '1'), whenMissing)
  return frame?.length === 0 ? run(path, argumentsFor(film, '0'), whenMissing) : frame
}

const argumentsFor = ({ address, reader }: Film, second: string): string[] => [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-max_pixels', PIXELS_MOST],
  ...['-protocol_whitelist', 'http,tcp', '-f', reader, '-ss', second, '-i', address],
  ...['-map', '0:v:0', '-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '4', '-f', 'mjpeg', 'pipe:1'],
]

/** The program's output; undefined when it fails, prints too much, or its time is over. It sees nothing of our environment. */
function run(path: string, given: string[], whenMissing: () => void): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const child = spawn(path, given, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH ?? '' },
      timeout: CUT_MS,
      killSignal: 'SIGKILL',
    })
    const pieces: Buffer[] = []
    let bytes = 0
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > FRAME_BYTES_MOST) child.kill('SIGKILL')
      else pieces.push(piece)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') whenMissing()
      resolve(undefined)
    })
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(pieces) : undefined))
  })
}
