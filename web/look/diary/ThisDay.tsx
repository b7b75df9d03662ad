import { X } from 'lucide-react'
import { TYPE_KIND } from '#contract/capsule.ts'
import type { ThisDayRow } from '#contract/diary.ts'
import { KIND_NAME } from '#contract/wallet.ts'
import { isOrdinaryDiary } from '#web/capsule/detail/openDiary.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import styles from './ThisDay.module.css'
import type { Memories } from './useThisDay.ts'

type Props = { memories: Memories; onOpen: (row: ThisDayRow) => void }

/** 那年今日: the diaries of this day in earlier years. Its ✕ hides it for today; the settings turn it off for good. */
export const ThisDay = ({ memories: { rows, readOn, busy, hide }, onOpen }: Props) => (
  <section className={styles.card} aria-labelledby="this-day">
    <header className={styles.head}>
      <h2 id="this-day">那年今日</h2>
      <IconButton label="今天不看那年今日" icon={X} size={20} onClick={hide} />
    </header>
    <ul>
      {rows.map((row) => (
        <li key={row.id}>
          <Memory row={row} onOpen={() => onOpen(row)} />
        </li>
      ))}
    </ul>
    {readOn && (
      <Button kind="quiet" busy={busy} onClick={() => void readOn()}>
        更多
      </Button>
    )}
  </section>
)

const Memory = ({ row, onOpen }: { row: ThisDayRow; onOpen: () => void }) => (
  <button type="button" className={styles.memory} onClick={onOpen}>
    <span className={styles.years}>{row.years}年前的今天</span>
    <span className={styles.kind}>{kindText(row)}</span>
    <b className={styles.title}>{row.title}</b>
  </button>
)

const kindText = (row: ThisDayRow): string => (isOrdinaryDiary(row) ? '日记' : KIND_NAME[TYPE_KIND[row.type]])
