import type { ArchiveFault, ArchiveItem } from '#contract/archiveFiles.ts'
import type { Content } from '#server/capsules/capsule/content.ts'
import type { Services } from '#server/platform/context.ts'
import type { MadeObjects } from '#server/platform/media/made.ts'
import { openedReceipt } from '#server/upkeep/receipts/openedReceipt.ts'
import type { Cap } from './cap.ts'
import { contentOf, type ItemRow, itemOf, readRows } from './items.ts'
import { type Blob, makeBlob, type Segment } from './madeFile.ts'
import type { Original } from './original.ts'
import { type ItemFiles, partsOfItem } from './parts.ts'
import { proofsById, receiptFiles, receiptOf } from './receipts.ts'
import type { Listed } from './snapshot.ts'
import { articleOf, PICTURE_CHARS_MOST } from './yearPage.ts'

type Making = Pick<Services, 'db' | 'keys' | 'media' | 'log'> & { made: MadeObjects }

/** Rows of a bite at most; it ends earlier after so many bytes of uploads. */
export const BITE_ROWS = 50
export const BITE_BYTES = 64 * 1024 * 1024

/** An item where it lies: as JSON for its year's files, as an article for its year's page. Year 0: a draft. */
type MadeItem = { year: number; json: Segment; article: Segment }
export type MadePath = { path: string; segment: Segment }
/** The things a bite has made, as they are kept until the archive is finished. */
export type Bitten = {
  items: MadeItem[]
  thumbnails: MadePath[]
  /** Absent of a bite that an earlier version made. */
  receipts?: MadePath[]
  originals: { path: string; original: Original }[]
  /** Absent of a bite that an earlier version made. */
  caps?: Cap[]
  faults: ArchiveFault[]
  counts: Record<'diaries' | 'capsules' | 'forecasts' | 'drafts', number>
}
/** Characters of pictures that each year's page holds so far. */
export type Room = Record<number, number>

/** `name`: of the made object; `askedAt`: when the archive was asked for. */
export type Bite = { userId: number; name: string; askedAt: string }

const CHANGED = '导出期间有改动，以这里写下的为准'
const GONE = '导出期间已不在'
const NOT_AS_SEALED = '内容与封存凭证不符'

/** Makes the next items, as many as fit a bite; tells how many rows are done. */
export async function takeBite(
  making: Making,
  { userId, name, askedAt, rows, room }: Bite & { rows: readonly Listed[]; room: Room },
) {
  const [blob, bitten] = [makeBlob(name), emptyBite()]
  const found = await readRows(
    making,
    userId,
    rows.map(({ id }) => id),
  )
  const proofs = await proofsById(making.db, [...found.values()], askedAt)
  let [done, bytes] = [0, 0]
  for (const listed of rows) {
    const row = found.get(listed.id)
    if (row) bytes += await addItem(making, { row, proof: proofs.get(row.id), listed, blob, bitten, room })
    else bitten.faults.push({ name: `#${listed.id}`, why: GONE })
    done += 1
    if (bytes + blob.size() > BITE_BYTES) break
  }
  await blob.write(making.made)
  return { bitten, done, bytes: bytes + blob.size() }
}

type Adding = { row: ItemRow; proof: string | undefined; listed: Listed; blob: Blob; bitten: Bitten; room: Room }

async function addItem(making: Making, adding: Adding): Promise<number> {
  const { row, proof, listed, blob, bitten, room } = adding
  const content = contentOf(making, row)
  const item = itemOf(making, row, content)
  const { parts, files } = await partsOfItem(making, row, item, content?.content ?? [])
  item.parts = parts
  count(bitten, item)
  addFiles(bitten, blob, files)
  const name = item.title || item.date
  if (!content) bitten.faults.push({ name, why: item.missing })
  if (proof && content) addReceipt(making, adding, { proof, content, item, originals: files.originals })
  if (row.revision !== listed.revision) bitten.faults.push({ name, why: CHANGED })
  const article = articleOf(item, (path) => pictureOf(files.thumbnails.get(path), room, listed.year))
  bitten.items.push({ year: listed.year, json: blob.add(JSON.stringify(item)), article: blob.add(article) })
  return files.originals.reduce((sum, { original }) => sum + original.size, 0)
}

type Proven = { proof: string; content: Content; item: ArchiveItem; originals: ItemFiles['originals'] }

/** Files of its own, for others, and the same beside the item, for the reader. */
function addReceipt({ log }: Making, { row, blob, bitten }: Adding, { proof, content, item, originals }: Proven): void {
  const opened = openedReceipt(log, row, content)
  if (!opened) return void bitten.faults.push({ name: item.title || item.date, why: NOT_AS_SEALED })
  item.receipt = receiptOf(
    opened,
    proof,
    originals.map(({ path, original: { sha256 } }) => ({ path, sha256 })),
  )
  const files = receiptFiles(item.id, { proof, opened })
  bitten.receipts?.push(...files.map(([path, text]) => ({ path, segment: blob.add(text) })))
}

export const emptyBite = (): Bitten => ({
  items: [],
  thumbnails: [],
  receipts: [],
  originals: [],
  caps: [],
  faults: [],
  counts: { diaries: 0, capsules: 0, forecasts: 0, drafts: 0 },
})

const COUNTED = { diary: 'diaries', capsule: 'capsules', forecast: 'forecasts' } as const

const count = ({ counts }: Bitten, { state, kind }: ArchiveItem): void => {
  counts[state === 'draft' ? 'drafts' : COUNTED[kind]] += 1
}

function addFiles(bitten: Bitten, blob: Blob, { originals, thumbnails, faults }: ItemFiles): void {
  bitten.originals.push(...originals)
  bitten.faults.push(...faults)
  for (const [path, bytes] of thumbnails) bitten.thumbnails.push({ path, segment: blob.add(bytes) })
}

function pictureOf(bytes: Buffer | undefined, room: Room, year: number): string | undefined {
  const address = bytes && `data:image/webp;base64,${bytes.toString('base64')}`
  const used = room[year] ?? 0
  if (!address || used + address.length > PICTURE_CHARS_MOST) return undefined
  room[year] = used + address.length
  return address
}
