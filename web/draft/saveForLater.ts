import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { LOST_WITH_PAGE } from '#web/lost.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Outgoing, putOut } from './outbox.ts'

export const WAITS = '没有网络，已存在这台设备上，连上网络后自动保存'

/** Whether something was saved: false, true, or here for now, which has been said. */
export type SavedHow = boolean | 'later'

/** Keeps what is to be saved when there is a network, and says whether this browser has it or only this page. */
export async function saveForLater(entry: Outgoing): Promise<SavedHow> {
  const kept = await putOut(entry)
  toast(kept ? WAITS : `没有网络。${LOST_WITH_PAGE}`, { ms: TOAST_ERROR_MS })
  return 'later'
}
