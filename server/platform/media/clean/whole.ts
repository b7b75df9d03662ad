import { sql } from 'kysely'
import { partsOf } from '#contract/media.ts'
import type { GoesWhole } from '#contract/whole.ts'
import { Fail } from '#server/core/fail.ts'
import type { Services, UserContext } from '#server/platform/context.ts'
import type { Given } from '#server/platform/db/tables.ts'
import { findReadable } from '#server/platform/media/objects.ts'
import { GIVEN, givenOf, noteTold } from './given.ts'

type Asking = Pick<Services, 'db' | 'keys' | 'media'>

const WHOLE: Partial<Record<Given, GoesWhole>> = { [GIVEN.whole]: 1, [GIVEN.broken]: 2, [GIVEN.told]: 2 }

/** Which of the caller's own files others get as they are; files that nobody has looked at yet are looked at now. */
export async function wholeOf(context: Asking, keys: readonly string[]): Promise<Map<string, GoesWhole>> {
  const whole = new Map<string, GoesWhole>()
  for (const [key, given] of await readGiven(context, keys)) {
    // An object that could not be looked at now may be anything.
    const found = given ?? (await lookNow(context, key).catch(unknownIfBusy))
    const goes = found === undefined ? 2 : WHOLE[found]
    if (goes) whole.set(key, goes)
  }
  return whole
}

/** A picture that cannot be taken apart is made anew. */
export const mayGoWhole = (key: string): boolean => partsOf(key).kind !== 'image'

/**
 * The caller was told of the files of this capsule of theirs before others are given it. `busy()` when one cannot be looked at
 * now.
 */
export async function tellOwn(context: UserContext, capsuleId: number): Promise<void> {
  const { db, caller } = context
  const rows = await db
    .selectFrom('capsule_media as m')
    .innerJoin('capsules as c', 'c.id', 'm.capsule_id')
    .select('m.key')
    .where('c.id', '=', capsuleId)
    .where('c.owner_id', '=', caller.userId)
    .execute()
  const keys = rows.map(({ key }) => key)
  for (const [key, given] of await readGiven(context, keys)) if (given === null) await lookNow(context, key)
  await noteTold(db, keys)
}

async function readGiven({ db }: Asking, keys: readonly string[]): Promise<[string, Given | null][]> {
  const ones = keys.filter(mayGoWhole)
  if (ones.length === 0) return []
  const rows = await db
    .selectFrom('objects')
    .select(['key', 'given'])
    .where('key', '=', sql<string>`any(${ones}::text[])`)
    .execute()
  return rows.map(({ key, given }) => [key, given])
}

async function lookNow(context: Asking, key: string): Promise<Given | undefined> {
  const object = await findReadable(context, key)
  return object && givenOf(context, object)
}

function unknownIfBusy(error: unknown): undefined {
  if (!(error instanceof Fail) || error.status !== 503) throw error
}
