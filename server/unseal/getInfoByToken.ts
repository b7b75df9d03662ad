import type { Parsed } from '#contract/calls.ts'
import { toCard } from '#server/capsule/card.ts'
import type { EitherContext } from '#server/context.ts'
import { findLink } from './link.ts'

/** What the holder of a link may know of its capsule, as often as they ask: whose it is and what it wants to be answered. */
export async function getInfoByToken(context: EitherContext, { unseal_token }: Parsed<'getInfoByToken'>) {
  const link = await findLink(context, unseal_token)
  return {
    capsule: { ...toCard(link), nickname: link.nickname },
    is_mine: link.owner_id === context.caller?.userId ? (1 as const) : (0 as const),
    is_love: 0 as const,
    questions: link.questions,
  }
}
