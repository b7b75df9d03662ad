import { CAP_PIECE_BYTES } from '#contract/cap.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { headOf, piecesOf } from '../pieces.ts'
import { type Source, sourceOf } from '../source.ts'
import type { Part } from './link.ts'
import { NotThere, nearby } from './nearby.ts'
import { chooseSink, handOver, type Sink } from './sinks.ts'

export type PartState =
  /** `chosen`: the file that lies on this disk. */
  | { is: 'waiting'; chosen?: string | undefined }
  | { is: 'running'; done: number; all: number; isLost: boolean }
  | { is: 'stopped'; why: 'stopped' | 'lost' | 'unwritten'; done: number; all: number }
  | { is: 'damaged'; piece: number; of: number; done: number; all: number }
  | { is: 'missing' | 'noArchive' }
  | { is: 'done'; bytes: number; address: string | undefined }

/** How far one part has come: what is decrypted stays when the line is lost. */
type Run = { file?: File; sink?: Sink; next: number; stopping?: AbortController }

export const nameOf = (at: number): string => `时光胶囊归档-${at + 1}.zip`

/** The parts of an archive, each decrypted piece by piece when somebody asks for it. */
export function makeParts(parts: Part[], fetch = globalThis.fetch, choose = chooseSink) {
  const { subscribe, notify } = makeListeners()
  const runs: Run[] = parts.map(() => ({ next: 0 }))
  let states: PartState[] = parts.map(() => ({ is: 'waiting' }))

  function say(at: number, state: PartState): void {
    states = states.with(at, state)
    notify()
  }

  /** Begins, or goes on where it stopped. */
  async function run(at: number): Promise<void> {
    const own = runs[at]!
    own.sink ??= await choose(nameOf(at))
    if (!own.sink) return
    const stopping = new AbortController()
    own.stopping = stopping
    const progress = { done: own.next * CAP_PIECE_BYTES, all: 0 }
    const tell = (isLost = false) => say(at, { is: 'running', ...progress, isLost })
    tell()
    try {
      const { name } = parts[at]!
      const source = own.file ? sourceOf(own.file) : nearby(name, { signal: stopping.signal, tell, fetch })
      await decrypt(at, source, { progress, tell })
    } catch (error) {
      if (error instanceof NotThere) return say(at, { is: 'missing' })
      say(at, { is: 'stopped', why: stopping.signal.aborted ? 'stopped' : whyOf(error), ...progress })
    }
  }

  type Progress = { progress: { done: number; all: number }; tell: () => void }

  async function decrypt(at: number, source: Source, { progress, tell }: Progress): Promise<void> {
    const own = runs[at]!
    const head = await headOf(source)
    if (typeof head === 'string' || head.sealed) return say(at, { is: 'noArchive' })
    const { count, piece } = await piecesOf(source, head, parts[at]!.key)
    progress.all = head.bytes
    for (; own.next < count; own.next++) {
      progress.done = own.next * CAP_PIECE_BYTES
      tell()
      const plain = await piece(own.next)
      own.stopping!.signal.throwIfAborted()
      if (!plain) return say(at, { is: 'damaged', piece: own.next, of: count, ...progress })
      await written(own.sink!.write(plain))
    }
    const address = await written(own.sink!.close())
    if (address) handOver(address, nameOf(at))
    say(at, { is: 'done', bytes: head.bytes, address })
  }

  /** Each file is that of the part whose key opens it, whatever its name has become; answers those that are of none. */
  async function take(files: File[]): Promise<File[]> {
    const strange: File[] = []
    for (const file of files) {
      const at = await partOf(file)
      if (at === undefined) strange.push(file)
      else {
        runs[at]!.file = file
        say(at, { is: 'waiting', chosen: file.name })
      }
    }
    return strange
  }

  /** By its name where nothing of it is decrypted: it may be damaged in its beginning, and that is to be said. */
  async function partOf(file: File): Promise<number | undefined> {
    const source = sourceOf(file)
    const head = await headOf(source)
    if (typeof head !== 'string' && !head.sealed) {
      for (const [at, { key }] of parts.entries()) {
        if (await (await piecesOf(source, head, key)).piece(0)) return at
      }
    }
    const named = parts.findIndex(({ name }) => file.name.startsWith(name))
    return named < 0 ? undefined : named
  }

  return {
    subscribe,
    all: () => states,
    run,
    stop: (at: number) => runs[at]!.stopping?.abort(),
    stopAll: () => runs.forEach(({ stopping }) => void stopping?.abort()),
    take,
  }
}

class Unwritten extends Error {}

async function written<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing
  } catch {
    throw new Unwritten()
  }
}

const whyOf = (error: unknown): 'lost' | 'unwritten' => (error instanceof Unwritten ? 'unwritten' : 'lost')
