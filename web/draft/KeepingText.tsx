import { useSyncExternalStore } from 'react'
import { TEXT } from '#contract/codes.ts'
import { LOST_WITH_PAGE } from '#web/lost.ts'
import styles from './KeepingText.module.css'
import type { Keeping, KeepingNow } from './useAutosave.tsx'

/** In this browser is not in the draft box: it says which. */
const SAID: Record<Keeping, string> = {
  going: TEXT.saving,
  kept: '已保存在本机',
  refused: LOST_WITH_PAGE,
}

/** Quietly says where what was typed is; only that it is nowhere else is said aloud. */
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
