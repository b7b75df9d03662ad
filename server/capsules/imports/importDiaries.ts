import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { IMPORT_FULL, IMPORT_TOO_LARGE, IMPORT_UNDOING, whyNotKind, whyNotWritten } from '#contract/imports.ts'
import { IMPORT_BYTES_MAX, IMPORTED_MAX } from '#contract/limits.ts'
import { refuseFullBox } from '#server/capsules/capsule/createDraft.ts'
import { Fail, refuse, refuseAt, refuseIf } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { untangled } from '#server/platform/db/deadlocks.ts'
import { lockPerson } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { checkObjects } from '#server/platform/media/check.ts'
import { lockReferences, refuseNotFree } from '#server/platform/media/references.ts'
import { contentOfEntry, type Entry, type Lockable } from './entry.ts'
import { writeEntries } from './writeEntries.ts'

type Input = Parsed<'importDiaries'>

/**
 * Writes a part of an import, all of it or nothing: diaries of their own days, neither paid for nor rewarded, and drafts. An entry
 * that was moved in before, by its source and its id there, is passed over, so a repeat does no harm (decisions 11).
 */
export async function importDiaries(context: UserContext, input: Input) {
  refuseIf(bytesOf(input) > IMPORT_BYTES_MAX ? IMPORT_TOO_LARGE : undefined)
  refuseWrong(context, input)
  const known = await knownOf(context, input)
  const fresh = withoutKnown(input.entries, known)
  const locked = await lockable(context, fresh)
  const written = await untangled(() => write(context, input, locked))
  return { written, known: input.entries.length - written }
}

const bytesOf = ({ entries }: Input): number => Buffer.byteLength(JSON.stringify(entries))

function refuseWrong({ now }: UserContext, { source, entries }: Input): void {
  for (const [at, { kind, created_at }] of entries.entries()) {
    const wrongKind = whyNotKind(source, kind)
    if (wrongKind) throw refuseAt(`entries.${at}.kind`, wrongKind)
    const wrong = whyNotWritten(created_at, now())
    if (wrong) throw refuseAt(`entries.${at}.created_at`, wrong)
  }
}

/** Those that are not known yet, each once, with its place in what was sent. */
function withoutKnown(entries: readonly Entry[], known: ReadonlySet<string>) {
  const seen = new Set(known)
  return entries.flatMap((entry, at) => {
    if (seen.has(entry.source_id)) return []
    seen.add(entry.source_id)
    return [{ entry, at }]
  })
}

/** The entries with ids, cleaned content and looked-at uploads; a refusal names the entry it is about. */
async function lockable(context: UserContext, fresh: ReturnType<typeof withoutKnown>): Promise<Lockable[]> {
  const ready: Lockable[] = []
  for (const { entry, at } of fresh) {
    ready.push(
      await atEntry(at, async () => {
        const { content, uploads } = contentOfEntry(context, entry)
        return { id: await context.ids.capsule(), entry, content, objects: await checkObjects(context, uploads) }
      }),
    )
  }
  return ready
}

async function atEntry<T>(at: number, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Fail)) throw error
    const { field, ...data } = (error.data ?? {}) as { field?: string }
    const place = field ? `entries.${at}.${field}` : `entries.${at}`
    throw new Fail(error.code, error.message, { status: error.status, data: { ...data, field: place }, cause: error })
  }
}

/** In the order of locks: the uploads, then the person, of whom one import at a time is written. */
function write(context: UserContext, input: Input, ready: readonly Lockable[]): Promise<number> {
  const { userId } = context.caller
  return inTransaction(context.db, async (db) => {
    const objects = ready.flatMap(({ objects }) => objects)
    await lockReferences(db, objects)
    await lockPerson(db, userId)
    await begin(db, userId, input)
    const known = await knownOf({ ...context, db }, input)
    const going = ready.filter(({ entry }) => !known.has(entry.source_id))
    if (going.length === 0) return 0
    await refuseNotFree(
      db,
      going.flatMap(({ objects }) => objects),
    )
    await writeEntries({ ...context, db }, input, going)
    await refuseTooMany(db, userId)
    if (going.some(({ entry }) => entry.kind === 'draft')) await refuseFullBox(db, userId)
    return going.length
  })
}

/** The batch, begun with its first entry; one that was undone begins anew once all of it is gone. */
async function begin(db: Tx, userId: number, { batch_id, source }: Input): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    insert into imports as i (user_id, batch_id, source) values (${userId}, ${batch_id}, ${source})
    on conflict (user_id, batch_id) do update set
      created_at = case when i.ended_at is null then i.created_at else now() end, undone_at = null, ended_at = null
      where i.source = excluded.source and (i.undone_at is null or i.ended_at is not null)
    returning source`.execute(db)
  refuseIf(rows.length === 0 ? IMPORT_UNDOING : undefined)
}

type SourceIds = Pick<Input, 'source'> & { entries: readonly Pick<Entry, 'source_id'>[] }

/** The ids among these that the person has moved in from this source before. */
export async function knownOf({ db, caller }: Pick<UserContext, 'db' | 'caller'>, { source, entries }: SourceIds) {
  const ids = entries.map(({ source_id }) => source_id)
  const rows = await knownIds(db, { userId: caller.userId, source, ids })
  return new Set(rows.map(({ source_id }) => source_id))
}

const knownIds = prepared(
  (v: { userId: number; source: string; ids: string[] }) => sql<{ source_id: string }>`
  select source_id from imported_entries
  where user_id = ${v.userId} and source = ${v.source} and source_id = any(${v.ids}::text[])`,
)

async function refuseTooMany(db: Tx, userId: number): Promise<void> {
  if ((await countImported(db, userId)) > IMPORTED_MAX) throw refuse(IMPORT_FULL)
}

/** How many entries the person has moved in, from all sources. */
export async function countImported(db: UserContext['db'], userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('imported_entries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
