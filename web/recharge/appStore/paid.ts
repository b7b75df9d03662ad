import { type StoreTransaction, storePlugin } from '#web/native.ts'
import { device } from '#web/storage.ts'

/** What somebody has paid at the App Store and our server has not credited yet. */
export type Paid = {
  /** Apple's number of it. */
  id: string
  product_id: string
  /** Signed by Apple. */
  transaction: string
  /** `apple_account_token` of whoever has paid. */
  account: string
}

const KEY = 'storePayments'

/** In this browser's storage too: the plugin finishes what its listener is told of before it tells us. */
export function keepPaid(paid: Paid): void {
  write([...keptPaid().filter(({ id }) => id !== paid.id), paid])
}

export const forgetPaid = (id: string): void => write(keptPaid().filter((paid) => paid.id !== id))

/** What this account has paid on this device and never got. */
export async function leftOf(account: string): Promise<Paid[]> {
  const all = [...keptPaid(), ...(await unfinished())].filter((paid) => paid.account === account)
  return [...new Map(all.map((paid) => [paid.id, paid])).values()]
}

/** Whether anything is left of anybody. */
export const isAnyLeft = async (): Promise<boolean> => keptPaid().length > 0 || (await unfinished()).length > 0

/** Undefined for what Apple has given back, and for what it has not signed. */
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

const keptPaid = (): Paid[] => device.read<Paid[]>(KEY) ?? []

function write(all: Paid[]): void {
  if (all.length === 0) device.removeItem(KEY)
  else device.setItem(KEY, JSON.stringify(all))
}
