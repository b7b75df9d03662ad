import { type RawBuilder, sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { type Detail, TYPE } from '#contract/capsule.ts'
import { pickFields } from '#contract/capsuleFields.ts'
import { CODE, TEXT } from '#contract/codes.ts'
import { shownTitle } from '#contract/seal.ts'
import { countGuess, refuseGuessing } from '#server/capsules/notice/guesses.ts'
import { decryptReceiver } from '#server/capsules/notice/receiverName.ts'
import { Fail, missing } from '#server/core/fail.ts'
import { flagOf } from '#server/core/flagOf.ts'
import type { EitherContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { shownSender } from '#server/platform/message/senderName.ts'
import { asReceived, type ReceivedRow, receivedColumns } from './asReceived.ts'
import { shareHashOf } from './capsuleShare.ts'
import { type AuthorRow, authorColumns, type CardRow, cardColumns, toPublicCard } from './card.ts'
import type { Content } from './content.ts'
import { lettersPart } from './letters.ts'
import { lovedBy } from './lovedBy.ts'
import { mayRead, maySee, type Viewer } from './mayRead.ts'
import { ownersPart } from './own.ts'
import { withAddresses } from './shownItems.ts'
import { type ContentRow, readContent } from './stored.ts'

type DetailRow = CardRow &
  AuthorRow &
  ContentRow & { revision: number; loved: boolean } & (ReceivedRow | Record<keyof ReceivedRow, null>)

/** One capsule with its author; the content only when `mayRead` says so – otherwise it is not even selected. */
export async function capsuleDetail(context: EitherContext, { capsule_id, token }: Parsed<'capsuleDetail'>) {
  const { db, keys, caller } = context
  const viewer = viewerOf(context, token)
  if (token) refuseGuessing(context)
  const row = await findRow(db, Number(capsule_id), viewer)
  if (!row && token) await countGuess(context)
  if (!row) throw missing()
  const isMine = row.owner_id === caller?.userId
  const isReceived = isReceivedRow(row)
  const owners = isMine ? await ownersPart(context, row) : {}
  const isOfTwo = caller && (isReceived || owners.to !== undefined)
  const capsule: Detail = Object.assign(
    toPublicCard(context, isReceived ? asReceived(row) : row),
    { revision: row.revision },
    await shown(context, row, readContent(keys, row), { isMine, isReceived }),
    owners,
    isReceived && receiversPart(context, row),
    isOfTwo && (await lettersPart(context, { id: row.id, userId: caller.userId })),
  )
  return { capsule, is_mine: isMine ? (1 as const) : (0 as const), is_love: row.loved ? (1 as const) : (0 as const) }
}

/** By far the most ask signed in and without a link: their statement's text is made once. */
async function findRow(db: Db, id: number, viewer: Viewer): Promise<DetailRow | undefined> {
  const { userId, shareHash, holder } = viewer
  if (userId === undefined || shareHash || holder) return (await rowFor(id, viewer).execute(db)).rows[0]
  return (await rowForPerson(db, { id, userId }))[0]
}

const rowFor = (id: number, viewer: Viewer): RawBuilder<DetailRow> => sql<DetailRow>`
  select c.owner_id, c.revision, ${lovedBy(viewer.userId)} as loved, ${cardColumns}, ${authorColumns}, k.envelope, k.sealed,
    ${receivedColumns}
  from capsules c
  join users u on u.id = c.owner_id
  left join receivers r on r.capsule_id = c.id and ${isReceiverOf(viewer)}
  left join capsule_contents k on k.capsule_id = c.id and ${mayRead(viewer)}
  where c.id = ${id} and ${maySee(viewer)}`

/** Of a receivers row `r`: this viewer is who it is for. */
const isReceiverOf = ({ holder, userId }: Viewer): RawBuilder<unknown> => {
  if (holder) return holder.channel === 'receiver' ? sql`r.generation = ${holder.generation}` : sql`false`
  return sql`r.received_by = ${userId ?? null}`
}

const rowForPerson = prepared(({ id, userId }: { id: number; userId: number }) =>
  rowFor(id, { userId, shareHash: undefined }),
)

/**
 * How its receiver is called by its sender, of whom they learn the name alone – neither account nor face – and whether they keep it
 * out of their list.
 */
const receiversPart = ({ keys }: EitherContext, row: AuthorRow & ReceivedRow & { id: number }): Partial<Detail> => ({
  user: { id: '', nickname: shownSender(row.nickname), avatar: '', sex: '', cancelled: flagOf(row.cancelled) },
  received_as: decryptReceiver(keys, row.id, row.received_name),
  hidden: flagOf(row.received_hidden),
  ...(row.received_open_at && { allowed: flagOf(row.received_allowed) }),
})

const isReceivedRow = (row: DetailRow): row is DetailRow & ReceivedRow => row.received_name !== null

/** A caller who came by an unseal link sees by that link alone. */
export function viewerOf({ caller, holder, clock }: EitherContext, token: string | undefined): Viewer {
  if (!caller && !holder && !token) throw new Fail(CODE.noToken, TEXT.signInOver)
  return {
    userId: caller?.userId,
    shareHash: token ? shareHashOf(token) : undefined,
    holder: holder && { ...holder, due: clock.due() },
  }
}

/** The words are for the owner's eyes, and for whom they were written: a public capsule shows its content to others, not these. */
async function shown(
  context: EitherContext,
  row: DetailRow,
  content: Content | undefined,
  { isMine, isReceived }: { isMine: boolean; isReceived: boolean },
): Promise<Partial<Detail>> {
  if (!content) return {}
  const capsule_content = {
    type: row.content_type,
    created_at: moment(row.created_at),
    content:
      row.type === TYPE.forecast
        ? content.content
        : await withAddresses(context, content.content, isMine ? 'whole' : 'clean'),
  }
  const { title, key_answer } = content
  return {
    capsule_content,
    ...pickFields(content, ({ readers }) => isMine || isReceived || readers === 'everybody'),
    ...(isMine && { key_answer }),
    ...(title !== undefined && { long_tag: shownTitle(title) }),
  }
}
