import { sql } from 'kysely'
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts'
import { partsOf } from '#contract/media.ts'
import { SNIFFED_BYTES, sniff } from '#contract/sniff.ts'
import { UPLOAD } from '#contract/upload.ts'
import { refuse, refuseIf } from '#server/core/fail.ts'
import type { Services } from '#server/platform/context.ts'
import { refuseEnded } from '#server/platform/ending.ts'
import { whyNoRoom } from './quota.ts'
import { FILE_TYPE } from './shown.ts'
import type { ObjectStore } from './store.ts'

type Met = { key: string; size: number; mime: string }

/**
 * People upload into a bucket without us: here we first hear of an object, and it gets its row. On our own disk nothing is
 * without its row. Refuses an object that is not there, too large, or more than its uploader may keep.
 */
export async function registerUpload(
  { db, media, config, ending }: Pick<Services, 'db' | 'media' | 'config' | 'ending'>,
  key: string,
): Promise<Met> {
  await refuseEnded({ ending }, 'writing')
  const size = media.kind === 'disk' ? undefined : await media.sizeOf(key)
  if (!size) throw refuse(UPLOAD.gone)
  if (size > MAX_UPLOAD_BYTES) throw refuse(UPLOAD.tooLarge)
  const { owner, kind } = partsOf(key)
  refuseIf(await whyNoRoom(db, config.mediaQuota, Number(owner), size))
  const mime = kind === 'file' ? FILE_TYPE : await sniffed(media, { key, size })
  const { rows } = await sql`
    with own as (
      select id from users where id = ${Number(owner)} and cancelled_at is null for share
    ), made as (
      insert into objects (key, owner_id, size, mime) select ${key}::text, id, ${size}::bigint, ${mime}::text from own
      on conflict do nothing)
    select id from own`.execute(db)
  if (rows.length === 0) throw refuse(UPLOAD.gone)
  return { key, size, mime }
}

async function sniffed(media: ObjectStore, { key, size }: { key: string; size: number }): Promise<string> {
  const object = { key, size, mime: FILE_TYPE, secret: undefined }
  return sniff(await media.read(object, 0, Math.min(size, SNIFFED_BYTES))) ?? FILE_TYPE
}
