import type { IncomingMessage } from 'node:http'
import { FormRefused } from './refusal.ts'

const SILENCE_MS = 20_000
const LONGEST_MS = 15 * 60_000
/** Before its file a form is a few lines. */
const FIELDS_MS = 20_000
const DRAIN_MS = 20_000
const DRAIN_BYTES = 64 * 1024 * 1024

export type Pace = { signal: AbortSignal; atFile: () => void; stop: () => void }

/** Ends an upload that stands still, takes too long, or whose sender has gone. */
export function keepPace(request: IncomingMessage): Pace {
  const end = new AbortController()
  const late = () => end.abort(new FormRefused('RequestTimeout', '上传太慢，请检查网络后再试'))
  const fields = setTimeout(late, FIELDS_MS)
  const silence = setTimeout(late, SILENCE_MS)
  const longest = setTimeout(late, LONGEST_MS)
  const heard = () => silence.refresh()
  const gone = () => {
    if (!request.complete) end.abort(new FormRefused('RequestTimeout', '上传中断了'))
  }
  request.on('data', heard).on('close', gone)
  return {
    signal: end.signal,
    atFile: () => clearTimeout(fields),
    stop: () => {
      for (const timer of [fields, silence, longest]) clearTimeout(timer)
      request.off('data', heard).off('close', gone)
    },
  }
}

/** Takes in the rest of a form that was refused, within bounds: a browser that is still sending hears no answer. */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(resolve, DRAIN_MS)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    if (request.complete || request.destroyed) return done()
    request.on('end', done).on('close', done).on('error', done)
    request.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > DRAIN_BYTES) done()
    })
    request.resume()
  })
}
