import { sql } from 'kysely'
import type { Parsed } from '#contract/calls.ts'
import { toCard } from '#server/capsules/capsule/card.ts'
import { lovedBy } from '#server/capsules/capsule/lovedBy.ts'
import { heldPart } from '#server/capsules/capsule/own.ts'
import type { EitherContext } from '#server/platform/context.ts'
import { findLink, isHeld } from './link.ts'

/** Facts that the holder of a link may know of its capsule, as often as they ask: whose it is and which answers it wants. */
export async function getInfoByToken(context: EitherContext, { unseal_token }: Parsed<'getInfoByToken'>) {
  const link = await findLink(context, unseal_token)
  return {
    capsule: Object.assign(toCard(link), { nickname: link.nickname }, isHeld(link) && heldPart(link)),
    is_mine: link.owner_id === context.caller?.userId ? (1 as const) : (0 as const),
    is_love: (await isLoved(context, link.id)) ? (1 as const) : (0 as const),
    questions: link.questions,
  }
}

async function isLoved({ db, caller }: EitherContext, capsuleId: number): Promise<boolean> {
  if (!caller) return false
  const { rows } = await sql`select from capsules c where c.id = ${capsuleId} and ${lovedBy(caller.userId)}`.execute(db)
  return rows.length > 0
}
