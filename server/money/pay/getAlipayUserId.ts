import type { Parsed } from '#contract/calls.ts'
import { CHANNEL_OFF } from '#contract/pay.ts'
import { refuse } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'
import { atGate } from '#server/platform/outside/gates.ts'
import { heard } from './bill.ts'
import { platformsOf } from './platforms.ts'

/** The Alipay user who has opened our mini-program there. */
export async function getAlipayUserId(context: UserContext, { code }: Parsed<'getAlipayUserId'>) {
  const { alipay } = platformsOf(context)
  if (!alipay) throw refuse(CHANNEL_OFF)
  const asked = atGate(context, 'alipay', () => alipay.userIdOf(code))
  return { user_id: await heard(context, asked) }
}
