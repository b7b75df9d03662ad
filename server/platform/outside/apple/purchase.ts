import type { JWSTransactionDecodedPayload } from '@apple/app-store-server-library'
import { z } from 'zod'
import { FalseNews } from '#server/platform/outside/payment.ts'

/** A purchase in the App Store, as Apple has signed it. */
export type Purchase = {
  transactionId: string
  productId: string
  quantity: number
  /** appAccountToken in lower case: whose account it is for; undefined when the application named none. */
  accountToken: string | undefined
  /** In thousandths of the currency's unit, as Apple says it; undefined on old systems. */
  price: { milli: number; currency: string } | undefined
  purchasedAt: Date
  /** Apple has given the money back. */
  revokedAt: Date | undefined
}

/** Milliseconds. */
const moment = z
  .int()
  .positive()
  .transform((at) => new Date(at))
const shape = z.object({
  type: z.literal('Consumable'),
  transactionId: z.string().min(1),
  productId: z.string().min(1),
  quantity: z.int().positive(),
  purchaseDate: moment,
  revocationDate: moment.optional(),
  appAccountToken: z.guid().toLowerCase().optional(),
  price: z.int().nonnegative().optional(),
  currency: z.string().min(1).optional(),
})

/** The purchase that a verified transaction tells of; throws FalseNews when it is not a consumable one. */
export function purchaseOf(told: JWSTransactionDecodedPayload): Purchase {
  const { success, data, error } = shape.safeParse(told)
  // Names of fields alone: values are people's.
  if (!success) throw new FalseNews('shape', error.issues.map(({ path }) => path.join('.')).join(' '))
  const { transactionId, productId, quantity, price, currency } = data
  return {
    transactionId,
    productId,
    quantity,
    accountToken: data.appAccountToken,
    price: price === undefined || currency === undefined ? undefined : { milli: price, currency },
    purchasedAt: data.purchaseDate,
    revokedAt: data.revocationDate,
  }
}
