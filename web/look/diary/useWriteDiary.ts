import { useAfford } from '#web/shop/wallet/useAfford.ts'
import { go } from '#web/ui/location.ts'

/** Leads to a new diary, for people who can pay for it; payment is at saving. `asked`: the day's question goes along. */
export function useWriteDiary({ asked }: { asked?: boolean } = {}): () => Promise<void> {
  const afford = useAfford('diary')
  return async () => {
    if (await afford()) go('writeDiary', { asked: asked ? '1' : undefined })
  }
}
