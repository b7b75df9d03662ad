import { sql } from 'kysely'
import { keyOf, partsOf } from '#contract/media.ts'
import type { Services } from '#server/context.ts'
import type { Listed } from './store.ts'

const LOOSE_DAYS = 7
const DOOMED_HOURS = 1
const AT_MOST = 500
const ORPHAN_AFTER_MS = 86_400_000

type Clearing = Pick<Services, 'db' | 'media' | 'now'>

/**
 * What nobody has named for a week is doomed, and an hour later gone: whoever names it meanwhile saves it, and between
 * the two nobody is in the middle of naming it. The row goes first; bytes without a row are cleared with the orphans.
 */
export async function clearLoose({ db, media }: Clearing): Promise<void> {
  await sql`update objects set doomed_at = now() where key in (
    select key from objects where loose_since < now() - make_interval(days => ${LOOSE_DAYS}) and doomed_at is null
    limit ${AT_MOST})`.execute(db)
  const { rows } = await sql<{ key: string }>`delete from objects where key in (
      select key from objects where loose_since is not null and doomed_at < now() - make_interval(hours => ${DOOMED_HOURS})
      limit ${AT_MOST} for update skip locked)
    and loose_since is not null and avatar_of is null and sealed_in is null
    and not exists (select from capsule_media m where m.key = objects.key)
    returning key`.execute(db)
  for (const { key } of rows) await media.remove(key)
}

/**
 * Walks all that the store holds for what has no row: on our disk the remains of an upload cut short, which nobody can
 * read any more; in a bucket an upload that nobody named, which gets its row and a week.
 */
export async function clearOrphans(clearing: Clearing): Promise<void> {
  const { db, media, now } = clearing
  await media.clearRemains?.(now())
  let after = ''
  for (;;) {
    const page = await media.list(after)
    const last = page.at(-1)
    if (!last) return
    const old = page.filter(({ at }) => now().getTime() - at.getTime() > ORPHAN_AFTER_MS)
    const known = new Set(await knownOf(clearing, old))
    for (const orphan of old.filter(({ key }) => !known.has(key))) {
      if (media.kind === 'disk' || !(await adopt({ db }, orphan))) await media.remove(orphan.key)
    }
    after = last.key
  }
}

async function knownOf({ db }: Clearing, listed: Listed[]): Promise<string[]> {
  if (listed.length === 0) return []
  const keys = listed.map(({ key }) => key)
  const rows = await db.selectFrom('objects').select('key').where('key', 'in', keys).execute()
  return rows.map(({ key }) => key)
}

/** False when it is nobody's: its uploader does not exist, or its name is none of ours. */
async function adopt({ db }: Pick<Clearing, 'db'>, { key, size, at }: Listed): Promise<boolean> {
  if (!keyOf(key) || size === 0) return false
  const { rows } = await sql`
    insert into objects (key, owner_id, size, mime, loose_since)
    select ${key}, id, ${size}, 'application/octet-stream', ${at.toISOString()}::timestamptz
    from users where id = ${Number(partsOf(key).owner)} and cancelled_at is null
    on conflict do nothing returning key`.execute(db)
  return rows.length > 0
}
