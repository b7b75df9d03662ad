import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { IMPORTED_MAX } from '#contract/limits.ts'
import type { UserContext } from '#server/platform/context.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { DIARY, DRAFT, LISTED } from '#server/platform/db/states.ts'
import { roomOf } from '#server/platform/media/quota.ts'
import { countImported, knownOf } from './importDiaries.ts'

/** A look before an import: known entries, days that have diaries, the room there is. */
export async function importPreview(context: UserContext, { source, entries }: Parsed<'importPreview'>) {
  const { db, caller, config } = context
  const { userId } = caller
  const days = [...new Set(entries.map(({ day }) => day))]
  const known = await knownOf(context, { source, entries })
  const written = await daysOf(db, { userId, days })
  return {
    known: [...known],
    days: written.map(({ day }) => day),
    room: await roomOf(db, config.mediaQuota, userId),
    left: Math.max(0, IMPORTED_MAX - (await countImported(db, userId))),
  }
}

const daysOf = prepared(
  (v: { userId: number; days: string[] }) => sql<{ day: string }>`
  select d.day from unnest(${v.days}::text[]) as d (day) where exists (
    select from capsules where owner_id = ${v.userId} and type = ${DIARY} and status <> ${DRAFT} and ${LISTED}
      and created_at >= d.day::timestamptz and created_at < d.day::timestamptz + interval '1 day')`,
)
