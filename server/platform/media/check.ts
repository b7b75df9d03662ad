import { sql } from 'kysely'
import { CODE } from '#contract/codes.ts'
import { partsOf } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import { Fail, refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Given } from '#server/platform/db/tables.ts'
import { givenOf, lookAtGiven } from './clean/given.ts'
import { inspect } from './inspect/inspect.ts'
import { looseSecret } from './objects.ts'
import { registerUpload } from './registerUpload.ts'
import { refuseUpload, type Upload } from './upload.ts'

/** An object that was looked at, ready to be named by a capsule. */
export type Checked = Upload & { secret: Buffer | undefined }
type UploadRow = {
  key: string
  size: number
  mime: string
  wrap: Buffer | null
  sealed: boolean
  checked: boolean
  given: Given | null
}

const UNKNOWN = { wrap: null, sealed: false, checked: false, given: null }

/**
 * Believes nothing of what a client says of its uploads: each must be there now, under the caller's own prefix, sealed
 * nowhere, of its size, of its kind by its bytes, and no longer than a video may be. Refuses the first that is not, by its
 * name and place.
 */
export async function checkObjects(context: UserContext, uploads: readonly Upload[]): Promise<Checked[]> {
  const unique = [...new Map(uploads.toReversed().map((upload) => [upload.key, upload])).values()].toReversed()
  if (unique.length === 0) return []
  const strange = unique.find(({ key }) => partsOf(key).owner !== String(context.caller.userId))
  if (strange) throw refuseUpload(strange, UPLOAD.gone)
  const rows = await rowsOf(context.db, { uploads: unique.map(({ key }) => key) })
  const known = new Map(rows.map((row) => [row.key, row]))
  const checked: Checked[] = []
  for (const upload of unique) {
    checked.push({ ...upload, secret: await check(context, upload, known.get(upload.key)).catch(sayOf(upload)) })
  }
  return checked
}

const sayOf = (upload: Upload) => (error: unknown) => {
  if (!(error instanceof Fail) || error.code !== CODE.refused) throw error
  // Where there is no room nothing is wrong with this one: without its key no page gives it up.
  throw refuseUpload(error.message === UPLOAD.full ? { ...upload, key: undefined } : upload, error.message)
}

async function check(context: UserContext, { key }: Upload, known: UploadRow | undefined): Promise<Buffer | undefined> {
  const row = known ?? { ...(await registerUpload(context, key)), ...UNKNOWN }
  if (row.sealed) throw refuse(UPLOAD.elsewhere)
  return look(context, row)
}

/** The first look at the bytes is kept; that they are still there is asked every time. */
async function look(context: UserContext, row: UploadRow): Promise<Buffer | undefined> {
  const { db, keys, media } = context
  const { key, size, mime } = row
  const secret = looseSecret(keys, row)
  if ((await media.sizeOf(key)) !== size) throw refuse(UPLOAD.gone)
  if (row.checked) {
    await givenOf(context, { ...row, secret })
    return secret
  }
  const seen = await inspect({ key, size }, (start, end) => media.read({ key, size, mime, secret }, start, end))
  const given = await lookAtGiven(media, { key, size, mime: seen.mime, secret })
  await db
    .updateTable('objects')
    .set({ mime: seen.mime, duration_ms: seen.durationMs, checked_at: context.now(), given })
    .where('key', '=', key)
    .where('sealed_in', 'is', null)
    .execute()
  return secret
}

const rowsOf = prepared(
  ({ uploads }: { uploads: string[] }) => sql<UploadRow>`
    select key, size, mime, wrap, given, sealed_in is not null as sealed, checked_at is not null as checked
    from objects where key = any(${uploads}::text[])`,
)
