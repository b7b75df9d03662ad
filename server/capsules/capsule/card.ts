import { sql } from 'kysely'
import {
  type CapsuleForm,
  type CapsuleStatus,
  type CapsuleType,
  type Card,
  colorIndex,
  LIST_STYLE,
  type PublicCard,
} from '#contract/capsule.ts'
import { shownTitle } from '#contract/seal.ts'
import { shownAvatar } from '#server/people/account/avatar.ts'
import type { Context } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'

/** The columns of a list row; never anything that is sealed. */
export const CARD_COLUMNS = [
  'c.id',
  'c.type',
  'c.content_type',
  'c.long_tag',
  'c.status',
  'c.is_public',
  'c.review',
  'c.is_lock',
  'c.open_time',
  'c.open_at',
  'c.sealed_at',
  'c.created_at',
  'c.updated_at',
  'c.love_count',
] as const

/** The columns of a list row, to be written into a statement. */
export const cardColumns = sql.join(CARD_COLUMNS.map((column) => sql.ref(column)))

export type CardRow = {
  id: number
  type: CapsuleType
  content_type: CapsuleForm
  long_tag: string
  status: CapsuleStatus
  is_public: number
  review: string | null
  is_lock: number
  open_time: string | null
  open_at: string | null
  sealed_at: string | null
  created_at: string
  updated_at: string
  love_count: number
}

/** How public its owner asked for it to be, and what became of that. Others only ever see capsules that are shown. */
function publicly({ is_public, review }: CardRow): Pick<Card, 'is_public' | 'review'> {
  if (review === 'down') return { is_public: 0, review: 'down' }
  if (review !== null) return { is_public: 1, review: 'waiting' }
  return { is_public: is_public as 0 | 1, review: '' }
}

/**
 * Copied name by name, and callers that add fields assign them: a field after a spread is added over a slow path of the engine, a
 * new map of the object for each – 1.7 µs for one name, 8 for some more, where the card itself takes 0.1.
 */
export function toCard(row: CardRow): Card {
  const { is_public, review } = publicly(row)
  return {
    id: String(row.id),
    type: row.type,
    capsule: LIST_STYLE[row.type],
    content_type: row.content_type,
    long_tag: shownTitle(row.long_tag),
    status: row.status,
    is_public,
    review,
    is_lock: row.is_lock as 0 | 1,
    open_time: moment(row.open_time),
    open_at: moment(row.open_at),
    sealed_at: moment(row.sealed_at),
    created_at: moment(row.created_at),
    updated_at: moment(row.updated_at),
    love_count: row.love_count,
    colorIndex: colorIndex(row.id),
  }
}

export type AuthorRow = { user_id: number; nickname: string; avatar: string; sex: string; cancelled: boolean }

/** The columns of an author, of the users row `u`. */
export const authorColumns = sql`u.id as user_id, u.nickname, u.avatar, u.sex, u.cancelled_at is not null as cancelled`

/** A page's authors as `a`, each found by their id: `offset 0` keeps the planner from reading all people for fifteen. */
export const withAuthors = sql`cross join lateral (select ${authorColumns} from users u where u.id = c.owner_id offset 0) a`

/** As others see it. */
export const toPublicCard = (context: Pick<Context, 'keys' | 'now'>, row: CardRow & AuthorRow): PublicCard =>
  Object.assign(toCard(row), { user: toAuthor(context, row) })

export const toAuthor = (context: Pick<Context, 'keys' | 'now'>, row: AuthorRow) => ({
  id: String(row.user_id),
  nickname: row.nickname,
  avatar: shownAvatar(context, row.avatar),
  sex: row.sex,
  cancelled: row.cancelled ? (1 as const) : (0 as const),
})
