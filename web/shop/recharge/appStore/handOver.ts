import type { Output } from '#contract/calls.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { call } from '#web/client/api.ts'
import { storePlugin } from '#web/client/native.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { makeStale } from '#web/client/stale.ts'
import { CallError } from '#web/client/transport.ts'
import { toast } from '#web/ui/toast.tsx'
import { dropUncredited, leftOf, type Paid } from './paid.ts'

type Credited = Output<'applePaySuccess'>

const underWay = new Map<string, Promise<Credited>>()

/** Hands a transaction to our server, once at a time, and finishes it on the device only when that has credited it. */
export function handOver(paid: Paid): Promise<Credited> {
  const going = underWay.get(paid.id) ?? credit(paid).finally(() => underWay.delete(paid.id))
  underWay.set(paid.id, going)
  return going
}

/**
 * Whatever this account has paid and not got. A failure is not told: it is handed over again at the next occasion, and one
 * that our server does not take stays as it is.
 */
export async function handOverLeft(account: string): Promise<void> {
  for (const paid of await leftOf(account)) {
    const credited = await handOver(paid).catch(unlessBug)
    if (credited) toast(`充值已到账：${credited.count ?? ''}个${KIND_NAME.time}`)
  }
}

async function credit({ id, product_id, transaction }: Paid): Promise<Credited> {
  const credited = await call('applePaySuccess', { product_id, transaction })
  dropUncredited(id)
  // One that is finished already is refused.
  await storePlugin()
    ?.acknowledgePurchase({ purchaseToken: id })
    .catch(() => undefined)
  makeStale(queryClient, 'applePaySuccess')
  return credited
}

function unlessBug(error: unknown): undefined {
  if (!(error instanceof CallError)) throw error
}
