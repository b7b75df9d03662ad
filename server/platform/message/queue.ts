import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import type { Messages } from '#server/platform/db/tables.ts'
import type { Template } from './texts.ts'

type NewMessage = Insertable<Messages>
/** Columns for the course of a message, written here; the other columns are of the room that it belongs to. */
type Own = 'id' | 'recipient' | 'params' | 'text' | 'address' | 'state' | 'tries' | 'next_at' | 'created_at' | 'sent_at'
/**
 * A message to be sent by one channel, on one occasion. To whom: a person by `user_id`, or somebody whom the room that it belongs
 * to finds by its columns (resolver.ts).
 */
export type Queued = Omit<NewMessage, Own | 'template' | 'occasion'> & { template: Template; occasion: string }

/** `from`: the moment of a trusted clock by which it was due, where that is not now. */
export type When = { afterDays?: number; from?: string }

/**
 * Writes down what has to be said, for the job that sends it; once to each on an occasion, however often it is asked for.
 * Belongs into the transaction of what it tells of.
 */
export async function queue(db: Db, messages: readonly Queued[], { afterDays = 0, from }: When = {}): Promise<void> {
  if (messages.length === 0) return
  const columns = [...new Set(messages.flatMap((message) => Object.keys(message)))].map((name) => sql.ref(name))
  // One parameter for all of them: a million fall due at the same midnight.
  await sql`
    insert into messages (${sql.join(columns)}, recipient, state, next_at)
    select ${sql.join(columns)}, '', 'waiting', coalesce(${from ?? null}::timestamptz, now()) + make_interval(days => ${afterDays})
    from jsonb_populate_recordset(null::messages, ${JSON.stringify(messages)}::jsonb)
    on conflict do nothing`.execute(db)
}

/** The statement that takes back what is not said yet: those that wait, and those that a person was to send by hand. */
export const withdrawn = (which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`update messages set state = 'dropped', next_at = null, address = null, text = null, params = null
    where state in ('waiting', 'operator') and ${which}`

/** The statement that says once more what did not arrive, or was taken back with it. */
export const repeated = (which: RawBuilder<unknown>, afterDays: number): RawBuilder<unknown> =>
  sql`update messages set state = 'waiting', tries = 0, next_at = now() + make_interval(days => ${afterDays})
    where state in ('failed', 'dropped') and ${which}`
