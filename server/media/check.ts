import { partsOf, UPLOAD } from '#contract/media.ts'
import type { UserContext } from '#server/context.ts'
import { refuse } from '#server/fail.ts'
import { inspect } from './inspect/inspect.ts'
import { meetObject } from './meet.ts'
import { looseSecret } from './objects.ts'

/** An object that was looked at, ready to be named by a capsule. */
export type Checked = { key: string; secret: Buffer | undefined }
type Row = { key: string; size: number; mime: string; wrap: Buffer | null; sealed: boolean; checked: boolean }

const UNKNOWN = { wrap: null, sealed: false, checked: false }

/**
 * Believes nothing of what a client says of its uploads: each must be there now, under the caller's own prefix, sealed
 * nowhere, of its size, of its kind by its bytes, and no longer than a video may be. Refuses with the first that is not.
 */
export async function checkObjects(context: UserContext, keys: readonly string[]): Promise<Checked[]> {
  const unique = [...new Set(keys)]
  if (unique.length === 0) return []
  if (unique.some((key) => partsOf(key).owner !== String(context.caller.userId))) throw refuse(UPLOAD.gone)
  const known = new Map((await readRows(context, unique)).map((row) => [row.key, row]))
  const checked: Checked[] = []
  for (const key of unique) {
    const row = known.get(key) ?? { ...(await meetObject(context, key)), ...UNKNOWN }
    if (row.sealed) throw refuse(UPLOAD.elsewhere)
    checked.push(await look(context, row))
  }
  return checked
}

/** The first look at the bytes is kept; that they are still there is asked every time. */
async function look({ db, keys, media }: UserContext, row: Row): Promise<Checked> {
  const { key, size, mime } = row
  const secret = looseSecret(keys, row)
  if ((await media.sizeOf(key)) !== size) throw refuse(UPLOAD.gone)
  if (row.checked) return { key, secret }
  const seen = await inspect({ key, size }, (start, end) => media.read({ key, size, mime, secret }, start, end))
  await db
    .updateTable('objects')
    .set({ mime: seen.mime, duration_ms: seen.durationMs, checked_at: new Date() })
    .where('key', '=', key)
    .where('sealed_in', 'is', null)
    .execute()
  return { key, secret }
}

const readRows = ({ db }: UserContext, keys: string[]): Promise<Row[]> =>
  db
    .selectFrom('objects')
    .select(['key', 'size', 'mime', 'wrap'])
    .select((at) => [at('sealed_in', 'is not', null).as('sealed'), at('checked_at', 'is not', null).as('checked')])
    .where('key', 'in', keys)
    .execute() as Promise<Row[]>
