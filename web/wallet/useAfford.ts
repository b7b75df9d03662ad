import { type Kind, whyNotAfford } from '#contract/wallet.ts'
import { toastError, useUser } from '#web/api.ts'
import { toast } from '#web/ui/toast.tsx'

/** Asks whether one capsule of this kind can be made; an empty balance is asked for anew before it is believed. */
export function useAfford(kind: Kind): () => Promise<boolean> {
  const user = useUser()
  return async () => {
    if (user.data && !whyNotAfford(user.data.user, kind)) return true
    const fresh = await user.refetch()
    if (!fresh.data) {
      if (fresh.error) toastError(fresh.error)
      return false
    }
    const wrong = whyNotAfford(fresh.data.user, kind)
    if (wrong) toast(wrong)
    return !wrong
  }
}
