import type { ArchiveFault, ArchiveItem } from '#contract/archiveFiles.ts'
import type { Services } from '#server/platform/context.ts'
import type { MadeObjects } from '#server/platform/media/made.ts'
import { contentOf, type ItemRow, itemOf, readRows } from './items.ts'
import { type Blob, makeBlob, type Segment } from './madeFile.ts'
import type { Original } from './original.ts'
import { type ItemFiles, partsOfItem } from './parts.ts'
import type { Listed } from './snapshot.ts'
import { articleOf, PICTURE_CHARS_MOST } from './yearPage.ts'

type Making = Pick<Services, 'db' | 'keys' | 'media' | 'log'> & { made: MadeObjects }

/** Rows of a bite at most; it ends earlier after so many bytes of uploads. */
export const BITE_ROWS = 50
const BITE_BYTES = 64 * 1024 * 1024

/** An item where it lies: as JSON for its year's files, as an article for its year's page. Year 0: a draft. */
type MadeItem = { year: number; json: Segment; article: Segment }
/** The things a bite has made, as they are kept until the archive is finished. */
export type Bitten = {
  items: MadeItem[]
  thumbnails: { path: string; segment: Segment }[]
  originals: { path: string; original: Original }[]
  faults: ArchiveFault[]
  counts: Record<'diaries' | 'capsules' | 'forecasts' | 'drafts', number>
}
/** Characters of pictures that each year's page holds so far. */
export type Room = Record<number, number>

const CHANGED = '导出期间有改动，以这里写下的为准'
const GONE = '导出期间已不在'

/** Makes the next items, as many as fit a bite; tells how many rows are done. `name`: of the made object. */
export async function takeBite(
  making: Making,
  userId: number,
  { name, rows, room }: { name: string; rows: readonly Listed[]; room: Room },
) {
  const [blob, bitten] = [makeBlob(name), emptyBite()]
  const found = await readRows(
    making,
    userId,
    rows.map(({ id }) => id),
  )
  let [done, bytes] = [0, 0]
  for (const listed of rows) {
    const row = found.get(listed.id)
    if (row) bytes += await addItem(making, { row, listed, blob, bitten, room })
    else bitten.faults.push({ name: `#${listed.id}`, why: GONE })
    done += 1
    if (bytes + blob.size() > BITE_BYTES) break
  }
  await blob.write(making.made)
  return { bitten, done, bytes: bytes + blob.size() }
}

type Adding = { row: ItemRow; listed: Listed; blob: Blob; bitten: Bitten; room: Room }

async function addItem(making: Making, adding: Adding): Promise<number> {
  const { row, listed, blob, bitten, room } = adding
  const content = contentOf(making, row)
  const item = itemOf(making, row, content)
  const { parts, files } = await partsOfItem(making, row, item, content?.content ?? [])
  item.parts = parts
  count(bitten, item)
  addFiles(bitten, blob, files)
  const name = item.title || item.date
  if (!content) bitten.faults.push({ name, why: item.missing })
  if (row.revision !== listed.revision) bitten.faults.push({ name, why: CHANGED })
  const article = articleOf(item, (path) => pictureOf(files.thumbnails.get(path), room, listed.year))
  bitten.items.push({ year: listed.year, json: blob.add(JSON.stringify(item)), article: blob.add(article) })
  return files.originals.reduce((sum, { original }) => sum + original.size, 0)
}

const emptyBite = (): Bitten => ({
  items: [],
  thumbnails: [],
  originals: [],
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
