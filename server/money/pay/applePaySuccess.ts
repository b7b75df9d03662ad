import type { Parsed } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { CHANNEL_OFF, PURCHASE_ELSEWHERE, PURCHASE_FALSE } from '#contract/pay.ts'
import { busy, Fail, refuse } from '#server/core/fail.ts'
import { accountTokenOf } from '#server/people/account/appleAccount.ts'
import { signInOver } from '#server/people/account/sessions.ts'
import type { EitherContext, UserContext } from '#server/platform/context.ts'
import type { AppStore } from '#server/platform/outside/apple/apple.ts'
import type { Purchase } from '#server/platform/outside/apple/purchase.ts'
import { atGate } from '#server/platform/outside/gates.ts'
import { FalseNews } from '#server/platform/outside/payment.ts'
import { PlatformAway, PlatformRefused } from '#server/platform/outside/platform.ts'
import { raiseAlarm } from './alarm.ts'
import { heard } from './bill.ts'
import { hearApple } from './hearApple.ts'
import { platformsOf } from './platforms.ts'
import { settlePurchase } from './purchase.ts'

/** Two callers at one address, told apart by the body: our application with a purchase, or Apple itself. */
export async function applePaySuccess(context: EitherContext, input: Parsed<'applePaySuccess'>) {
  const { apple } = platformsOf(context)
  if (!apple) throw refuse(CHANNEL_OFF)
  if ('signedPayload' in input) return answerApple(context, apple, input.signedPayload)
  const { caller } = context
  if (!caller) throw signInOver(CODE.noToken)
  return credit({ ...context, caller }, apple, input)
}

/** After any answer but success, Apple sends the notification again. */
async function answerApple(context: EitherContext, apple: AppStore, signedPayload: string) {
  const isHeard = await hearApple(context, apple, signedPayload).catch((error: unknown) => {
    if (error instanceof PlatformAway || error instanceof PlatformRefused) throw busy()
    throw error
  })
  if (!isHeard) throw new Fail(CODE.refused, PURCHASE_FALSE, { status: 400 })
  return {}
}

type Bought = { product_id: string; transaction: string }

async function credit(context: UserContext, apple: AppStore, { product_id, transaction }: Bought) {
  const purchase = await believed(context, async () => {
    const signed = await apple.readTransaction(transaction)
    if (signed.productId !== product_id) throw new FalseNews('shape', 'another product than it was signed for')
    if (signed.accountToken !== accountTokenOf(context.caller.userId)) throw refuse(PURCHASE_ELSEWHERE)
    return heard(
      context,
      atGate(context, 'apple', () => standing(apple, signed)),
    )
  })
  const order = await settlePurchase(context, purchase)
  if (!order) throw refuse(PURCHASE_FALSE)
  return order
}

/** The transaction may have been signed long ago; Apple says how it stands today. */
async function standing(apple: AppStore, { transactionId }: Purchase): Promise<Purchase> {
  const purchase = await apple.ask(transactionId)
  if (!purchase) throw new PlatformAway('a purchase that Apple does not know yet')
  return purchase
}

async function believed<T>(context: UserContext, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof FalseNews)) throw error
    await raiseAlarm(context, { channel: 'apple', why: error.why, orderNo: '' })
    throw refuse(PURCHASE_FALSE)
  }
}
