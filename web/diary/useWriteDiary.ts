import { go } from '#web/ui/location.ts'
import { useAfford } from '#web/wallet/useAfford.ts'

/** Leads to a new diary, for those who can pay for it; it is paid when it is saved. `asked`: a question goes along. */
export function useWriteDiary({ asked }: { asked?: boolean } = {}): () => Promise<void> {
  const afford = useAfford('diary')
  return async () => {
    if (await afford()) go('writeDiary', { asked: asked ? '1' : undefined })
  }
}
