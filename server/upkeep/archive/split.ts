import { createHash } from 'node:crypto'
import { ARCHIVE_VERSION, type ArchiveParts } from '#contract/archiveFiles.ts'
import type { MadeObjects } from '#server/platform/media/made.ts'
import type { ArchiveFile } from './finish.ts'
import { makeBlob, sizeOf, sumsOf } from './madeFile.ts'
import { EMPTY_BYTES, overheadOf, type ZIP_MOST } from './zip.ts'

/** One ZIP of the archive; its etag names its very bytes. */
export type PlannedPart = { name: string; files: ArchiveFile[]; etag: string }

const isPayload = ({ path }: ArchiveFile): boolean => path.startsWith('data/')
const lineOf = ({ sha256, path }: Pick<ArchiveFile, 'sha256' | 'path'>): string => `${sha256}  ${path}\n`

/** `most`: of each part. */
type Splitting = { made: MadeObjects; most: typeof ZIP_MOST }
type Named = { id: number; askedAt: string; name: string }

/** Receipts, small pictures, originals and what is sealed: there may be more of them than one part holds. */
const mayLieElsewhere = ({ path }: ArchiveFile): boolean => /^data\/(originals|thumbnails|receipts|sealed)\//.test(path)

/**
 * The first part has all texts, the reader and the manifests, and originals as far as there is room; the others have the rest. All of
 * them unpack into one folder.
 */
export async function splitIntoParts(
  { made, most }: Splitting,
  archive: Named,
  files: ArchiveFile[],
): Promise<PlannedPart[]> {
  const first = files.filter((file) => !mayLieElsewhere(file))
  const others = files.filter(mayLieElsewhere)
  const manifest = files.filter(isPayload).map(lineOf).join('')
  // Which of them lies in which part is written in the first part: room is kept for all of their names.
  const names = others.reduce((sum, { path }) => sum + Buffer.byteLength(path) + 4, 0)
  const room = 2 * Buffer.byteLength(manifest) + names + 1024 * 1024
  const groups = inGroups({ first, others, room }, most)
  const parts: ArchiveParts = {
    version: ARCHIVE_VERSION,
    id: String(archive.id),
    parts: groups.map((group, index) => ({
      name: nameOf(archive, index + 1),
      files: index === 0 ? [] : group.map(({ path }) => path),
    })),
  }
  const added = await addTags(made, `${archive.name}m`, { files: first, manifest, parts })
  groups[0]!.unshift(...added)
  return groups.map((group, index) => ({ name: nameOf(archive, index + 1), files: group, etag: etagOf(group) }))
}

const nameOf = ({ askedAt }: Named, part: number): string => `时光胶囊归档-${askedAt.slice(0, 10)}-${part}.zip`

type Grouping = { first: ArchiveFile[]; others: ArchiveFile[]; room: number }

function inGroups({ first, others, room }: Grouping, most: typeof ZIP_MOST): ArchiveFile[][] {
  const takes = ({ path, size }: ArchiveFile) => overheadOf(path) + size
  const groups: ArchiveFile[][] = [[...first]]
  let bytes = first.reduce((sum, file) => sum + takes(file), EMPTY_BYTES + room)
  let group = groups[0]!
  for (const file of others) {
    // Three more of the first part are still to come.
    if (bytes + takes(file) > most.bytes || group.length + 3 >= most.entries) {
      group = []
      groups.push(group)
      bytes = EMPTY_BYTES
    }
    group.push(file)
    bytes += takes(file)
  }
  return groups
}

type Tags = { files: ArchiveFile[]; manifest: string; parts: ArchiveParts }

/** BagIt's manifests, and which file lies where. */
async function addTags(made: MadeObjects, name: string, { files, manifest, parts }: Tags): Promise<ArchiveFile[]> {
  const blob = makeBlob(name)
  const texts = { 'parts.json': `${JSON.stringify(parts, null, 1)}\n`, 'manifest-sha256.txt': manifest }
  const known = Object.entries(texts).map(([path, text]) => ({ path, sha256: sha256Of(text) }))
  const tags = [...files.filter((file) => !isPayload(file)), ...known].map(lineOf).join('')
  const own = Object.entries({ ...texts, 'tagmanifest-sha256.txt': tags }).map(([path, text]) => ({
    path,
    from: [blob.add(text)],
  }))
  await blob.write(made)
  const added: ArchiveFile[] = []
  for (const { path, from } of own) added.push({ path, size: sizeOf(from), ...(await sumsOf(made, from)), from })
  return added
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

const etagOf = (files: readonly ArchiveFile[]): string =>
  createHash('sha256')
    .update(files.map(({ path, size, sha256 }) => `${path} ${size} ${sha256}\n`).join(''))
    .digest('base64url')
    .slice(0, 24)
