import { type NativePurchases, storePlugin } from '#web/client/native.ts'
import { type Paid, paidOf, saveUncredited } from './paid.ts'

/** The plugin has no codes: these are its own words, in every language. */
const CANCELLED = 'User cancelled'
const PENDING = 'Transaction pending'

export type Bought = Paid | 'cancelled' | 'pending'

/** Buys one at the store for this account, and keeps what comes of it; throws in the store's own words. */
export async function buy(productIdentifier: string, account: string): Promise<Bought> {
  try {
    const paid = await purchase({
      productIdentifier,
      quantity: 1,
      appAccountToken: account,
      // Not before our server has credited it.
      autoAcknowledgePurchases: false,
    })
    saveUncredited(paid)
    return paid
  } catch (error) {
    const { message } = error as Error
    if (message === CANCELLED) return 'cancelled'
    if (message === PENDING) return 'pending'
    throw error
  }
}

async function purchase(options: Parameters<NativePurchases['purchaseProduct']>[0]): Promise<Paid> {
  const told = await storePlugin()?.purchaseProduct(options)
  // The account is known even where the store does not repeat it.
  const paid = told && paidOf({ ...told, appAccountToken: options.appAccountToken })
  if (!paid) throw new Error('')
  return paid
}
