import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { colorIndex } from '#contract/capsule.ts'
import { rewardText } from '#contract/diary.ts'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { PAGES, type PageName } from '#contract/pages.ts'
import { keepNight } from '#web/capsule/detail/keepNight.ts'
import { Ritual } from '#web/capsule/detail/Ritual.tsx'
import type { SealDraft } from '#web/draft/current/draft.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { toast } from '#web/ui/toast.tsx'
import { showJustSealed } from './justSealed.ts'
import styles from './Rising.module.css'
import { sheetOf } from './sheet.ts'

/** The sealed capsule; `reward` as in `Sealed`. */
export type Risen = { capsuleId: string; made: SealDraft; reward?: number | undefined }

type Leading = { leadsTo?: PageName; onRisen: () => void }

/**
 * The ritual of sealing: the sheet that was written folds into a capsule that rises into the night; then the page that it
 * leads to, by the way that is given. The night stays until that page has drawn.
 */
export function Rising({ capsuleId, made, reward = 0, leadsTo = 'home', onRisen }: Risen & Leading) {
  const router = useRouter()
  const { owner, type, unsealDate } = made
  const sheet = sheetOf(made)

  // At hand by the time the capsule has risen.
  useEffect(() => {
    const parts = [router.preloadRoute({ to: PAGES[leadsTo] }), import('./JustSealed.tsx')]
    void Promise.allSettled(parts)
  }, [router, leadsTo])

  function leave() {
    showJustSealed({ owner, id: capsuleId, type, openTime: unsealDate })
    keepNight(router, leadsTo)
    onRisen()
    if (reward > 0) toast(rewardText(reward), { ms: TOAST_ERROR_MS })
  }

  return (
    <Ritual label="胶囊正在升入夜空" onDone={leave}>
      <div className={styles.stage}>
        <div className={styles.paper} data-fades="" aria-hidden>
          <div className={styles.fold}>
            <b className={styles.title}>{sheet.title}</b>
          </div>
          <div className={styles.fold}>
            <p className={styles.written}>{sheet.line}</p>
          </div>
          <div className={styles.fold} />
        </div>
        <div className={styles.capsule} data-fades="">
          <CapsuleIcon colorIndex={colorIndex(Number(capsuleId))} type={type} size={120} />
        </div>
      </div>
    </Ritual>
  )
}
