import { type RawBuilder, sql } from 'kysely'
import type { Output, Parsed } from '#contract/calls.ts'
import type { Waiting, Way } from '#contract/receiver.ts'
import { shownTitle } from '#contract/seal.ts'
import { SHORTENED } from '#server/capsules/notice/address.ts'
import { refuseGuessing, unknown } from '#server/capsules/notice/guesses.ts'
import { tokenHash } from '#server/capsules/notice/link.ts'
import { decryptWay, IS_SILENT } from '#server/capsules/notice/receiverAddress.ts'
import { decryptReceiver } from '#server/capsules/notice/receiverName.ts'
import { flagOf } from '#server/core/flagOf.ts'
import type { EitherContext, RequestContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { shownSender } from '#server/platform/message/senderName.ts'
import { isOwnAddress } from './ownAddress.ts'

export type WaitingRow = {
  id: number
  owner_id: number
  generation: number
  /** The address that its sender gave, boxed; null where it is handed over. */
  way: Way | null
  address: string | null
  address_hash: Buffer | null
  silent: boolean
  name: string
  title: string
  nickname: string
  left: boolean
  received_by: number | null
  refused: boolean
  sealed_at: string
  open_time: string
}

/** The page behind an address that was handed over: never content, and nothing of who or when once it is taken. */
export async function waitingCapsule(
  context: EitherContext,
  { token }: Parsed<'waitingCapsule'>,
): Promise<Output<'waitingCapsule'>> {
  const row = await findWaiting(context, token)
  const state = stateFor(row, context.caller?.userId)
  const isClosed = state === 'taken' || state === 'refused'
  return {
    state,
    capsule_id: state === 'own' || state === 'yours' ? String(row.id) : '',
    from: isClosed ? '' : shownSender(row.nickname),
    name: isClosed ? '' : decryptReceiver(context.keys, row.id, row.name),
    title: isClosed ? '' : shownTitle(row.title),
    sealed_at: isClosed ? '' : moment(row.sealed_at),
    open_time: isClosed ? '' : moment(row.open_time),
    addressed: flagOf(row.way !== null),
    code_to: await codeTo(context, row, state),
    left: flagOf(!isClosed && row.left),
  }
}

/** The address at which somebody signed in has to show that it is theirs, shortened; nobody else learns a digit of it. */
async function codeTo(context: EitherContext, row: WaitingRow, state: Waiting['state']): Promise<string> {
  const { caller, keys } = context
  const mayTake = state === 'waiting' || state === 'refused'
  if (!caller || !mayTake || row.way === null || row.address === null) return ''
  if (await isOwnAddress({ ...context, caller }, row)) return ''
  return SHORTENED[row.way](decryptWay(keys, row.id, row.address))
}

/** The capsule that `token` leads to; 1004 for one that is unknown or was taken back, of which an address may bring so many. */
export async function findWaiting(context: RequestContext, token: string): Promise<WaitingRow> {
  refuseGuessing(context)
  const { rows } = await waitingBy(tokenHash(token)).execute(context.db)
  const [row] = rows
  if (!row) throw await unknown(context)
  return row
}

const waitingBy = (hash: Buffer): RawBuilder<WaitingRow> => sql<WaitingRow>`
  select c.id, c.owner_id, r.name, case when r.show_title = 1 then c.long_tag else '' end as title, u.nickname,
    u.cancelled_at is not null as left, r.received_by, r.generation, r.way, r.address, r.address_hash, ${IS_SILENT} as silent, r.refused_at is not null as refused, c.sealed_at, c.open_time
  from receivers r join capsules c on c.id = r.capsule_id join users u on u.id = c.owner_id
  where r.token_hash = ${hash}::bytea`

function stateFor({ owner_id, received_by, refused }: WaitingRow, userId: number | undefined): Waiting['state'] {
  if (userId === owner_id) return 'own'
  if (userId !== undefined && userId === received_by) return 'yours'
  if (received_by !== null) return 'taken'
  return refused ? 'refused' : 'waiting'
}
