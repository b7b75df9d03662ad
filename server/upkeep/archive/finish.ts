import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import {
  ARCHIVE_FORMAT,
  ARCHIVE_SCHEMAS,
  ARCHIVE_VERSION,
  type ArchiveFault,
  type ArchiveSealed,
  type ArchiveSummary,
} from '#contract/archiveFiles.ts'
import { grouped } from '#server/core/grouped.ts'
import type { Services } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { nothingIfMissing } from '#server/platform/media/disk/files.ts'
import type { MadeObjects } from '#server/platform/media/made.ts'
import { logKeys } from '#server/upkeep/receipts/logKeys.ts'
import type { Bitten } from './bite.ts'
import type { Cap, CapSource } from './cap.ts'
import { ledgerCsv, ordersCsv } from './csv.ts'
import { moneyOf, personOf, recordFor, sealedOf, socialOf } from './facts.ts'
import { type Blob, type MadeFile, makeBlob, type Segment, sizeOf, sumsOf } from './madeFile.ts'
import type { Original } from './original.ts'
import { logKeyFiles, receiptFiles } from './receipts.ts'
import { type PlannedPart, splitIntoParts } from './split.ts'
import { FIRST_WORDS } from './words.ts'
import { YEAR_FOOT, yearHead } from './yearPage.ts'
import type { ZIP_MOST } from './zip.ts'

type Finishing = Pick<Services, 'db' | 'config'> & { made: MadeObjects; most: typeof ZIP_MOST }
type Archive = { id: number; userId: number; askedAt: string; name: string; sealed: number[]; bites: Bitten[] }

/** A file of an archive with its sums: made by us, or an upload, or a `.cap` of uploads, that is read from the store while it is sent. */
export type ArchiveFile = {
  path: string
  size: number
  crc: number
  sha256: string
  from: MadeFile | Original | CapSource
}

/** `faults`: all that its person should know of. */
export type Finished = { parts: PlannedPart[]; faults: ArchiveFault[] }

const BAGIT = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'

/** Writes what stands once in an archive – heads, lists, manifests, the reader – and says which files lie in which part. */
export async function finish(finishing: Finishing, archive: Archive): Promise<Finished> {
  const blob = makeBlob(archive.name)
  const years = yearsOf(archive)
  const made: [string, MadeFile][] = []
  const add = (path: string, ...texts: (string | Buffer | Segment[])[]) =>
    made.push([path, texts.flatMap((text) => (Array.isArray(text) ? text : [blob.add(text)]))])
  addYears(years, blob, add)
  const { sealed, faults: opened } = await sealedOf(finishing.db, { ...archive, caps: capsOf(archive) })
  const keys = await logKeys(finishing.db, archive.askedAt)
  const faults = [...archive.bites.flatMap((bite) => bite.faults), ...opened]
  const summary = { ...(await summaryOf(finishing, archive, years)), missing: faults, log_keys: keys }
  await addFacts(finishing, archive, { summary, sealed }, add)
  await addReader(finishing, add)
  for (const [path, text] of [...logKeyFiles(keys), ...sealedReceiptFiles(sealed)]) add(path, text)
  const bitten = archive.bites.flatMap(({ receipts = [], thumbnails }) => [...receipts, ...thumbnails])
  for (const { path, segment } of bitten) made.push([path, [segment]])
  // All that was made so far is read back from the store, where all of it lies from here on.
  await blob.write(finishing.made)
  const files: ArchiveFile[] = []
  for (const [path, file] of made) {
    files.push({ path, size: sizeOf(file), ...(await sumsOf(finishing.made, file)), from: file })
  }
  const originals = archive.bites.flatMap((bite) => bite.originals)
  for (const { path, original } of originals) files.push({ path, ...original, from: original })
  files.push(...capsOf(archive).map(({ file }) => file))
  return { parts: await splitIntoParts(finishing, archive, files), faults }
}

const capsOf = ({ bites }: Archive): Cap[] => bites.flatMap(({ caps = [] }) => caps)

const sealedReceiptFiles = ({ items }: ArchiveSealed): [path: string, text: string][] =>
  items.flatMap(({ id, receipt }) => (receipt ? receiptFiles(id, receipt) : []))

type Years = [year: number, items: Bitten['items']][]

/** The items by their years, the earliest first. Year 0 are the drafts, though there be none. */
function yearsOf({ bites }: Archive): Years {
  const years = grouped(
    bites.flatMap(({ items }) => items),
    ({ year }) => year,
  )
  if (!years.has(0)) years.set(0, [])
  return [...years].sort(([one], [other]) => one - other)
}

type Add = (path: string, ...texts: (string | Buffer | Segment[])[]) => void

/** A list of items between two texts, in three files that share the items. */
function addYears(years: Years, blob: Blob, add: Add): void {
  const comma = blob.add(',\n')
  for (const [year, items] of years) {
    const name = year === 0 ? 'drafts' : String(year)
    const list = items.flatMap(({ json }, index) => (index === 0 ? [json] : [comma, json]))
    const head = `{"version":${ARCHIVE_VERSION},${year === 0 ? '' : `"year":${year},`}"items":[\n`
    add(`data/json/${name}.json`, head, list, '\n]}\n')
    add(`data/js/${name}.js`, `capsuleArchive("${name}",${head}`, list, '\n]})\n')
    const [title, named] = year === 0 ? ['草稿 Drafts', '草稿'] : [`${year} 年 · All of ${year}`, String(year)]
    const articles = items.map(({ article }) => article)
    if (items.length > 0) add(`全部文字-${named}.html`, yearHead(title), articles, YEAR_FOOT)
  }
}

type Told = { summary: ArchiveSummary; sealed: ArchiveSealed }

async function addFacts({ db }: Finishing, archive: Archive, { summary, sealed }: Told, add: Add): Promise<void> {
  const money = await moneyOf(db, archive.userId)
  const facts = {
    archive: summary,
    sealed,
    social: await socialOf(db, archive.userId),
    money,
  }
  for (const [name, value] of Object.entries(facts)) {
    add(`data/json/${name}.json`, `${JSON.stringify(value, null, 1)}\n`)
    add(`data/js/${name}.js`, `capsuleArchive("${name}",${JSON.stringify(value)})\n`)
  }
  for (const [name, schema] of Object.entries(ARCHIVE_SCHEMAS)) {
    add(`data/json/${name}.schema.json`, `${JSON.stringify(z.toJSONSchema(schema), null, 1)}\n`)
  }
  add('data/ledger.csv', ledgerCsv(money))
  add('data/orders.csv', ordersCsv(money))
  add('0-请先解压再打开.txt', FIRST_WORDS)
  add('VERSION', `${ARCHIVE_FORMAT}\n`)
  add('bagit.txt', BAGIT)
  add('bag-info.txt', `Bagging-Date: ${archive.askedAt.slice(0, 10)}\nExternal-Identifier: ${archive.id}\n`)
}

/** The files of the build, each with its place in an archive. */
const READER = [
  ['index.html', 'index.html'],
  ['reader.js', 'reader/reader.js'],
  ['reader.css', 'reader/reader.css'],
  ['OPEN-ME.html', 'OPEN-ME.html'],
] as const

/** The reader and the opener of what is sealed, as they were built; where they were not, the pages of the years do alone. */
async function addReader({ config }: Finishing, add: Add): Promise<void> {
  for (const [name, path] of READER) {
    const bytes = await readFile(join(config.webDir, '..', 'reader', name)).catch(nothingIfMissing)
    if (bytes) add(path, bytes)
  }
}

type Counted = Omit<ArchiveSummary, 'missing'>

async function summaryOf({ db, config }: Finishing, archive: Archive, years: Years): Promise<Counted> {
  const { bites, id, userId, askedAt, sealed } = archive
  const originals = bites.flatMap((bite) => bite.originals)
  const sum = (of: keyof Bitten['counts']) => bites.reduce((total, { counts }) => total + counts[of], 0)
  return {
    version: ARCHIVE_VERSION,
    id: String(id),
    asked_at: moment(askedAt),
    site: config.publicUrl ?? '',
    person: await personOf(db, userId),
    years: years.filter(([year]) => year !== 0).map(([year, items]) => ({ year, items: items.length })),
    counts: {
      diaries: sum('diaries'),
      capsules: sum('capsules'),
      forecasts: sum('forecasts'),
      drafts: sum('drafts'),
      sealed: sealed.length,
      files: originals.length,
      bytes: originals.reduce((total, { original }) => total + original.size, 0),
    },
    record: await recordFor(db, userId),
  }
}
