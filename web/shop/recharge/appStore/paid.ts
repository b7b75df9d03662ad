import { type StoreTransaction, storePlugin } from '#web/client/native.ts'
import { device } from '#web/client/storage/storage.ts'

/** A purchase that was paid at the App Store and that our server has not credited yet. */
export type Paid = {
  /** Apple's number of the transaction. */
  id: string
  product_id: string
  /** Signed by Apple. */
  transaction: string
  /** `apple_account_token` of the payer. */
  account: string
}

const KEY = 'storePayments'

/** In this browser's storage too: the plugin finishes a transaction before it tells our listener of it. */
export function saveUncredited(paid: Paid): void {
  write([...uncredited().filter(({ id }) => id !== paid.id), paid])
}

export const dropUncredited = (id: string): void => write(uncredited().filter((paid) => paid.id !== id))

/** Purchases that this account has paid on this device and never got. */
export async function leftOf(account: string): Promise<Paid[]> {
  const all = [...uncredited(), ...(await unfinished())].filter((paid) => paid.account === account)
  return [...new Map(all.map((paid) => [paid.id, paid])).values()]
}

/** Whether any account's purchase is left. */
export const isAnyLeft = async (): Promise<boolean> => uncredited().length > 0 || (await unfinished()).length > 0

/** Undefined for a transaction that Apple has refunded, and for one that it has not signed. */
export function paidOf(told: StoreTransaction): Paid | undefined {
  const { transactionId: id, productIdentifier: product_id, jwsRepresentation: transaction, appAccountToken } = told
  if (!transaction || !appAccountToken || told.revocationDate) return undefined
  // iOS writes it in capitals.
  return { id, product_id, transaction, account: appAccountToken.toLowerCase() }
}

async function unfinished(): Promise<Paid[]> {
  const told = await storePlugin()
    ?.getPurchases()
    .catch(() => undefined)
  return (told?.purchases ?? []).map(paidOf).filter((paid) => paid !== undefined)
}

const uncredited = (): Paid[] => device.read<Paid[]>(KEY) ?? []

function write(all: Paid[]): void {
  if (all.length === 0) device.removeItem(KEY)
  else device.setItem(KEY, JSON.stringify(all))
}
