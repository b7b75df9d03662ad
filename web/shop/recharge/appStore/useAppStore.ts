import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CODE } from '#contract/codes.ts'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { type Goods, PAID } from '#contract/pay.ts'
import { callKey, toastError } from '#web/client/api.ts'
import { inAppStore, storePlugin } from '#web/client/native.ts'
import { CallError, NO_ANSWER } from '#web/client/transport.ts'
import { failedBecause } from '#web/shop/recharge/failedBecause.ts'
import { go } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { useOneAtATime } from '#web/ui/useOneAtATime.ts'
import { buy } from './buy.ts'
import { handOver, handOverLeft } from './handOver.ts'

const WAITS = '等待批准，批准后会自动到账'
/** The money is paid, but our server has not heard of it: nobody shall pay twice. */
const ON_ITS_WAY = '已经付款，到账会晚一些，请不要重复购买'
const UNHEARD: readonly number[] = [NO_ANSWER, CODE.fault]

/** Buying at the App Store, inside our application there; earlier purchases that are not credited are handed over again. */
export function useAppStore(account: string, goods: readonly Goods[] | undefined) {
  const { once, busy } = useOneAtATime<'buy'>()
  const products = useStoreProducts(goods)
  const client = useQueryClient()
  useEffect(() => {
    if (inAppStore()) void handOverLeft(account)
  }, [account])

  async function buyNow(product_id: string): Promise<boolean> {
    try {
      const bought = await buy(product_id, account)
      if (bought === 'pending') toast(WAITS, { ms: TOAST_ERROR_MS })
      if (typeof bought === 'string') return false
      const { order_no, count } = await handOver(bought)
      // The page after this one need not ask what has just been answered.
      if (order_no && count) client.setQueryData(callKey('wxAndAliPaySuccess', {}), { order_no, count })
      toast(PAID)
      go('success', {}, { replace: true })
      return true
    } catch (error) {
      tell(error as Error)
      return false
    }
  }
  return { products, busy: busy !== undefined, buy: (product_id: string) => void once('buy', () => buyNow(product_id)) }
}

function tell(error: Error): void {
  if (!(error instanceof CallError)) toast(failedBecause(error.message), { ms: TOAST_ERROR_MS })
  else if (UNHEARD.includes(error.code)) toast(ON_ITS_WAY, { ms: TOAST_ERROR_MS })
  else toastError(error)
}

/** The store's data on our goods; where the store says nothing, the list's own prices stand. */
function useStoreProducts(goods: readonly Goods[] | undefined) {
  const productIdentifiers = goods?.map(({ product_id }) => product_id) ?? []
  const { data } = useQuery({
    queryKey: ['storeProducts', productIdentifiers],
    queryFn: async () => (await storePlugin()?.getProducts({ productIdentifiers }))?.products ?? [],
    enabled: storePlugin() !== undefined && productIdentifiers.length > 0,
  })
  return data
}
