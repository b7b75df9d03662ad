import { FalseNews } from '#server/platform/outside/payment.ts'
import type { Purchase } from './purchase.ts'
import type { Verifier } from './verify.ts'

export type AppleNews =
  | { is: 'paid' | 'refunded' | 'refund reversed'; purchase: Purchase }
  /** True, and nothing for the ledger. */
  | { is: 'other' }

const KINDS: Record<string, Exclude<AppleNews['is'], 'other'>> = {
  ONE_TIME_CHARGE: 'paid',
  REFUND: 'refunded',
  REFUND_REVERSED: 'refund reversed',
}

/** Reads notifications; the transaction within is signed by itself and verified like any other. Throws FalseNews. */
export const makeNewsReader =
  ({ notification }: Verifier, readTransaction: (jws: string) => Promise<Purchase>) =>
  async (signedPayload: string): Promise<AppleNews> => {
    const { notificationType = '', data } = await notification(signedPayload)
    const is = Object.hasOwn(KINDS, notificationType) ? KINDS[notificationType] : undefined
    if (!is) return { is: 'other' }
    if (!data?.signedTransactionInfo) throw new FalseNews('shape', 'signedTransactionInfo')
    return { is, purchase: await readTransaction(data.signedTransactionInfo) }
  }
