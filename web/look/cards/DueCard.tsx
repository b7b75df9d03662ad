import { ChevronRight } from 'lucide-react'
import { colorIndex } from '#contract/capsule.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { CardRow } from '#web/ui/Card.tsx'
import { go } from '#web/ui/location.ts'
import styles from './DueCard.module.css'
import { useClosed } from './useClosed.ts'

/** The day has come: the first thing one sees. One leads to where it is opened, several to the list, where they stand first. */
export function DueCard() {
  const closed = useClosed()
  if (!closed?.due) return null
  const { due, due_id } = closed
  return (
    <CardRow
      small
      outlined
      className={styles.card}
      start={
        <span className={styles.glow}>
          <CapsuleIcon colorIndex={colorIndex(Number(due_id))} type={0} size={44} open />
        </span>
      }
      end={<ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => (due === 1 ? go('unseal', { id: due_id }) : go('meCapsule'))}
    >
      <b>有{due}枚胶囊等你打开</b>
      <span className="muted">约定的日子到了</span>
    </CardRow>
  )
}
