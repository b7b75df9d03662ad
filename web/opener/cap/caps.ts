import type { ArchiveItem } from '#contract/archiveFiles.ts'
import { capBytes } from '#contract/cap.ts'
import type { MonthNumber } from '#contract/monthNumbers.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { type Head, headOf, type NoHead, type Pieces, piecesOf } from '../pieces.ts'
import { sourceOf } from '../source.ts'
import { keyByMonth, type NoKey } from './byMonth.ts'
import { type Read, readCap, readItem } from './readCap.ts'

export type CapState =
  | { is: 'reading' }
  /** `whole`: encrypted for somebody's hands, and not for a month. */
  | { is: NoHead | 'whole' | 'unreadable' }
  | { is: 'waiting' | NoKey; month: string }
  | { is: 'ready'; item: ArchiveItem }
  | { is: 'opening'; item: ArchiveItem; done: number; of: number }
  | { is: 'broken'; pieces: number[]; of: number }
  | { is: 'open'; read: Read; of: number; isLonger: boolean }
export type Cap = { name: string; file: File; state: CapState }

/** Up to this size a file is opened with its number; a larger one when somebody asks for it, since all of it is decrypted then. */
const AT_ONCE_BYTES = 32 * 1024 * 1024

type Known = { head?: Head; pieces?: Pieces; stopping?: AbortController }

/** The files that somebody has chosen, and how far each is open by the number they have. They are read one after another. */
export function makeCaps() {
  const { subscribe, notify } = makeListeners()
  const known = new Map<File, Known>()
  let caps: Cap[] = []
  let number: MonthNumber | undefined
  let queue = Promise.resolve()

  function say(file: File, state: CapState): void {
    caps = caps.map((cap) => (cap.file === file ? { ...cap, state } : cap))
    notify()
  }

  const stateOf = (file: File) => caps.find((cap) => cap.file === file)?.state

  /** Once those before are done. A file that went away, or a disk that fails, is that file's matter alone. */
  function enqueue(file: File, work: () => Promise<void>): void {
    queue = queue.then(async () => {
      try {
        if (stateOf(file)) await work()
      } catch {
        say(file, { is: 'unreadable' })
      }
    })
  }

  function add(files: File[]): void {
    const fresh = files.filter((file) => !caps.some((cap) => isSame(cap.file, file)))
    caps = [...caps, ...fresh.map((file): Cap => ({ name: file.name, file, state: { is: 'reading' } }))]
    notify()
    for (const file of fresh) {
      enqueue(file, () => readHead(file))
      enqueue(file, () => unlock(file))
    }
  }

  /** The number to open by; those that are open stay so. */
  function use(next: MonthNumber | undefined): void {
    number = next
    for (const { file } of caps) enqueue(file, () => unlock(file))
  }

  async function readHead(file: File): Promise<void> {
    const head = await headOf(sourceOf(file))
    if (typeof head === 'string') return say(file, { is: head })
    known.set(file, { head })
    say(file, head.sealed ? { is: 'waiting', month: head.sealed.month } : { is: 'whole' })
  }

  async function unlock(file: File): Promise<void> {
    const { head } = known.get(file) ?? {}
    const { is } = stateOf(file)!
    if (!head?.sealed || (is !== 'waiting' && is !== 'early' && is !== 'other')) return
    const { month } = head.sealed
    const key = number ? await keyByMonth(head.sealed, number) : 'waiting'
    if (typeof key === 'string') return say(file, { is: key, month })
    const pieces = await piecesOf(sourceOf(file), head, key)
    known.set(file, { head, pieces })
    const item = await readItem(pieces)
    if (!item) return open(file)
    say(file, { is: 'ready', item })
    if (file.size <= AT_ONCE_BYTES || caps.length === 1) await open(file)
  }

  async function open(file: File): Promise<void> {
    const { head, pieces } = known.get(file)!
    const before = stateOf(file)!
    const stopping = new AbortController()
    known.set(file, { head: head!, pieces: pieces!, stopping })
    const of = pieces!.count
    const tell = (done: number) => before.is === 'ready' && say(file, { is: 'opening', item: before.item, done, of })
    try {
      const read = await readCap(pieces!, { bytes: head!.bytes, signal: stopping.signal, tell })
      const isLonger = file.size > capBytes(head!.length, head!.bytes)
      say(file, 'item' in read ? { is: 'open', read, of, isLonger } : { is: 'broken', pieces: read.damaged, of })
    } catch (error) {
      if (!stopping.signal.aborted) throw error
      if (stateOf(file)) say(file, before)
    }
  }

  function clear(): void {
    for (const { stopping } of known.values()) stopping?.abort()
    known.clear()
    caps = []
    notify()
  }

  return {
    subscribe,
    all: () => caps,
    add,
    use,
    open: (file: File) => enqueue(file, () => open(file)),
    stop: (file: File) => known.get(file)?.stopping?.abort(),
    clear,
    /** When all that was asked for so far is done. */
    done: () => queue,
  }
}

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified
