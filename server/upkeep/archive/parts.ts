import type { ArchiveFault, ArchiveItem, ArchiveMedium, ArchivePart } from '#contract/archiveFiles.ts'
import { TYPE } from '#contract/capsule.ts'
import { type ContentItem, ITEM, type MediaItem } from '#contract/content.ts'
import { fileName, partsOf } from '#contract/media.ts'
import { placeOf } from '#contract/place.ts'
import { imageKeys, mapImages, withoutHashes } from '#server/capsules/capsule/images.ts'
import type { Services } from '#server/platform/context.ts'
import type { Stored } from '#server/platform/media/store.ts'
import type { ItemRow } from './items.ts'
import { originalPath } from './names.ts'
import { type Original, readOriginal } from './original.ts'

type Reading = Pick<Services, 'db' | 'keys' | 'media'>

/** The files of an item besides its text. `thumbnails` by the path they have in the archive. */
export type ItemFiles = {
  originals: { path: string; original: Original }[]
  thumbnails: Map<string, Buffer>
  faults: ArchiveFault[]
}

/** Reads everything that these items of one capsule name, and says of each what became of it. */
export async function partsOfItem(
  reading: Reading,
  row: ItemRow,
  item: ArchiveItem,
  items: readonly ContentItem[],
): Promise<{ parts: ArchivePart[]; files: ItemFiles }> {
  const files: ItemFiles = { originals: [], thumbnails: new Map(), faults: [] }
  const parts = await partsBy(row, items, takerOf(reading, item, files))
  return { parts, files }
}

/** An upload under a name of its own; the same one twice lies there once. */
type Taken = { path: string; thumbnail: string; bytes: number; missing: string }
type Take = (key: string, name: string) => Promise<Taken>

/** The parts of a row, whose uploads somebody takes one after another. */
async function partsBy(row: Pick<ItemRow, 'type'>, items: readonly ContentItem[], take: Take): Promise<ArchivePart[]> {
  const parts: ArchivePart[] = []
  for (const one of items) parts.push(await partOf(row, one, take))
  return parts
}

async function partOf(row: Pick<ItemRow, 'type'>, item: ContentItem, take: Take): Promise<ArchivePart> {
  const { content, comment: remark } = item
  if (row.type === TYPE.forecast) return { kind: 'plain', text: content, remark }
  if (item.type === ITEM.text) return { kind: 'text', html: await textOf(content, take), remark }
  const place = placeOf(item)
  if (!place) return mediumOf(item, take)
  const { name, address, latitude = null, longitude = null } = place
  return { kind: 'place', name, address, latitude, longitude }
}

/** A picture that is not there leaves its address empty. */
async function textOf(html: string, take: Take): Promise<string> {
  const paths = new Map<string, string>()
  for (const key of imageKeys(html)) paths.set(key, (await take(key, '')).path)
  return mapImages(withoutHashes(html), (key) => paths.get(key) ?? '')
}

const KIND_OF = { image: 'picture', video: 'video', file: 'file' } as const

async function mediumOf(item: MediaItem, take: Take): Promise<ArchiveMedium> {
  const name = fileName(item.name ?? '')
  const taken = await take(item.content, name)
  const poster = item.poster ? await take(item.poster, '') : undefined
  return {
    kind: KIND_OF[partsOf(item.content).kind],
    path: taken.path,
    thumbnail: taken.thumbnail || (poster?.thumbnail ?? ''),
    name,
    bytes: taken.bytes,
    remark: item.comment,
    width: item.width ?? 0,
    height: item.height ?? 0,
    poster: poster?.path ?? '',
    missing: taken.missing,
  }
}

function takerOf(reading: Reading, item: ArchiveItem, files: ItemFiles): Take {
  return onceEach(item, async (key, { at, path, name }) => {
    const read = await readOriginal(reading, key, partsOf(key).kind === 'image')
    const result = 'why' in read ? notThere(read.why) : thereAt(at, path, read)
    if ('why' in read) files.faults.push({ name, why: read.why })
    else files.originals.push({ path: result.path, original: read.original })
    if ('thumbnail' in read && read.thumbnail) files.thumbnails.set(result.thumbnail, read.thumbnail)
    return result
  })
}

/** `at`: year, id and number; `name`: as it is called where something is wrong with it. */
type Named = { at: string; path: string; name: string }

/** Numbers the uploads of an item as they come. */
function onceEach({ id, date, title }: ArchiveItem, take: (key: string, named: Named) => Promise<Taken>): Take {
  const taken = new Map<string, Taken>()
  return async (key, name) => {
    const known = taken.get(key)
    if (known) return known
    const at = `${date.slice(0, 4)}/${id}-${taken.size + 1}`
    const called = `${title || date} · ${name || `第${taken.size + 1}个文件`}`
    const result = await take(key, { at, path: originalPath(at, name, key), name: called })
    taken.set(key, result)
    return result
  }
}

/** An upload of a sealed item, which is not read yet. */
export type SealedUpload = { path: string; stored: Stored & { proof: Buffer | null } }
export type LookAt = (key: string) => Promise<SealedUpload['stored'] | { why: string }>

/** The parts of a sealed row and its uploads as far as they are there. */
export async function partsOfSealed(
  { row, item, items }: { row: ItemRow; item: ArchiveItem; items: readonly ContentItem[] },
  lookAt: LookAt,
): Promise<{ parts: ArchivePart[]; uploads: SealedUpload[]; faults: ArchiveFault[] }> {
  const [uploads, faults]: [SealedUpload[], ArchiveFault[]] = [[], []]
  const take = onceEach(item, async (key, { path, name }) => {
    const stored = await lookAt(key)
    if ('why' in stored) {
      faults.push({ name, why: stored.why })
      return notThere(stored.why)
    }
    uploads.push({ path, stored })
    return { path, thumbnail: '', bytes: stored.size, missing: '' }
  })
  return { parts: await partsBy(row, items, take), uploads, faults }
}

const notThere = (missing: string): Taken => ({ path: '', thumbnail: '', bytes: 0, missing })

const thereAt = (at: string, path: string, read: { original: Original; thumbnail?: Buffer }): Taken => ({
  path,
  thumbnail: read.thumbnail ? `data/thumbnails/${at}.webp` : '',
  bytes: read.original.size,
  missing: '',
})
