import { ARCHIVE_FORMAT } from '#contract/archiveFiles.ts'
import { listedIn, MANIFEST } from '#web/reader/check/manifest.ts'
import { type LeftOut, NotReadable, type ParsedEntry } from '../parsed.ts'
import { entryOf } from './archiveEntry.ts'
import { Originals } from './archiveOriginals.ts'
import {
  damaged,
  type Fields,
  itemsIn,
  listIn,
  NEWER,
  NOT_OURS,
  numberIn,
  readShape,
  recordIn,
  textIn,
  textsIn,
} from './archiveShape.ts'
import type { Folder, ReadOptions, SourceRead } from './folder.ts'
import { hashOf } from './shortId.ts'

// Our own archive (docs/decisions/archive.md): the first part has all texts, the others originals.

const HEAD = /^(|.*\/)data\/json\/archive\.json$/
const MANY = '一次只能搬一份归档'
const STAYS = '留在原来的账号里'

export async function readArchive(
  folder: Folder,
  { onProgress }: Pick<ReadOptions, 'onProgress'> = {},
): Promise<SourceRead> {
  const { read, sums } = await openArchive(folder)
  const leftOut: LeftOut[] = []
  const originals = new Originals(folder, { leftOut, sums })
  for (const part of await partsIn(read)) originals.lookFor(part)
  const head = await read('data/json/archive.json', headIn)
  const names = [...head.years.map(String), 'drafts']
  const entries: ParsedEntry[] = []
  let receipts = 0
  for (const [number, name] of names.entries()) {
    for (const item of await read(`data/json/${name}.json`, itemsIn)) {
      receipts += Number(item.hasReceipt)
      const entry = entryOf(item, { originals, leftOut, whose: head.whose })
      if (entry) entries.push(entry)
    }
    onProgress?.(number + 1, names.length)
  }
  leftOut.push(...(await countedIn(read, { receipts, judged: head.judged })))
  return { entries, files: originals.files, leftOut, lost: [] }
}

type Read = <Value>(path: string, of: (fields: Fields) => Value) => Promise<Value>

/** `read` reads a file of the archive by its path in it, and throws NotReadable where it is not there, or not as it should be. */
async function openArchive(folder: Folder): Promise<{ read: Read; sums: Map<string, string> }> {
  const names = new Set(folder.names())
  const heads = [...names].flatMap((name) => HEAD.exec(name)?.[1] ?? [])
  const [root, ...others] = heads
  if (root === undefined) throw new NotReadable(NOT_OURS)
  if (others.length > 0) throw new NotReadable(MANY)
  if (names.has(`${root}VERSION`)) holdVersion(await folder.text(`${root}VERSION`))
  const read: Read = async (path, of) => {
    if (!names.has(root + path)) throw new NotReadable(damaged(path))
    return readShape(path, await folder.text(root + path), of)
  }
  const manifest = names.has(root + MANIFEST) ? await folder.text(root + MANIFEST) : ''
  return { read, sums: new Map(listedIn(manifest).map(({ path, sha256 }) => [path, sha256])) }
}

function holdVersion(text: string) {
  if (text.trim() === ARCHIVE_FORMAT) return
  throw new NotReadable(text.startsWith('capsule-archive/') ? NEWER : damaged('VERSION'))
}

const partsIn = (read: Read) =>
  read('parts.json', (fields) =>
    listIn(fields, 'parts').map((part) => ({ name: textIn(part, 'name'), files: textsIn(part, 'files') })),
  )

const headIn = (fields: Fields) => ({
  whose: whoseIn(recordIn(fields, 'person')),
  years: listIn(fields, 'years').map((year) => numberIn(year, 'year')),
  judged: numberIn(recordIn(fields, 'record'), 'judged'),
})

const WHOSE_CHARS = 12
/**
 * The account that the archive is of, the same in each of its archives: people are counted at each installation, and of its fifth one
 * the moment they came tells them from another's.
 */
const whoseIn = (person: Fields): string =>
  hashOf(`${textIn(person, 'id')}\n${textIn(person, 'created_at')}`).slice(0, WHOSE_CHARS)

type Counted = { receipts: number; judged: number }

/** All that stays where it is, each kind once with how many there are. */
async function countedIn(read: Read, { receipts, judged }: Counted): Promise<LeftOut[]> {
  const sealed = await read('data/json/sealed.json', (fields) => listIn(fields, 'items'))
  const social = await read('data/json/social.json', (fields) => ({
    likes: listIn(fields, 'likes').length,
    follows: listIn(fields, 'follows').length,
  }))
  const money = await read('data/json/money.json', (fields) => ({
    movements: listIn(fields, 'movements').length,
    orders: listIn(fields, 'orders').length,
  }))
  const all = receipts + sealed.filter((one) => one.receipt !== undefined).length
  const lines: [name: string, count: number, unit: string, why: string][] = [
    ['还在封存的胶囊', sealed.length, '个', '到期以后在原来的账号里打开'],
    ['封存凭证', all, '份', '凭证只属于当时的那次封存'],
    ['预测的战绩', judged, '条', '搬来的预测是日记，不计入战绩'],
    ['点赞', social.likes, '个', STAYS],
    ['关注', social.follows, '个', STAYS],
    ['胶囊的账目', money.movements, '条', STAYS],
    ['订单', money.orders, '笔', STAYS],
  ]
  return lines
    .filter(([, count]) => count > 0)
    .map(([name, count, unit, why]) => ({ name: `${name}（${count}${unit}）`, why }))
}
