// Imported when it is needed, by pages that have no byte to spare: without imports of its own it adds no list of them there.
import type { MediaKind } from '#contract/media.ts'
import type { UPLOAD } from '#contract/upload.ts'
import type { afterSilence } from './upload.ts'

type Why = { text: keyof typeof UPLOAD; mayRetry: boolean }

const WRONG_KIND = { image: 'unknownImage', video: 'unknownVideo', file: 'refused' } as const

/** Why the store did not take a form; undefined when there is an object under its key already. */
export function whyRefused(answer: string, kind: MediaKind): Why | undefined {
  const code = /<Code>(\w+)<\/Code>/.exec(answer)?.[1]
  if (code === 'FileAlreadyExists') return undefined
  if (code === 'EntityTooLarge') return { text: 'tooLarge', mayRetry: false }
  if (code === 'EntityTooSmall') return { text: 'empty', mayRetry: false }
  if (code === 'QuotaExceeded') return { text: 'full', mayRetry: true }
  if (code === 'InvalidArgument' && kind !== 'file') return { text: WRONG_KIND[kind], mayRetry: false }
  return { text: 'refused', mayRetry: true }
}

type Reading = { afterSilence: typeof afterSilence; signal: AbortSignal | undefined }

/** Whether the caller's own object at this address is this very file; false if unreadable. Throws only the signal's reason. */
export async function isThere(address: string, file: Blob, reading: Reading): Promise<boolean> {
  const same = await readBack(address, file, reading).catch(() => false)
  reading.signal?.throwIfAborted()
  return same
}

async function readBack(address: string, file: Blob, { signal, afterSilence: watch }: Reading): Promise<boolean> {
  signal?.throwIfAborted()
  const stop = new AbortController()
  const end = () => stop.abort()
  const silence = watch(end)
  signal?.addEventListener('abort', end)
  try {
    const { ok, body, headers } = await fetch(address, { cache: 'no-store', signal: stop.signal })
    const size = Number(headers.get('content-length') ?? file.size)
    return ok && body !== null && size === file.size && (await isSame(body, file, silence.broken))
  } finally {
    silence.over()
    signal?.removeEventListener('abort', end)
    // Once a difference is found, the rest is not waited for.
    end()
  }
}

/** Compares piece by piece as they come: neither file is ever wholly in memory. */
async function isSame(body: ReadableStream<Uint8Array>, file: Blob, heard: () => void): Promise<boolean> {
  const reader = body.getReader()
  let at = 0
  for (let piece = await reader.read(); piece.value; piece = await reader.read()) {
    heard()
    const own = new Uint8Array(await file.slice(at, at + piece.value.length).arrayBuffer())
    if (!areEqual(own, piece.value)) return false
    at += own.length
  }
  return at === file.size
}

const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, i) => byte === other[i])
