import { join } from 'node:path'
import { fileSizeOf } from '#server/platform/media/disk/cipher.ts'
import type { RawObjects } from '#server/platform/media/rawObjects.ts'
import type { Table } from './catalog.ts'
import { linesIn, writeLines } from './files.ts'
import type { Manifest } from './manifest.ts'
import { openPool, type Pooled } from './pool.ts'

type Objects = NonNullable<Manifest['objects']>
type Copying = { place: string; folder: string; tableFile: string; table: Table; raw: RawObjects }
type ObjectRow = { key: string; size: number; isLoose: boolean }

export const OBJECT_LIST = 'objects.ndjson.gz'

/**
 * Every object that the copied database names, into the pool of the place. An object without bytes is `gone` when no row names it
 * any more, else `missing`: its capsule could not be read whole.
 */
export async function copyObjects(copying: Copying): Promise<{ objects: Objects; missing: string[] }> {
  const missing: string[] = []
  let [count, bytes, gone] = [0, 0, 0]
  async function* list() {
    for await (const { pooled, row } of copied(copying)) {
      if (!pooled && row.isLoose) gone++
      else if (!pooled) missing.push(row.key)
      if (!pooled) continue
      count++
      bytes += pooled.bytes
      yield JSON.stringify(pooled)
    }
  }
  const { file } = await writeLines(copying.folder, OBJECT_LIST, list())
  return { objects: { count, bytes, gone, file }, missing }
}

async function* copied({ place, folder, tableFile, table, raw }: Copying) {
  const pool = openPool(place)
  for await (const row of rowsIn(join(folder, tableFile), table)) {
    const known = await pool.find(row.key)
    if (known?.bytes === fileSizeOf(row.size)) {
      yield { row, pooled: known }
      continue
    }
    const pieces = await raw.read(row)
    const pooled = pieces && (await pool.put(row.key, pieces))
    yield { row, pooled: pooled?.bytes === fileSizeOf(row.size) ? pooled : undefined }
  }
}

/** The rows of `objects` as the backup has them, not as they are by now. */
async function* rowsIn(path: string, { columns }: Table): AsyncGenerator<ObjectRow> {
  const at = (name: string) => columns.findIndex((column) => column.name === name)
  const [key, size, loose] = [at('key'), at('size'), at('loose_since')]
  for await (const line of linesIn(path)) {
    const cells = JSON.parse(line) as (string | null)[]
    yield { key: cells[key]!, size: Number(cells[size]), isLoose: cells[loose] !== null }
  }
}

/** The objects a backup names. */
export async function* listedObjects(folder: string): AsyncGenerator<Pooled> {
  for await (const line of linesIn(join(folder, OBJECT_LIST))) yield JSON.parse(line) as Pooled
}
