import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { LOST_WITH_PAGE } from '#web/client/lost.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Outgoing, putOut } from './outbox.ts'

export const WAITS = '没有网络，已存在这台设备上，连上网络后自动保存'

/** Whether a text was saved: false, true, or on this device for now, which has been said. */
export type SavedHow = boolean | 'later'

/** Keeps a text until there is a network to save it, and says whether this browser has it or only this page. */
export async function saveForLater(entry: Outgoing): Promise<SavedHow> {
  const kept = await putOut(entry)
  toast(kept ? WAITS : `没有网络。${LOST_WITH_PAGE}`, { ms: TOAST_ERROR_MS })
  return 'later'
}
