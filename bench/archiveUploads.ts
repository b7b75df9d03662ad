import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { ITEM } from '#contract/content.ts'
import { grouped } from '#server/core/grouped.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { CHUNK_BYTES, chunksOf, encryptChunk, newSecret, VERSION } from '#server/platform/media/disk/cipher.ts'
import { proofOf } from '#server/platform/media/objects.ts'
import { wrapLoose } from '#server/platform/media/secrets.ts'
import { fillDiaries } from './own.ts'
import type { Place } from './place.ts'

const GIGABYTE = 1024 ** 3
const VIDEO_BYTES = 32 * 1024 ** 2
/** A telephone's photograph of twelve megapixels. */
const PICTURE = { width: 4000, height: 3000, channels: 3, background: '#888' } as const

type Kind = { bytes: Buffer; sha256: string; ending: string; folder: 'image' | 'video'; mime: string }
type Upload = { key: string; kind: Kind; diary: number }
type Filling = { place: Place; diaries: number; gigabytes: number }

/** Diaries and their uploads, half of the bytes pictures and half videos; tells how many bytes. */
export async function fillUploads(db: Db, keys: Keys, { place, diaries, gigabytes }: Filling): Promise<number> {
  const uploads = uploadsOf(await makeKinds(), diaries, (gigabytes * GIGABYTE) / 2)
  const byDiary = grouped(uploads, ({ diary }) => diary)
  await fillDiaries(db, keys, diaries, (id) => (byDiary.get(id) ?? []).map(itemOf))
  for (const upload of uploads) await keep(db, keys, place, upload)
  return uploads.reduce((sum, { kind }) => sum + kind.bytes.length, 0)
}

const itemOf = ({ key, kind }: Upload) => ({
  type: kind.folder === 'image' ? ITEM.image : ITEM.video,
  content: key,
  comment: '',
  name: `海边${kind.ending}`,
})

async function makeKinds(): Promise<Kind[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = await sharp({ create: { ...PICTURE, noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer()
  const video = Buffer.alloc(VIDEO_BYTES, 'a film, of which nothing is read but its bytes')
  return [
    { bytes: picture, sha256: sha256Of(picture), ending: '.jpg', folder: 'image', mime: 'image/jpeg' },
    { bytes: video, sha256: sha256Of(video), ending: '.mp4', folder: 'video', mime: 'video/mp4' },
  ]
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** So many bytes of each kind, spread over all diaries. */
const uploadsOf = (kinds: Kind[], diaries: number, bytes: number): Upload[] =>
  kinds.flatMap((kind) => {
    const count = Math.ceil(bytes / kind.bytes.length)
    return Array.from({ length: count }, (_, nth) => ({
      key: `${kind.folder}/1/bench-upload-${nth}-${kind.folder}${kind.ending}`,
      kind,
      diary: 1 + Math.floor((nth * diaries) / count),
    }))
  })

/** Encrypted as the store does it, looked at already, and read back this month. */
async function keep(db: Db, keys: Keys, { dataDir }: Place, { key, kind, diary }: Upload): Promise<void> {
  const lock = { key, secret: newSecret() }
  const last = chunksOf(kind.bytes.length) - 1
  const pieces = Array.from({ length: last + 1 }, (_, index) =>
    encryptChunk(lock, kind.bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES), {
      index,
      last: index === last,
    }),
  )
  const path = join(dataDir, 'media', key)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, Buffer.concat([VERSION, ...pieces.flat()]))
  const wrap = wrapLoose(keys, lock.secret, key).toString('hex')
  const proof = proofOf(keys, key, kind.sha256).toString('hex')
  await sql`with kept as (
      insert into objects (key, owner_id, size, mime, wrap, proof, checked_at, scrubbed_at, loose_since)
      values (${key}, 1, ${kind.bytes.length}, ${kind.mime}, decode(${wrap}, 'hex'), decode(${proof}, 'hex'), now(), now(), null)
      returning key
    ) insert into capsule_media (capsule_id, key) select ${diary}::bigint, key from kept`.execute(db)
}
