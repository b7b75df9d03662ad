import { sql } from 'kysely'
import { lockObjects } from '#server/platform/db/locks.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { isWrappedBy, unwrapLoose, wrapLoose } from '#server/platform/media/secrets.ts'
import { BITE, type Kind } from './relock.ts'

/** Of an objects row `o` that nobody sealed: those that are sealed are locked by their capsules' keys, which stay. */
const lockedByAnother = (keys: Keys) =>
  sql<boolean>`(o.sealed_in is null and o.wrap is not null and not ${isWrappedBy(keys)})`

/** The keys of uploads that nobody sealed. */
export const uploads: Kind = {
  what: '上传',
  next: async ({ db, keys }, [after = ''] = []) => {
    const held = await lockObjects(db)
      .where(lockedByAnother(keys))
      .where('o.key', '>', String(after))
      .limit(BITE)
      .skipLocked()
      .execute()
    if (held.length === 0) return []
    // Only now, so that one that was sealed meanwhile is left alone.
    const rows = await db
      .selectFrom('objects as o')
      .select(['o.key', 'o.wrap'])
      .where(lockedByAnother(keys))
      .where(
        'o.key',
        'in',
        held.map(({ key }) => key),
      )
      .orderBy('o.key')
      .execute()
    return rows.map(({ key, wrap }) => ({
      at: [key],
      relocked: () =>
        db
          .updateTable('objects')
          .set({ wrap: wrapLoose(keys, unwrapLoose(keys, wrap!, key), key) })
          .where('key', '=', key),
    }))
  },
  left: ({ keys }, but) => sql`
    select from objects o where ${lockedByAnother(keys)} and o.key <> all(${but}::text[]) limit 1`,
}
