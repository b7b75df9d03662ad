import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { TEXT } from '#contract/codes.ts'
import { OFFLINE_TOAST_MS } from '#contract/limits.ts'
import { toast } from '#web/ui/toast.tsx'
import styles from './OfflineNotice.module.css'

/** Says once that the network is gone, and keeps a quiet banner until it is back. */
export function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  useEffect(() => {
    if (!online) toast(TEXT.offline, { ms: OFFLINE_TOAST_MS })
  }, [online])
  if (online) return null
  return (
    <aside className={styles.banner} aria-label="网络状态">
      <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
      {TEXT.offline}
    </aside>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
