import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { FORM, TYPE } from '#contract/capsule.ts'
import { parseChina } from '#contract/time.ts'
import { lockUnsealed } from '#server/capsules/capsule/writing.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { UNSEALED } from '#server/platform/db/states.ts'
import { namedSql } from '#server/platform/media/references.ts'
import { type Lockable, statusOf, titleOf, typeOf } from './entry.ts'

type Context = UserContext & { db: Tx }

/** The rows of these entries in one statement, whose uploads are held. The guard lets them in while the transaction says so. */
export async function writeEntries(
  context: Context,
  { batch_id, source }: Pick<Parsed<'importDiaries'>, 'batch_id' | 'source'>,
  entries: readonly Lockable[],
): Promise<void> {
  await sql`select set_config('capsule.importing', 'on', true)`.execute(context.db)
  await insert(context.db, {
    ...{ userId: context.caller.userId, batchId: batch_id, source },
    now: context.now().toISOString(),
    rows: JSON.stringify(entries.map((entry) => rowOf(context, entry))),
    names: JSON.stringify(entries.flatMap(({ id, objects }) => objects.map(({ key }) => ({ id, key })))),
  })
}

function rowOf(context: Context, { id, entry, content }: Lockable) {
  const type = typeOf(entry)
  const { envelope, sealed, head } = lockUnsealed(context, { id, type }, content)
  return {
    ...{ id, type, status: statusOf(entry), source_id: entry.source_id, long_tag: titleOf(entry) },
    form: type === TYPE.forecast ? FORM.text : entry.content_type,
    created_at: parseChina(entry.created_at)!.toISOString(),
    envelope: JSON.parse(envelope) as object,
    ...{ sealed: sealed.toString('hex'), head: head.toString('hex') },
  }
}

type EntryValues = { userId: number; batchId: string; source: string; now: string; rows: string; names: string }

const insert = prepared(
  (v: EntryValues) => sql`
  with entry as (
    select * from jsonb_to_recordset(${v.rows}::jsonb) as e (id bigint, type smallint, status smallint, source_id text,
      long_tag text, form smallint, created_at timestamptz, envelope jsonb, sealed text, head text)
  ), made as (
    insert into capsules (id, owner_id, type, status, content_type, long_tag, open_at, created_at, received_at, imported_at,
      updated_at, questions)
    select id, ${v.userId}, type, status, form, long_tag, case when status = ${UNSEALED} then ${v.now}::timestamptz end, created_at,
      ${v.now}::timestamptz, case when status = ${UNSEALED} then now() end, ${v.now}::timestamptz, '[]' from entry
  ), content as (
    insert into capsule_contents (capsule_id, envelope, sealed, head)
    select id, envelope, decode(sealed, 'hex'), decode(head, 'hex') from entry
  ), name as (
    select * from jsonb_to_recordset(${v.names}::jsonb) as n (id bigint, key text)
  ), ${namedSql({ capsuleId: sql`id`, from: sql`name` })}
  insert into imported_entries (user_id, source, source_id, batch_id, capsule_id)
  select ${v.userId}, ${v.source}, source_id, ${v.batchId}, id from entry`,
)
