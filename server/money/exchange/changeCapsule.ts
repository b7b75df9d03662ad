import { randomUUID } from 'node:crypto'
import type { Parsed } from '#contract/calls.ts'
import { EXCHANGE_KIND, type ExchangeType } from '#contract/exchange.ts'
import { EXCHANGE_RATE } from '#contract/limits.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import type { Leg } from '#server/people/wallet/movement.ts'
import { post } from '#server/people/wallet/post.ts'
import type { UserContext } from '#server/platform/context.ts'
import { rememberedAs, runOnce } from '#server/platform/idempotency.ts'

/** Time capsules into twice as many diary or prediction capsules; both movements or none (readings 8). */
export function changeCapsule(context: UserContext, { type, price }: Parsed<'changeCapsule'>) {
  const { userId } = context.caller
  const cause = { userId, scope: 'exchange', key: randomUUID(), reason: reasonOf(type) }
  return runOnce(context, async () => {
    await post(context.db, cause, legsOf(userId, type, price), rememberedAs(context.once, {}))
    return {}
  })
}

const reasonOf = (type: ExchangeType): string => `${KIND_NAME.time}兑换${KIND_NAME[EXCHANGE_KIND[type]]}`

function legsOf(userId: number, type: ExchangeType, price: number): Leg[] {
  const [kind, count] = [EXCHANGE_KIND[type], price * EXCHANGE_RATE]
  return [
    { ownerId: userId, kind: 'time', amount: -price },
    { system: 'consumed', kind: 'time', amount: price },
    { ownerId: userId, kind, amount: count },
    { system: 'issued', kind, amount: -count },
  ]
}
