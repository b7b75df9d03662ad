import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { type Kind, whyNotAfford } from '#contract/wallet.ts'
import { toastError, useUser } from '#web/client/api.ts'
import { askEnded } from '#web/client/whyEnded.ts'
import { go } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'

const EXCHANGE = { label: '去兑换', act: () => go('rechargeCenter', { tab: 'exchange' }) }
/** Where more of a kind comes from: money buys time capsules alone, and these become the others. */
const MORE = { time: { label: '去充值', act: () => go('rechargeCenter') }, diary: EXCHANGE, forecast: EXCHANGE }

/**
 * Whether one capsule of this kind can be made, and anything may be written at all; an empty balance is fetched anew before it is believed. `ahead`: the person's
 * balances are fetched before they are needed.
 */
export function useAfford(kind: Kind, ahead = true): () => Promise<boolean> {
  const user = useUser(ahead)
  return async () => {
    const ended = await askEnded('writing')
    if (ended) {
      toast(ended, { ms: TOAST_ERROR_MS })
      return false
    }
    if (user.data && !whyNotAfford(user.data.user, kind)) return true
    const fresh = await user.refetch()
    if (!fresh.data) {
      if (fresh.error) toastError(fresh.error)
      return false
    }
    const wrong = whyNotAfford(fresh.data.user, kind)
    if (wrong) toast(wrong, { ms: TOAST_ERROR_MS, action: MORE[kind] })
    return !wrong
  }
}
