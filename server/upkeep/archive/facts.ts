import { sql } from 'kysely'
import {
  ARCHIVE_VERSION,
  type ArchiveFault,
  type ArchiveMoney,
  type ArchiveSealed,
  type ArchiveSocial,
  type ArchiveSummary,
} from '#contract/archiveFiles.ts'
import { hexOf } from '#contract/bytes.ts'
import type { CapsuleForm, CapsuleType } from '#contract/capsule.ts'
import { type MediaKind, partsOf } from '#contract/media.ts'
import { ORDER_STATE_NAME, type OrderState } from '#contract/pay.ts'
import { shownTitle } from '#contract/seal.ts'
import { KINDS, type Kind } from '#contract/wallet.ts'
import { recordOf } from '#server/capsules/forecast/forecastRecord.ts'
import { OTHER } from '#server/people/wallet/movement.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { notBlockedBy, SEALED, SHOWN } from '#server/platform/db/states.ts'
import type { LeafPlace } from '#server/upkeep/receipts/checkpoints.ts'
import type { Cap } from './cap.ts'
import { proofsById } from './receipts.ts'

export const KIND_OF = { 0: 'capsule', 1: 'diary', 2: 'forecast' } as const satisfies Record<CapsuleType, string>
export const FORM_OF = { 0: 'text', 1: 'graphic' } as const satisfies Record<CapsuleForm, string>
const MEDIUM = { image: 'picture', video: 'video', file: 'file' } as const satisfies Record<MediaKind, string>

export async function personOf(db: Db, userId: number): Promise<ArchiveSummary['person']> {
  const { nickname, sex, created_at } = await db
    .selectFrom('users')
    .select(['nickname', 'sex', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { id: String(userId), nickname, sex, created_at: moment(created_at) }
}

export async function recordFor(db: Db, userId: number): Promise<ArchiveSummary['record']> {
  const { score, with_confidence: _, ...record } = await recordOf(db, userId)
  return { ...record, brier: score?.brier ?? null }
}

type SealedRow = LeafPlace & {
  commitment: Buffer | null
  id: number
  type: CapsuleType
  content_type: CapsuleForm
  long_tag: string
  sealed_at: string
  open_time: string
  /** Not opened since it was counted. */
  still: boolean
  media: { key: string; size: number }[] | null
}

const OPENED = '导出期间已解封，内容不在这份归档里'

/**
 * The sealed ones of the rows that were counted: title, days, kinds, sizes, receipts and where each is locked for its month. Nothing of their
 * content is selected. One that was opened since stays in the list, as it was counted, and is named.
 */
export async function sealedOf(
  db: Db,
  { userId, sealed, askedAt, caps }: { userId: number; sealed: number[]; askedAt: string; caps: readonly Cap[] },
): Promise<{ sealed: ArchiveSealed; faults: ArchiveFault[] }> {
  const { rows } = await sql<SealedRow>`
    select c.id, c.type, c.content_type, c.long_tag, c.sealed_at, c.open_time, c.status in ${SEALED} as still,
      k.commitment, k.log, k.leaf, (
      select jsonb_agg(jsonb_build_object('key', o.key, 'size', o.size) order by o.key) from objects o where o.sealed_in = c.id) as media
    from capsules c
    join capsule_contents k on k.capsule_id = c.id
    where c.owner_id = ${userId} and c.id = any(${sealed}::bigint[])
    order by c.sealed_at, c.id`.execute(db)
  const proofs = await proofsById(db, rows, askedAt)
  const capsById = new Map(caps.map(({ id, month, file: { path } }) => [id, { path, month }]))
  const items = rows.map((row) => ({
    id: String(row.id),
    kind: KIND_OF[row.type],
    form: FORM_OF[row.content_type],
    title: shownTitle(row.long_tag),
    sealed_at: moment(row.sealed_at),
    open_time: moment(row.open_time),
    sizes: (row.media ?? []).map(({ key, size }) => ({ kind: MEDIUM[partsOf(key).kind], bytes: size })),
    ...sealedReceipt(row, proofs.get(row.id)),
    ...capIn(capsById.get(String(row.id))),
  }))
  const faults = rows.filter(({ still }) => !still).map(({ long_tag }) => ({ name: shownTitle(long_tag), why: OPENED }))
  return { sealed: { version: ARCHIVE_VERSION, items }, faults }
}

const sealedReceipt = ({ commitment }: SealedRow, proof: string | undefined) =>
  proof && commitment ? { receipt: { commitment: hexOf(commitment), proof } } : {}

const capIn = (cap: ArchiveSealed['items'][number]['cap']) => (cap ? { cap } : {})

/** Of others what one's own lists show now. */
export async function socialOf(db: Db, userId: number): Promise<ArchiveSocial> {
  const likes = await sql<{ id: number; title: string | null; author: string | null; at: string }>`
    select l.capsule_id as id, l.created_at as at, s.long_tag as title, s.nickname as author from loves l
    left join lateral (
      select long_tag, u.nickname from capsules join users u on u.id = capsules.owner_id
      where capsules.id = l.capsule_id and (capsules.owner_id = ${userId}
        or ${SHOWN} and ${notBlockedBy(userId, sql`capsules.owner_id`)})) s on true
    where l.user_id = ${userId} order by l.created_at, l.capsule_id`.execute(db)
  const follows = await sql<{ id: number; nickname: string | null; at: string }>`
    select f.followed_id as id, f.created_at as at, u.nickname from follows f
    left join users u on u.id = f.followed_id and u.hidden is null and ${notBlockedBy(userId, sql`f.followed_id`)}
    where f.follower_id = ${userId} order by f.created_at, f.followed_id`.execute(db)
  return {
    version: ARCHIVE_VERSION,
    likes: likes.rows.map(({ id, title, author, at }) => ({
      id: String(id),
      title: title === null ? '' : shownTitle(title),
      author: author ?? '',
      at: moment(at),
    })),
    follows: follows.rows.map(({ id, nickname, at }) => ({ id: String(id), nickname: nickname ?? '', at: moment(at) })),
  }
}

type MovementRow = { at: string; kind: Kind; amount: number; balance: number; reason: string; other: string | null }
type OrderRow = Omit<ArchiveMoney['orders'][number], 'state' | 'at'> & {
  created_at: string
  paid_at: string | null
  refunded_at: string | null
  state: OrderState
}

export async function moneyOf(db: Db, userId: number): Promise<ArchiveMoney> {
  const movements = await sql<MovementRow>`
    select t.created_at as at, e.kind, e.amount, e.balance, coalesce(e.reason, t.reason) as reason, o.nickname as other
    from accounts a join entries e on e.account_id = a.id join transactions t on t.id = e.transaction_id
    left join lateral (
      select u.nickname from entries x join accounts b on b.id = x.account_id join users u on u.id = b.owner_id
      where t.scope = 'gift' and x.transaction_id = t.id and b.owner_id <> ${userId} limit 1) o on true
    where a.owner_id = ${userId} order by e.id`.execute(db)
  const orders = await sql<OrderRow>`
    select order_no, created_at, channel, count, fen, state, paid_at, refunded_at from orders
    where user_id = ${userId} order by id`.execute(db)
  const accounts = await db.selectFrom('accounts').select(['kind', 'balance']).where('owner_id', '=', userId).execute()
  const balances = Object.fromEntries(
    KINDS.map((kind) => [kind, accounts.find((one) => one.kind === kind)?.balance ?? 0]),
  )
  return {
    version: ARCHIVE_VERSION,
    balances: balances as ArchiveMoney['balances'],
    movements: movements.rows.map(({ at, other, reason, ...movement }) => ({
      at: moment(at),
      ...movement,
      reason: other === null ? reason : reason.replace(OTHER, () => other),
    })),
    orders: orders.rows.map(({ created_at, state, paid_at, refunded_at, ...order }) => ({
      ...order,
      at: moment(created_at),
      state: ORDER_STATE_NAME[state],
      paid_at: moment(paid_at),
      refunded_at: moment(refunded_at),
    })),
  }
}
