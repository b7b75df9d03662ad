import { readFile } from 'node:fs/promises'
import { refuse } from '#server/core/fail.ts'
import { deriveKeys } from './keys.ts'
import { findMaster, findOldMasters, type KeyPlace, keyPath, makeKeyFile } from './place.ts'
import { joinSheets, MASTER_ON_PAPER, splitKey } from './sheets.ts'

const USAGE = '用法：npm run keys -- split 2 3，npm run keys -- join [--write] [文件……]，或 npm run keys -- rotate'
const WRITE = '--write'
const BETWEEN_SHEETS = `\n\n${'— '.repeat(30)}\n\n`

/**
 * `npm run keys -- split 2 3` prints the master key as sheets, `join` makes it again of some of them and says whether it is
 * the one at hand; with `--write` it is put where there is none. Needs no database, and never shows the key itself.
 * Only rotating the key needs one (server/upkeep/rotation).
 */
export async function runKeys(place: KeyPlace, words: string[], sheets: Sheets): Promise<string> {
  const [how, ...args] = words
  if (how === 'split') return splitHere(place, args)
  if (how === 'join') return joinHere(place, args, sheets)
  throw refuse(USAGE)
}

/** The text of the sheets; `typed` where none are named. */
type Sheets = { named: string[]; typed: () => Promise<string> }

/** The sheets named on the line, which root alone may be allowed to read. */
export const readNamed = async ([how, ...args]: string[]): Promise<string[]> =>
  how === 'join' ? Promise.all(args.filter((arg) => arg !== WRITE).map(readSheet)) : []

async function splitHere(place: KeyPlace, [needed = '', sheets = '']: string[]): Promise<string> {
  const master = await findMaster(place)
  if (!master) throw refuse(`找不到主密钥：没有文件 ${keyPath(place)}，也没有设置 MASTER_KEY`)
  return (await splitKey(MASTER_ON_PAPER, master, { needed: Number(needed), sheets: Number(sheets) })).join(
    BETWEEN_SHEETS,
  )
}

async function joinHere(place: KeyPlace, args: string[], { named, typed }: Sheets): Promise<string> {
  const texts = named.length > 0 ? named : [await typed()]
  const master = await joinSheets(MASTER_ON_PAPER, texts.join('\n'))
  const { fingerprint } = deriveKeys(master)
  const there = await findMaster(place)
  const isOld = (await findOldMasters(place)).some((old) => old.equals(master))
  if (isOld && !there?.equals(master)) return oldOne(fingerprint, there)
  if (there) return compare(there, master)
  if (!args.includes(WRITE)) return `恢复出了指纹为 ${fingerprint} 的主密钥。这里没有主密钥；要放回去，请加上 --write`
  await makeKeyFile(keyPath(place), master)
  return `指纹为 ${fingerprint} 的主密钥已放回 ${keyPath(place)}`
}

/** An old key still reads what it has locked, but is put nowhere: another key locks today. */
const oldOne = (fingerprint: string, there: Buffer | undefined): string =>
  `恢复单有效，但它是轮换以前的旧主密钥（指纹 ${fingerprint}），较早的备份要用它；现在用的是 ${there ? deriveKeys(there).fingerprint : '另一把，这里没有'}`

/** A key that is there is never replaced. */
function compare(there: Buffer, joined: Buffer): string {
  const [now, then] = [deriveKeys(there).fingerprint, deriveKeys(joined).fingerprint]
  if (now === then) return `恢复单有效：与现在的主密钥一致（指纹 ${now}）`
  throw refuse(`恢复单上是另一把主密钥（指纹 ${then}），现在用的是 ${now}。没有改动任何东西`)
}

const readSheet = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw refuse(`读不到文件 ${path}`)
  })
