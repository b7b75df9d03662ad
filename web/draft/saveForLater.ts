import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Outgoing, putOut } from './outbox.ts'

export const WAITS = '没有网络，已存在这台设备上，连上网络后自动保存'
const REFUSED = '没有网络，这台设备也存不下了，请先别关闭页面'

/** Whether something was saved: false, true, or here for now, which has been said. */
export type SavedHow = boolean | 'later'

/** Keeps in this browser what is to be saved when there is a network, and says so; false when the browser would not. */
export async function saveForLater(entry: Outgoing): Promise<SavedHow> {
  const kept = await putOut(entry)
  toast(kept ? WAITS : REFUSED, { ms: TOAST_ERROR_MS })
  return kept && 'later'
}
