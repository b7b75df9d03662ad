import { ownTop } from '#web/ui/ownTop.ts'

/** A transaction as the plugin tells of it; `jwsRepresentation` is what Apple has signed. */
export type StoreTransaction = {
  transactionId: string
  productIdentifier: string
  jwsRepresentation?: string
  appAccountToken?: string | null
  /** Of a transaction that Apple has refunded. */
  revocationDate?: string
}

/** `priceString` in the words of the buyer's own store: "¥58.00". */
export type StoreProduct = { identifier: string; price: number; priceString: string; currencyCode: string }

/** The part of `@capgo/native-purchases` 8 that is used here; the shell brings the plugin along. */
export type NativePurchases = {
  getProducts(options: { productIdentifiers: string[] }): Promise<{ products: StoreProduct[] }>
  purchaseProduct(options: {
    productIdentifier: string
    quantity: number
    appAccountToken: string
    autoAcknowledgePurchases: boolean
  }): Promise<StoreTransaction>
  /** Every unfinished transaction of this device, no matter who has bought it. */
  getPurchases(): Promise<{ purchases: StoreTransaction[] }>
  /** Finishes a transaction; on iOS its id is its token. */
  acknowledgePurchase(options: { purchaseToken: string }): Promise<void>
  addListener(event: 'transactionUpdated', listener: (transaction: StoreTransaction) => void): unknown
}

type Capacitor = {
  isNativePlatform: () => boolean
  getPlatform: () => string
  Plugins: { NativePurchases?: NativePurchases }
}
declare global {
  interface Window {
    /** Put there by our native shell, in the top window alone: on a tablet the pages stand in a frame below it. */
    Capacitor?: Capacitor
  }
}

/** The system whose native shell these pages are in; undefined in a browser. */
export function nativePlatform(): 'ios' | 'android' | undefined {
  const shell = ownTop(window).Capacitor
  if (!shell?.isNativePlatform()) return undefined
  const platform = shell.getPlatform()
  return platform === 'ios' || platform === 'android' ? platform : undefined
}

/** Whether only the App Store may sell here (its guideline 3.1.1), even where its plugin is missing. */
export const inAppStore = (): boolean => nativePlatform() === 'ios'

/** The App Store as the shell gives it to us. */
export const storePlugin = (): NativePurchases | undefined =>
  inAppStore() ? ownTop(window).Capacitor?.Plugins.NativePurchases : undefined
