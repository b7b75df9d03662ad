import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCK_FILE } from './lock.ts'
import { SPARE } from './space.ts'
import { syncTree } from './syncTree.ts'

/** Files that belong to the folder's owner, not to the database. */
const LEFT_OUT = new Set([LOCK_FILE, SPARE])
/** A file that was written so shortly before it was looked at may have been written again within the same tick. */
const TICK_MS = 2_000

type Seen = { size: number; changedMs: number; lookedMs: number }

/**
 * Copies a data folder while its engine works: first all of it, then – `still`, while nobody writes – what has changed
 * since. The copy is on the disk when this returns. Takes blocks over instead of copying them where the file system can.
 */
export async function copyFolder(
  from: string,
  to: string,
  still: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const seen = new Map<string, Seen>()
  await copyChanged(from, to, seen)
  await still(() => copyChanged(from, to, seen))
  await syncTree(to)
}

async function copyChanged(from: string, to: string, seen: Map<string, Seen>): Promise<void> {
  const there = new Set<string>()
  for await (const { path, isFolder } of walk(from)) {
    there.add(path)
    if (isFolder) await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    else await copyOne(path, { from, to, seen })
  }
  for (const path of seen.keys()) if (!there.has(path)) await rm(join(to, path), { force: true })
}

async function copyOne(path: string, { from, to, seen }: { from: string; to: string; seen: Map<string, Seen> }) {
  const lookedMs = Date.now()
  const found = await stat(join(from, path)).catch(goneIsGone)
  if (!found) return
  const now: Seen = { size: found.size, changedMs: found.mtimeMs, lookedMs }
  if (isSame(seen.get(path), now)) return
  await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(goneIsGone)
  seen.set(path, now)
}

const isSame = (then: Seen | undefined, now: Seen): boolean =>
  then !== undefined &&
  then.size === now.size &&
  then.changedMs === now.changedMs &&
  then.lookedMs - then.changedMs > TICK_MS

/** Every folder before what is in it. */
async function* walk(root: string, below = ''): AsyncGenerator<{ path: string; isFolder: boolean }> {
  const entries: Dirent[] = (await readdir(join(root, below), { withFileTypes: true }).catch(goneIsGone)) ?? []
  for (const entry of entries) {
    const path = join(below, entry.name)
    if (LEFT_OUT.has(path)) continue
    yield { path, isFolder: entry.isDirectory() }
    if (entry.isDirectory()) yield* walk(root, path)
  }
}

/** While the engine works, its files come and go. */
function goneIsGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
