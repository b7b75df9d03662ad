import { type RawBuilder, sql } from 'kysely'
import type { Holder } from '#server/platform/context.ts'
import { READABLE, UNSEALED } from '#server/platform/db/states.ts'
import { isOpenedBy, isReceivedBy } from './asReceived.ts'
import { hasCome } from './mayOpen.ts'

/**
 * Who wants to see a capsule: somebody signed in, somebody with the link its owner shared, or both; or a contact who came
 * by the unseal link of one capsule, and is nobody else then.
 */
export type Viewer = { userId: number | undefined; shareHash: Buffer | undefined; holder?: DatedHolder | undefined }
/** `due` of the clock. */
type DatedHolder = Holder & { due: RawBuilder<string> }

/**
 * The one rule of who may see a capsule's content now: the owner of an open one, its receiver once they have opened it themselves,
 * any signed-in person for a public open one, a person with the link for a shared open one, its contact by an unseal link, the owner
 * of a draft. It stands in the query of the detail, by the database's own state; whether the day has come is decided when the status
 * changes (mayOpen.ts). Lists and searches of one's own ask for one's own open rows (mine.ts). `c` is the capsules row.
 */
export const mayRead = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(((c.status in ${READABLE} and ${isOwner(viewer)}) or ${isShown(viewer)} or ${isReceiver(viewer, isOpenedBy)})
    and c.deleted_at is null)`

/** Who may know that it is there: besides those readers, its owner and its receiver. A deleted one is not there for anybody. */
export const maySee = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`((${isOwner(viewer)} or ${isShown(viewer)} or ${isReceiver(viewer, isReceivedBy)}) and c.deleted_at is null)`

const isOwner = ({ userId }: Viewer): RawBuilder<boolean> =>
  userId === undefined ? sql<boolean>`false` : sql<boolean>`c.owner_id = ${userId}`

const isReceiver = ({ userId, holder }: Viewer, rule: (userId: number) => RawBuilder<boolean>): RawBuilder<boolean> =>
  userId === undefined || holder ? sql<boolean>`false` : rule(userId)

const isShown = ({ userId, shareHash, holder }: Viewer): RawBuilder<boolean> => {
  if (holder) return isHeld(holder)
  const publicly = userId === undefined ? sql`false` : sql`c.is_public = 1`
  const byLink = shareHash
    ? sql`(exists (select from shares s where s.capsule_id = c.id and s.token_hash = ${shareHash}::bytea) and ${MAY_BE_SHARED})`
    : sql`false`
  return sql<boolean>`(c.status = ${UNSEALED} and (${publicly} or ${byLink}))`
}

/** Whether a shared link of the capsules row `c` leads anywhere: `whyNotShared`, for the database. */
export const MAY_BE_SHARED = sql<boolean>`(c.review is distinct from 'down' and c.review is distinct from 'reported'
  and exists (select from users u where u.id = c.owner_id and u.hidden is null))`

/** That capsule alone, from its open time on, for as long as the link they came by is the contact's own; a receiver's, once they have opened it. */
const isHeld = ({ capsuleId, channel, generation, due }: DatedHolder): RawBuilder<boolean> => {
  if (channel === 'receiver')
    return sql<boolean>`(c.id = ${capsuleId} and exists (
      select from receivers r where r.capsule_id = c.id and r.generation = ${generation} and r.opened_at is not null))`
  return sql<boolean>`(c.status = ${UNSEALED} and ${hasCome(due)} and c.id = ${capsuleId} and exists (
    select from capsule_contacts t where t.capsule_id = c.id and t.channel = ${channel} and t.generation = ${generation}))`
}
