import { sql } from 'kysely'
import { partsOf } from '#contract/media.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Given } from '#server/platform/db/tables.ts'
import type { ObjectStore, Stored, Version } from '#server/platform/media/store.ts'

/**
 * How a file or a film goes to others, in `objects.given`. `cut`: without where it was made. `whole`: as it is, a document.
 * `broken`: it may tell where it was made and nobody can take it apart, so to nobody; `told`: the same, whole, since its owner
 * was told. A picture has none of these: one that cannot be taken apart is made anew.
 */
export const GIVEN = { cut: 0, whole: 1, broken: 2, told: 3 } as const satisfies Record<string, Given>

const OF = { known: GIVEN.cut, other: GIVEN.whole, broken: GIVEN.broken } as const

/** By its bytes; undefined of a picture. `busy()` when that takes too long. */
export async function lookAtGiven(media: ObjectStore, object: Stored): Promise<Given | undefined> {
  if (partsOf(object.key).kind === 'image') return undefined
  return OF[(await media.findCuts(object)).container]
}

type WithGiven = Stored & { given: Given | null }

/** The value in its row; for an object from before there was one, found now and kept. */
export async function givenOf(
  { db, media }: Pick<Services, 'db' | 'media'>,
  object: WithGiven,
): Promise<Given | undefined> {
  if (object.given !== null) return object.given
  const found = await lookAtGiven(media, object)
  return found === undefined ? undefined : keepGiven(db, object.key, found)
}

/** An owner who sealed it for somebody before there was a warning has promised them a letter: that goes whole. */
async function keepGiven(db: Db, key: string, found: Given): Promise<Given> {
  const { rows } = await sql<{ given: Given }>`
    update objects o set given = coalesce(given, case when ${found}::smallint = ${sql.lit(GIVEN.broken)}
      and exists (select from capsule_contacts t where t.capsule_id = o.sealed_in)
      then ${sql.lit(GIVEN.told)} else ${found}::smallint end)
    where key = ${key} returning given`.execute(db)
  return rows[0]?.given ?? found
}

/** The version of an object that others are given. Of a broken one that is nothing: the store finds nothing clean in it. */
export async function versionForOthers(services: Pick<Services, 'db' | 'media'>, object: WithGiven): Promise<Version> {
  const given = await givenOf(services, object)
  return given === GIVEN.whole || given === GIVEN.told ? 'whole' : 'clean'
}

/** Their owner was told that these go as they are, and gave them to others. */
export async function noteTold(db: Db, keys: readonly string[]): Promise<void> {
  await db
    .updateTable('objects')
    .set({ given: GIVEN.told })
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .where('given', '=', GIVEN.broken)
    .execute()
}
