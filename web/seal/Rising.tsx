import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CapsuleType } from '#contract/capsule.ts'
import { colorIndex } from '#contract/capsule.ts'
import { rewardText } from '#contract/diary.ts'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { SEALED } from '#contract/seal.ts'
import { Ritual } from '#web/capsule/Ritual.tsx'
import { clearDraft, useDraftStore } from '#web/draft/draft.ts'
import { dropSealed } from '#web/draft/files.ts'
import { forgetDraft } from '#web/draft/forgetDraft.ts'
import { leaveSeal } from '#web/draft/leaveSeal.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { toast } from '#web/ui/toast.tsx'
import { showJustSealed } from './justSealed.ts'
import styles from './Rising.module.css'
import type { Sheet } from './sheet.ts'

/** What was sealed, by whom and until when; `reward` as in `Sealed`. */
export type Risen = {
  capsuleId: string
  owner: string
  type: CapsuleType
  openTime: string
  reward: number
  sheet: Sheet
}

/** The ritual of sealing: the sheet that was written folds into a capsule that rises into the night; then home. */
export function Rising({ capsuleId, owner, type, openTime, reward, sheet }: Risen) {
  const queries = useQueryClient()

  useEffect(() => {
    const { draft } = useDraftStore.getState()
    dropSealed(draft?.content ?? [])
    if (draft) forgetDraft(draft.owner, { id: draft.draft_id, type: draft.type })
    clearDraft()
    toast(SEALED)
  }, [])

  function leave() {
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
    showJustSealed({ owner, id: capsuleId, type, openTime })
    leaveSeal()
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
