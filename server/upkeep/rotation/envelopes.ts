import { sql } from 'kysely'
import { renewed } from '#server/capsules/capsule/renewEnvelopes.ts'
import type { ContentRow } from '#server/capsules/capsule/stored.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { BINDING_COLUMNS, bindingOf } from '#server/platform/keys/binding.ts'
import { type Envelope, relock } from '#server/platform/keys/envelope.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { BITE, type Kind } from './relock.ts'

/** Of a contents row `k`. */
const lockedByAnother = ({ id }: Keys) => sql<boolean>`k.envelope #>> '{wraps,0,kid}' is distinct from ${id}`

/** The locks around capsules' content; the content itself is not changed. */
export const envelopes: Kind = {
  what: '胶囊',
  next: async ({ db, keys }, [after = 0] = []) => {
    const held = await lockCapsules(db)
      .innerJoin('capsule_contents as k', 'k.capsule_id', 'c.id')
      .select('c.id')
      .where(lockedByAnother(keys))
      .where('c.id', '>', Number(after))
      .limit(BITE)
      .skipLocked()
      .execute()
    if (held.length === 0) return []
    // Read only now, so that the rows are as the last holder of the locks wrote them.
    const rows = await db
      .selectFrom('capsules as c')
      .innerJoin('capsule_contents as k', 'k.capsule_id', 'c.id')
      .select([...BINDING_COLUMNS, 'k.envelope'])
      // A lock of version 1 is brought to today's with a head, which is made of the content.
      .select(sql<Buffer | null>`case when k.envelope ->> 'v' = '1' then k.sealed end`.as('sealed'))
      .where(
        'c.id',
        'in',
        held.map(({ id }) => id),
      )
      .orderBy('c.id')
      .execute()
    return rows.map((row) => ({
      at: [row.id],
      relocked: () => db.updateTable('capsule_contents').set(relockedRow(keys, row)).where('capsule_id', '=', row.id),
    }))
  },
  left: ({ keys }, but) => sql`
    select from capsule_contents k where ${lockedByAnother(keys)} and capsule_id::text <> all(${but}::text[]) limit 1`,
}

function relockedRow(keys: Keys, row: ContentRow): { envelope: string; head?: Buffer } {
  if (row.sealed) return renewed(keys, row)
  return { envelope: JSON.stringify(relock(keys, bindingOf(row), row.envelope as Envelope)) }
}
