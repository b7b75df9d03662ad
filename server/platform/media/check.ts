import { sql } from 'kysely'
import { CODE } from '#contract/codes.ts'
import { partsOf } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import { Fail, refuse, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Given } from '#server/platform/db/tables.ts'
import { givenOf, lookAtGiven } from './clean/given.ts'
import { inspect } from './inspect/inspect.ts'
import { looseSecret, proofOf } from './objects.ts'
import { registerUpload } from './registerUpload.ts'
import { sha256Of } from './sha256.ts'
import type { Stored } from './store.ts'
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
  proof: Buffer | null
}

const UNKNOWN = { wrap: null, sealed: false, checked: false, given: null, proof: null }

/**
 * Believes nothing of what a client says of its uploads: each must be there now, under the caller's own prefix, sealed
 * nowhere, of its size, of its kind by its bytes, no longer than a video may be, and byte for byte what was sent where its
 * hash is said. Refuses the first that is not, by its name and place.
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
    const claims = uploads.filter(({ key, sha256 }) => sha256 && key === upload.key)
    const secret = await check(context, upload, { known: known.get(upload.key), claims }).catch(sayOf(upload))
    checked.push({ ...upload, secret })
  }
  return checked
}

const sayOf = (upload: Upload) => (error: unknown) => {
  if (!(error instanceof Fail) || error.code !== CODE.refused) throw error
  // Where there is no room nothing is wrong with this one: without its key no page gives it up.
  throw refuseUpload(error.message === UPLOAD.full ? { ...upload, key: undefined } : upload, error.message)
}

type Known = { known: UploadRow | undefined; claims: readonly Upload[] }

async function check(context: UserContext, { key }: Upload, { known, claims }: Known): Promise<Buffer | undefined> {
  const row = known ?? { ...(await registerUpload(context, key)), ...UNKNOWN }
  if (row.sealed) throw refuse(UPLOAD.elsewhere)
  const { db, keys, media } = context
  const { size, mime } = row
  const object = { key, size, mime, secret: looseSecret(keys, row) }
  if ((await media.sizeOf(key)) !== size) throw refuse(UPLOAD.gone)
  const proof = claims.length > 0 ? await holdAgainst(context, object, { proof: row.proof, claims }) : row.proof
  if (row.checked) await givenOf(context, { ...object, given: row.given })
  const seen = row.checked ? {} : await look(context, object)
  if (!row.checked || proof !== row.proof) {
    const unsealed = db
      .updateTable('objects')
      .set({ ...seen, ...(proof && { proof }) })
      .where('key', '=', key)
    await unsealed.where('sealed_in', 'is', null).execute()
  }
  return object.secret
}

/** Reads all of it once, for its keyed proof; a plain hash beside it would tell a guesser of the file that the guess is right. */
async function holdAgainst(
  { keys, media }: UserContext,
  object: Stored,
  { proof, claims }: Pick<UploadRow, 'proof'> & Pick<Known, 'claims'>,
): Promise<Buffer> {
  const found = proof ?? proofOf(keys, object.key, (await sha256Of(media, object)) ?? '')
  for (const { sha256 } of claims)
    refuseIf(proofOf(keys, object.key, sha256!).equals(found) ? undefined : UPLOAD.changed)
  return found
}

/** The first look at the bytes is kept; that they are still there is asked every time. */
async function look({ media, now }: UserContext, object: Stored) {
  const { key, size } = object
  const { mime, durationMs } = await inspect({ key, size }, (start, end) => media.read(object, start, end))
  return { mime, duration_ms: durationMs, checked_at: now(), given: await lookAtGiven(media, { ...object, mime }) }
}

const rowsOf = prepared(
  ({ uploads }: { uploads: string[] }) => sql<UploadRow>`
    select key, size, mime, wrap, given, proof, sealed_in is not null as sealed, checked_at is not null as checked
    from objects where key = any(${uploads}::text[])`,
)
