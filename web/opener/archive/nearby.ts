import type { Source } from '../source.ts'

/** Why a file beside this page is not read: there is none of this name, or the line is lost. */
export class NotThere extends Error {}
export class LineLost extends Error {}

type Asking = {
  signal: AbortSignal
  /** Told when the line is lost and asked for again, and when bytes come again. */
  tell: (isWaiting: boolean) => void
  fetch?: typeof fetch
  wait?: (ms: number) => Promise<void>
}

const TRIES = 6
const FIRST_WAIT_MS = 1_000
const SILENT_MS = 30_000
const GONE = [403, 404, 410]
const PAST_END = 416

/**
 * A file beside this page, read in one stream from its beginning to its end. Where the line is lost it goes on from there (Range); a server
 * that knows no ranges gives all of it again, and what is there already is passed over.
 */
export function nearby(name: string, { signal, tell, fetch = globalThis.fetch, wait = waited }: Asking): Source {
  let stream: ReadableStreamDefaultReader<Uint8Array> | undefined
  let request = new AbortController()
  /** The bytes from `from` on, as they came. */
  let held: Uint8Array[] = []
  let from = 0
  let isAtEnd = false
  signal.addEventListener('abort', () => request.abort())
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const heldEnd = () => from + held.reduce((sum, { length }) => sum + length, 0)

  async function read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (start < from || start > heldEnd()) drop(start)
    else forgetBefore(start)
    let failed = 0
    while (heldEnd() < end && !isAtEnd) {
      signal.throwIfAborted()
      try {
        await pull()
        if (failed > 0) tell(false)
        failed = 0
      } catch (error) {
        if (signal.aborted || error instanceof NotThere) throw error
        failed += 1
        drop(from, held)
        if (failed >= TRIES) throw new LineLost()
        tell(true)
        await Promise.race([wait(FIRST_WAIT_MS * 2 ** (failed - 1)), stopped])
      }
    }
    return joined(held).slice(0, end - start)
  }

  /** Leaves the stream; the next one begins behind what is kept. */
  function drop(start: number, kept: Uint8Array[] = []): void {
    request.abort()
    stream = undefined
    isAtEnd = false
    from = start
    held = kept
  }

  function forgetBefore(start: number): void {
    while (held.length > 0 && from + held[0]!.length <= start) from += held.shift()!.length
    if (held.length > 0) held[0] = held[0]!.subarray(start - from)
    from = start
  }

  async function pull(): Promise<void> {
    const silence = setTimeout(() => request.abort(), SILENT_MS)
    try {
      stream ??= await open(heldEnd())
      const { done, value } = await stream.read()
      if (done) isAtEnd = true
      else held.push(value)
    } finally {
      clearTimeout(silence)
    }
  }

  async function open(start: number): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    request = new AbortController()
    const headers: HeadersInit = start > 0 ? { Range: `bytes=${start}-` } : {}
    const answer = await fetch(name, { headers, signal: request.signal })
    if (GONE.includes(answer.status)) throw new NotThere()
    if (answer.status === PAST_END) return new Blob([]).stream().getReader()
    if (!answer.ok || !answer.body) throw new LineLost()
    const reader = answer.body.getReader()
    if (start > 0 && answer.status === 200) await passOver(reader, start)
    return reader
  }

  async function passOver(reader: ReadableStreamDefaultReader<Uint8Array>, length: number): Promise<void> {
    for (let left = length; left > 0; ) {
      const { done, value } = await reader.read()
      if (done) return
      if (value.length > left) held.push(value.subarray(left))
      left -= value.length
    }
  }

  return { read }
}

const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
