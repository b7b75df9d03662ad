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

export const goldenFile = (name: string, ext: 'tar.gz' | 'json'): string => join(FOLDER, `${name}.${ext}`)

/** Oldest first. */
export const goldenNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))

export const readGolden = (name: string): Golden => JSON.parse(readFileSync(goldenFile(name, 'json'), 'utf8'))

/** Unpacks the folder as it was left. */
export const unpackGolden = (name: string, dataDir: string): void =>
  void execFileSync('tar', ['-xzf', goldenFile(name, 'tar.gz'), '-C', dataDir])
