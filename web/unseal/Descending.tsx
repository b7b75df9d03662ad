import { useEffect } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { UNSEALED } from '#contract/unseal.ts'
import { Ritual } from '#web/capsule/Ritual.tsx'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './Descending.module.css'

/** The ritual of opening: the capsule comes down, opens, and its light becomes paper. */
export function Descending({ capsule, onDone }: { capsule: Detail; onDone: () => void }) {
  useEffect(() => toast(UNSEALED), [])

  return (
    <Ritual label="胶囊正在打开" onDone={onDone}>
      <div className={styles.capsule}>
        <span className={styles.closed}>
          <CapsuleIcon colorIndex={capsule.colorIndex} type={capsule.type} size={148} />
        </span>
        <span className={styles.open}>
          <CapsuleIcon colorIndex={capsule.colorIndex} type={capsule.type} size={148} open />
        </span>
      </div>
      <div className={styles.light} />
    </Ritual>
  )
}
