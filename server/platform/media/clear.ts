import { sql } from 'kysely'
import { mayErase } from '#server/platform/clock/clock.ts'
import { filesNow } from '#server/platform/clock/databaseNow.ts'
import type { Services } from '#server/platform/context.ts'
import { biting } from '#server/platform/sweep.ts'

const LOOSE_DAYS = 7
const DOOMED_HOURS = 1
/** Bytes go one by one, so a bite is small. */
const BITE = 500

type Clearing = Pick<Services, 'db' | 'media' | 'now' | 'clock'>

/** An avatar that an operator is to look at may be wanted yet, and so is what somebody showed with feedback; an archive holds all of its person's. */
const AWAITED = sql`not exists (select from archives x where x.user_id = objects.owner_id and x.ended_at is null and x.failed_at is null and x.cleared_at is null)
  and not exists (select from cases k where k.kind = 'avatar' and k.value = objects.key and k.closed_at is null)
  and not exists (select from feedback f where f.key = objects.key and f.answered_at is null)`

/**
 * An object that nothing has named for a week is doomed, and an hour later gone: a request that names it meanwhile saves it, and
 * none is in the middle of naming it for that long. The row goes first; bytes without a row are cleared as remains. All of it
 * only while the clock says that what was given may be erased.
 */
export async function clearLoose(services: Clearing, signal: AbortSignal): Promise<void> {
  await biting(BITE, signal, () => doom(services))
  await biting(BITE, signal, () => clear(services))
}

async function doom({ db, clock }: Clearing): Promise<number> {
  const { numAffectedRows } = await sql`update objects set doomed_at = now() where key in (
    select key from objects where loose_since < now() - make_interval(days => ${LOOSE_DAYS}) and doomed_at is null and ${AWAITED} and ${clock.erases()}
    limit ${BITE} for update skip locked)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function clear({ db, media, clock }: Clearing): Promise<number> {
  const { rows } = await sql<{ key: string }>`delete from objects where key in (
      select key from objects where loose_since < now() - make_interval(days => ${LOOSE_DAYS}) and ${clock.erases()}
        and doomed_at < now() - make_interval(hours => ${DOOMED_HOURS})
      limit ${BITE} for update skip locked)
    and loose_since is not null and avatar_of is null and sealed_in is null
    and not exists (select from capsule_media m where m.key = objects.key) and ${AWAITED}
    returning key`.execute(db)
  for (const { key } of rows) await media.remove(key)
  return rows.length
}

/** On our own disk: what an upload left that was cut short between its last byte and its row. */
export async function clearRemains(services: Clearing): Promise<void> {
  if (await mayErase(services)) await services.media.clearRemains?.(await filesNow(services))
}
