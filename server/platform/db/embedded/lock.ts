import { randomUUID } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withPath } from '#server/platform/folders/whatIsWrong.ts'
import { DataDirLocked } from './errors.ts'
import { isAlive, type Owner, thisProcess } from './owner.ts'

export const LOCK_FILE = 'owner.lock'

const BEAT_MS = 1_000
/** How often a start that waits for an owner to end looks again. */
const LOOK_MS = 100
/** How long a beat must be missing before an owner that cannot be asked counts as gone. */
const SILENCE_MS = 5_000
const BYTES = 512

type Held = Owner & { token: string; beat: number }

/** How long an owner that lives may take to end before the folder is refused; `onWait` hears of it when that begins. */
export type Patience = { ms: number; onWait: (pid: number | undefined) => void }
const NONE: Patience = { ms: 0, onWait: () => {} }

/** The owner is told when another has taken the folder, and of each beat, with the error if it could not be written. */
export type Owning = { onLost?: () => void; onBeat?: (failed: Error | undefined) => void }

/**
 * One process owns a data folder: PGlite itself takes no lock, and two engines on one folder destroy it.
 * The owner stands in a file made with O_EXCL. A killed owner is recognised at once by its pid and start time on the
 * same system, also before its parent has collected it; an owner in another container or machine on a shared volume by
 * its beat, a number that it raises every second. One gap remains: an owner on another machine that stands still for 5
 * seconds loses the folder; it notices at its next beat and stops (`onLost`), but a statement may have run in between.
 */
export async function lockFolder(
  dataDir: string,
  { onLost, onBeat }: Owning = {},
  patience = NONE,
): Promise<() => void> {
  const file = join(dataDir, LOCK_FILE)
  const held: Held = { ...thisProcess(), token: randomUUID(), beat: 0 }
  const fd = await takeWithin(patience, file, dataDir)
  try {
    write(fd, held)
  } catch (error) {
    // On a full disk: an empty file would only keep the next start waiting.
    closeSync(fd)
    rmSync(file, { force: true })
    throw withPath(error, file)
  }
  const beating = setInterval(beat, BEAT_MS).unref()

  let failed: Error | undefined

  function beat() {
    const isOurs = read(file)?.token === held.token
    if (!isOurs && isReadable(file)) {
      release()
      return onLost?.()
    }
    failed = attempt(() => {
      accessSync(dataDir, constants.W_OK)
      held.beat++
      write(fd, held)
      // A disk that has failed takes what is written, and keeps none of it.
      if (failed) fsyncSync(fd)
    })
    onBeat?.(failed)
  }

  let released = false
  function release() {
    if (released) return
    released = true
    clearInterval(beating)
    closeSync(fd)
    // On a disk that takes no writes the file stays, and is known for a dead owner’s.
    if (read(file)?.token === held.token) attempt(() => rmSync(file, { force: true }))
  }

  return release
}

async function takeWithin({ ms, onWait }: Patience, file: string, dataDir: string): Promise<number> {
  const deadline = performance.now() + ms
  for (let looks = 0; ; looks++) {
    const fd = await take(file)
    if (fd !== undefined) return fd
    const pid = read(file)?.pid
    if (performance.now() >= deadline) throw new DataDirLocked(dataDir, pid)
    if (looks === 0) onWait(pid)
    await sleep(LOOK_MS)
  }
}

/** Undefined while somebody holds the lock. */
async function take(file: string): Promise<number | undefined> {
  const created = create(file)
  if (created !== undefined) return created
  const holder = read(file)
  if (await isHeld(file, holder)) return undefined
  removeStale(file, holder?.token)
  return create(file)
}

function create(file: string): number | undefined {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw error
  }
}

async function isHeld(file: string, holder: Held | undefined): Promise<boolean> {
  const alive = holder && isAlive(holder)
  if (alive !== undefined) return alive
  const deadline = performance.now() + SILENCE_MS
  while (performance.now() < deadline) {
    await sleep(BEAT_MS / 4)
    const now = read(file)
    if (now && (now.beat !== holder?.beat || now.token !== holder.token)) return true
  }
  return false
}

/** Takes the file away by a rename, which only one of several starters can do; gives it back if it was a newer one. */
function removeStale(file: string, token: string | undefined) {
  const aside = `${file}.${randomUUID()}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (read(aside)?.token !== token) giveBack(aside, file)
  rmSync(aside, { force: true })
}

/** The same file, not its copy: its owner goes on beating in it. */
function giveBack(aside: string, file: string) {
  try {
    linkSync(aside, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error
    // A volume without hard links.
    copyFileSync(aside, file, constants.COPYFILE_EXCL)
  }
}

function read(file: string): Held | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Whether the file can be read: a disk that gives no answer says nothing of its owner. */
function isReadable(file: string): boolean {
  const code = (attempt(() => readFileSync(file)) as NodeJS.ErrnoException | undefined)?.code
  return code === undefined || code === 'ENOENT'
}

function attempt(work: () => unknown): Error | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** Always the same length and one write, so that a reader never sees half of it. */
function write(fd: number, held: Held) {
  writeSync(fd, JSON.stringify(held).padEnd(BYTES), 0)
}
