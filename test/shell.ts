import { vi } from 'vitest'
import type { NativePurchases, StoreProduct, StoreTransaction } from '#web/client/native.ts'

/** A transaction as the plugin tells of it; iOS writes the account in capitals. */
export const transaction = (transactionId: string, fields: Partial<StoreTransaction> = {}): StoreTransaction => ({
  transactionId,
  productIdentifier: 'time_capsuleX18',
  jwsRepresentation: `signed.by.apple.${transactionId}`,
  appAccountToken: '74696D65-6361-8070-8073-000000000007',
  ...fields,
})

/** Our native shell on this system, with the store's plugin in it. Unfinished transactions stay with the device. */
export function startShell(platform: 'ios' | 'android' = 'ios') {
  const onDevice = new Map<string, StoreTransaction>()
  const listeners: ((told: StoreTransaction) => void)[] = []
  let products: StoreProduct[] = []
  let bought: () => Promise<StoreTransaction> = async () => transaction('2000000001')
  const plugin = {
    getProducts: vi.fn<NativePurchases['getProducts']>(async () => ({ products })),
    purchaseProduct: vi.fn<NativePurchases['purchaseProduct']>(async () => {
      const told = await bought()
      onDevice.set(told.transactionId, told)
      return told
    }),
    getPurchases: vi.fn<NativePurchases['getPurchases']>(async () => ({ purchases: [...onDevice.values()] })),
    acknowledgePurchase: vi.fn<NativePurchases['acknowledgePurchase']>(async ({ purchaseToken }) => {
      if (!onDevice.delete(purchaseToken))
        throw new Error(`Transaction not found or already finished: ${purchaseToken}`)
    }),
    addListener: (_event: 'transactionUpdated', listener: (told: StoreTransaction) => void) => {
      listeners.push(listener)
      return { remove: () => undefined }
    },
  }
  vi.stubGlobal('Capacitor', {
    isNativePlatform: () => true,
    getPlatform: () => platform,
    Plugins: { NativePurchases: plugin },
  })
  return {
    plugin,
    /** Adds a product with its price in the store's own words. */
    price: (identifier: string, price: number, priceString: string, currencyCode = 'CNY') => {
      products = [...products, { identifier, price, priceString, currencyCode }]
    },
    /** Sets how the next purchases end. */
    buys: (act: () => Promise<StoreTransaction>) => {
      bought = act
    },
    /** Adds a transaction that was paid before, and not finished. */
    holds: (told: StoreTransaction) => void onDevice.set(told.transactionId, told),
    /** The store tells of a transaction; the plugin has finished it by then. */
    tells: (told: StoreTransaction) => {
      for (const listener of listeners) listener(told)
    },
    finished: () => plugin.acknowledgePurchase.mock.calls.map(([{ purchaseToken }]) => purchaseToken),
  }
}

/** Our mini-program at Alipay: its cashier ends with this code, `fail` as the bridge itself fails. */
export function startApplet(ends: () => string | Promise<string> = () => '9000') {
  const my = {
    getAuthCode: vi.fn(({ success }: { success: (answer: { authCode: string }) => void }) =>
      success({ authCode: 'code-of-a-buyer' }),
    ),
    tradePay: vi.fn(
      async (asked: { tradeNO: string; success: (a: { resultCode: string }) => void; fail: () => void }) => {
        const resultCode = await ends()
        if (resultCode === 'fail') asked.fail()
        else asked.success({ resultCode })
      },
    ),
  }
  vi.stubGlobal('my', my)
  return my
}
