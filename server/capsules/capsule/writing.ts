import { type RawBuilder, sql } from 'kysely'
import type { CapsuleForm, CapsuleStatus, CapsuleType } from '#contract/capsule.ts'
import { CHANGED_ELSEWHERE, DRAFT_EMPTY } from '#contract/draft.ts'
import { type Fail, missing, refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockCapsules } from '#server/platform/db/locks.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { BINDING_COLUMNS } from '#server/platform/keys/binding.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import type { Content, Writing } from './content.ts'
import { lockContent, readContent } from './stored.ts'

/** A draft or a diary that somebody wants to write over. */
export type Unread = { id: number; userId: number; type?: CapsuleType; status: CapsuleStatus }

type Holder = { type: CapsuleType; form: CapsuleForm; whenEmpty?: string }

export const writingOf = ({ caller }: UserContext, { type, form, whenEmpty = DRAFT_EMPTY }: Holder): Writing => ({
  writerId: caller.userId,
  type,
  form,
  whenEmpty,
})

/** Encrypted content as values of a statement. */
export type LockedContent = ReturnType<typeof lockedContent>
export function lockedContent({ envelope, sealed, head }: ReturnType<typeof lockContent>) {
  return { envelope: JSON.stringify(envelope), sealed, head }
}

const NO_COMMITMENT = sql`null`

/** Part of a `with`: the content of the capsule whose id `from` has, with the commitment to it where it is sealed. */
export const contentSql = (
  v: LockedContent,
  from: RawBuilder<unknown>,
  commitment: RawBuilder<unknown> = NO_COMMITMENT,
): RawBuilder<unknown> => sql`
    content as (
      insert into capsule_contents (capsule_id, envelope, sealed, head, commitment)
      select id, ${v.envelope}::jsonb, ${v.sealed}::bytea, ${v.head}::bytea, ${commitment}::bytea from ${from}
      on conflict (capsule_id) do update set envelope = excluded.envelope, sealed = excluded.sealed, head = excluded.head
    )`

/** The content of a draft or a diary of the caller's, which has no day, locked. */
export const lockUnsealed = (
  { keys, caller }: Pick<UserContext, 'keys' | 'caller'>,
  { id, type }: { id: number; type: CapsuleType },
  content: Content,
): LockedContent => lockedContent(lockContent(keys, { id, owner: caller.userId, type, opens: '' }, content))

/** Content of a draft or a diary of the caller's, in place of what was there. */
export async function writeContent(
  context: UserContext,
  capsule: { id: number; type: CapsuleType },
  content: Content,
): Promise<void> {
  await write(context.db, { id: capsule.id, ...lockUnsealed(context, capsule, content) })
}

const write = prepared(
  (v: LockedContent & { id: number }) => sql`with ${contentSql(v, sql`(select ${v.id}::bigint as id) one`)} select`,
)

/**
 * The capsule as it is stored now, locked until the transaction ends. `seen` is the revision its writer began with: if there is
 * another one by now, the call is refused, with `changed` for the page.
 */
export async function lockWritten({ db, keys }: { db: Tx; keys: Keys }, unread: Unread, seen: number | undefined) {
  const row = await theirs(lockCapsules(db), unread)
    .select([...BINDING_COLUMNS, 'c.content_type', 'c.revision'])
    .executeTakeFirst()
  // Read only now, after the lock, so that it is the latest that was written.
  const stored =
    row &&
    (await db
      .selectFrom('capsule_contents')
      .select(['envelope', 'sealed'])
      .where('capsule_id', '=', row.id)
      .executeTakeFirst())
  const content = stored && readContent(keys, { ...row, ...stored })
  if (!content) throw missing()
  if (seen !== undefined && seen !== row.revision) throw changedElsewhere()
  return { ...row, content }
}

export const changedElsewhere = (): Fail => refuse(CHANGED_ELSEWHERE, { changed: true })

/** Of these capsules, held or not, the one that is meant: somebody else's is as good as none. */
export const theirs = (capsules: ReturnType<typeof lockCapsules>, { id, userId, type, status }: Unread) =>
  capsules
    .where('c.id', '=', id)
    .where('c.owner_id', '=', userId)
    .where('c.status', '=', status)
    .where('c.deleted_at', 'is', null)
    .$if(type !== undefined, (asked) => asked.where('c.type', '=', type!))
