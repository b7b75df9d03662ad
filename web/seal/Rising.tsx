import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { colorIndex, TYPE } from '#contract/capsule.ts'
import { SEALED } from '#contract/seal.ts'
import { Ritual } from '#web/capsule/Ritual.tsx'
import { dropSealed } from '#web/graphic/making.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { toast } from '#web/ui/toast.tsx'
import { clearDraft, useDraftStore } from './draft.ts'
import { leaveSeal } from './leaveSeal.ts'
import styles from './Rising.module.css'

/** The ritual of sealing: paper folds into a capsule that rises into the night; then home. */
export function Rising({ capsuleId }: { capsuleId: string }) {
  const queries = useQueryClient()

  useEffect(() => {
    dropSealed(useDraftStore.getState().draft?.content ?? [])
    clearDraft()
    toast(SEALED)
  }, [])

  function leave() {
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
    leaveSeal()
  }

  return (
    <Ritual label="胶囊正在升入夜空" onDone={leave}>
      <div className={styles.stage}>
        <div className={styles.paper}>
          <div className={styles.fold} />
          <div className={styles.fold} />
          <div className={styles.fold} />
        </div>
        <div className={styles.capsule}>
          <CapsuleIcon colorIndex={colorIndex(Number(capsuleId))} type={TYPE.time} size={120} />
        </div>
      </div>
    </Ritual>
  )
}
