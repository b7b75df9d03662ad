import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { tab } from '#web/client/storage/storage.ts'
import { toast } from '#web/ui/toast.tsx'

const TOLD = 'clockTold'
export const CLOCK_IS_OFF = '这台设备的时间不准，这里一律按北京时间'

/** Once a session. */
export function tellOfClock(): void {
  if (tab.getItem(TOLD)) return
  tab.setItem(TOLD, '1')
  toast(CLOCK_IS_OFF, { ms: TOAST_ERROR_MS })
}
