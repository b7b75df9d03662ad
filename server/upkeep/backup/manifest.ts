import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { refuse } from '#server/core/fail.ts'
import { writeWhole } from './files.ts'

/** Of the layout of a backup; a later one goes on reading every earlier one. */
export const FORMAT = 1

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const file = z.object({ path: z.string(), bytes: z.int(), sha256 })
const column = z.object({ name: z.string(), type: z.string() })
const table = z.object({
  name: z.string(),
  columns: z.array(column),
  key: z.array(column),
  rows: z.int(),
  /** See `makeTally`. */
  digest: sha256,
  file,
})

/** A backup's description of itself. Paths are relative to its folder. */
const manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  version: z.string(),
  engine: z.enum(['embedded', 'server']),
  store: z.enum(['disk', 'oss', 's3']),
  /** The fingerprint of the master key without which nobody reads it. */
  key: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(table),
  /** The size of all tables' lines together, unpacked. */
  chars: z.int(),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  ledger: z.record(z.string(), z.string()),
  /** The public keys of our logs, the newest first: with them receipts are checked without the database. */
  log_keys: z.array(z.string()).optional(),
  /**
   * How many there are, their bytes as they lie here, and the file that names each of them; `gone` were of nobody any more
   * and cleared while the backup was made. Nothing where the store was left out.
   */
  objects: z.object({ count: z.int(), bytes: z.int(), gone: z.int(), file }).optional(),
})

export type Manifest = z.infer<typeof manifest>
export type NamedFile = z.infer<typeof file>

const NAME = 'manifest.json'
const SUM = 'manifest.sha256'

/** Last of all: a backup without one was not finished. */
export async function writeManifest(folder: string, value: Manifest): Promise<void> {
  const text = `${JSON.stringify(value, null, 1)}\n`
  await writeWhole(join(folder, SUM), `${sumOf(text)}  ${NAME}\n`)
  await writeWhole(join(folder, NAME), text)
}

/** Throws a sentence where there is none, where it is damaged, or of a format that is newer than this program. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw refuse(`${folder} 里没有完整的备份（缺少 ${NAME}）`)
  })
  const sum = await readFile(join(folder, SUM), 'utf8').catch(() => '')
  if (!sum.startsWith(sumOf(text))) throw refuse(`${join(folder, NAME)} 已损坏：校验和不符`)
  const found = JSON.parse(text) as { format?: number }
  if (Number(found.format) > FORMAT) throw refuse(`这个备份的格式（${found.format}）比本程序新，请使用更新的版本`)
  return manifest.parse(found)
}

/** Undefined where there is none. */
export const sumOfManifest = (folder: string): Promise<string | undefined> =>
  readFile(join(folder, NAME), 'utf8').then(sumOf, () => undefined)

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex')
