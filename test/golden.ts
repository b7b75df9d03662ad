import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'golden')

/** A golden data folder's contents and its person's sign-in (scripts/golden.ts). Keys and password are of no use elsewhere. */
export type Golden = {
  tel: string
  password: string
  ids: Record<Kept, string>
  texts: Record<'sealed' | 'due' | 'opened' | 'diary' | 'draft' | 'prediction' | 'words' | 'comment' | 'title', string>
  balances: Record<'time' | 'diary' | 'forecast', number>
  pictureSha256: string
}
type Kept = 'sealed' | 'picture' | 'due' | 'opened' | 'diary' | 'prediction' | 'draft' | 'pictureDraft'

export const goldenFile = (name: string, ext: 'tar.gz' | 'json' | 'zip'): string => join(FOLDER, `${name}.${ext}`)

/** Folders, the oldest first. */
export const goldenNames = (): string[] => namesWith('.json')

/** Archives of people (scripts/golden-archive.ts), the oldest first. */
export const goldenArchives = (): string[] => namesWith('.zip')

const namesWith = (ending: string): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))

/** A version alone says little while there are many states of it, so the name of a built checkout ends with its last migration. */
export function goldenName(checkout: string): string {
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string }
  const last = readdirSync(join(checkout, 'dist', 'server', 'platform', 'db', 'migrations'))
    .sort()
    .at(-1)!
  return `${version}-migration-${last.slice(0, 3)}`
}

export const readGolden = (name: string): Golden => JSON.parse(readFileSync(goldenFile(name, 'json'), 'utf8'))

/** Unpacks the folder as it was left. */
export const unpackGolden = (name: string, dataDir: string): void =>
  void execFileSync('tar', ['-xzf', goldenFile(name, 'tar.gz'), '-C', dataDir])
