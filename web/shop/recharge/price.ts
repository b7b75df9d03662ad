import type { Goods } from '#contract/pay.ts'
import { inAppStore, type StoreProduct } from '#web/client/native.ts'
import { priceText } from '#web/ui/format.ts'

/** The price asked, and the usual price where it differs. */
export type Price = { asked: string; usual?: string; amount: number }

/** In our iOS application the store's own price is what is paid. */
export function priceOf(goods: Goods, products: readonly StoreProduct[] = []): Price {
  const { price, applePrice, product_id } = goods
  if (!inAppStore()) return { asked: priceText(price), amount: Number(price) }
  const product = products.find(({ identifier }) => identifier === product_id)
  const amount = product?.price ?? Number(applePrice)
  // Two currencies are not compared.
  const isOther = amount !== Number(price) && (product?.currencyCode ?? 'CNY') === 'CNY'
  const asked = product ? product.priceString.replace(/\.00$/, '') : priceText(applePrice)
  return { asked, usual: isOther ? priceText(price) : undefined, amount }
}
