import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { syncFile } from '#server/platform/db/embedded/syncTree.ts'
import { makeMeter } from './files.ts'
import { PARTS } from './places.ts'

/** An object as it lies in a backup place; `bytes` are those of the file. */
export type Pooled = { key: string; bytes: number; sha256: string }

const OBJECTS = 'objects'

/** Where an object lies: the file's own name says what its bytes must come to. */
export const pooledPath = (place: string, { key, sha256 }: Pick<Pooled, 'key' | 'sha256'>): string =>
  join(place, OBJECTS, `${key}.${sha256}`)

/**
 * The objects of all backups of one place. An object never changes, so it is copied once; what a damaged store would give
 * later lies beside it under another name.
 */
export function openPool(place: string) {
  let listed = { folder: '', names: new Map<string, string>() }

  /** Which objects a folder holds, by name; asked once for all of one person's that follow each other. */
  async function namesIn(folder: string): Promise<Map<string, string>> {
    if (listed.folder === folder) return listed.names
    const found = await readdir(folder).catch(noneIfMissing)
    listed = { folder, names: new Map(found.map((name) => [name.slice(0, -65), name.slice(-64)])) }
    return listed.names
  }

  return {
    /** The object under this key, by its name and size alone; undefined when there is none. */
    async find(key: string): Promise<Pooled | undefined> {
      const folder = join(place, OBJECTS, dirname(key))
      const sha256 = (await namesIn(folder)).get(basename(key))
      if (!sha256) return undefined
      const { size } = await stat(pooledPath(place, { key, sha256 }))
      return { key, bytes: size, sha256 }
    },

    async put(key: string, pieces: AsyncIterable<Buffer>): Promise<Pooled> {
      const part = join(place, PARTS, randomUUID())
      await mkdir(dirname(part), { recursive: true, mode: 0o700 })
      const meter = makeMeter()
      try {
        await pipeline(Readable.from(pieces), meter.through, createWriteStream(part, { mode: 0o600 }))
        await syncFile(part)
        const pooled = { key, ...meter.read() }
        const path = pooledPath(place, pooled)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await rename(part, path)
        await syncFile(dirname(path))
        listed = { folder: '', names: new Map() }
        return pooled
      } finally {
        await rm(part, { force: true })
      }
    },
  }
}

/** Everything that lies there, one after the other. */
export async function* pooledIn(place: string): AsyncGenerator<Pick<Pooled, 'key' | 'sha256'>> {
  const root = join(place, OBJECTS)
  for (const kind of await readdir(root).catch(noneIfMissing)) {
    for (const owner of await readdir(join(root, kind))) {
      for (const name of await readdir(join(root, kind, owner))) {
        yield { key: `${kind}/${owner}/${name.slice(0, -65)}`, sha256: name.slice(-64) }
      }
    }
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}
