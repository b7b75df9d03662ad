import { useSyncExternalStore } from 'react'
import { TEXT } from '#contract/codes.ts'
import { LOST_WITH_PAGE } from '#web/client/lost.ts'
import styles from './KeepingText.module.css'
import type { Keeping, KeepingNow } from './useAutosave.tsx'

/** The words say that the text is in this browser, which is not the draft box. */
const SAID: Record<Keeping, string> = {
  going: TEXT.saving,
  kept: '已保存在本机',
  refused: LOST_WITH_PAGE,
}

/** Shows where the typed text is stored; only an alert, that it is on this page alone, is read out at once. */
export function KeepingText({ keeping }: { keeping: KeepingNow }) {
  const now = useSyncExternalStore(keeping.subscribe, keeping.now)
  if (!now) return undefined
  const refused = now === 'refused'
  return (
    <span className={styles.keeping} data-refused={refused || undefined} role={refused ? 'alert' : undefined}>
      {SAID[now]}
    </span>
  )
}
