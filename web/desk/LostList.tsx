import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { WRITING_NAME } from '#contract/desk.ts'
import { momentText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { EndlessList } from '#web/ui/EndlessList.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { useDeskPages } from './api.ts'
import styles from './History.module.css'

const lostOf = ({ lost }: Output<'deskLost'>) => lost

/** The entries that a loss took, and whose; no person is shown before a keeper asks, and every look is written down. */
export function LostList() {
  const [open, setOpen] = useState(false)
  if (open) return <Lines />
  return (
    <Button kind="quiet" onClick={() => setOpen(true)}>
      查看少了谁的内容（会记录）
    </Button>
  )
}

const Lines = () => (
  <EndlessList
    query={useDeskPages('deskLost', {}, lostOf)}
    label="少了的内容"
    className={styles.lines}
    render={({ user_id, kind, row_id, at }) => (
      <div className={styles.line}>
        <time className="muted">{momentText(at)}</time>
        <b>{`用户 ${user_id}`}</b>
        <span>{`${WRITING_NAME[kind]} ${row_id}`}</span>
      </div>
    )}
    empty={null}
    skeleton={<Skeletons count={3} height={56} />}
  />
)
