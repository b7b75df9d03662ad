import { MailCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { CANCELLED_NAME } from '#contract/profile.ts'
import { tab } from '#web/client/storage/storage.ts'
import { type Choice, Choices } from '#web/ui/Choices.tsx'
import { countText } from '#web/ui/format.ts'
import styles from './CancelAccount.module.css'

const ICON = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const
const CHOICES: readonly Choice<'1' | '0'>[] = [
  { value: '1', name: '仍送到 TA 手里', picture: <MailCheck {...ICON} /> },
  { value: '0', name: '一起删除', picture: <Trash2 {...ICON} /> },
]
const KEEP = 'keepLetters'

/** How many there are, as far as that is known. */
export type Sent = Output<'sentLetters'> | undefined
export type Keeping = { keep: 0 | 1; choose: (value: '1' | '0') => void }

/** Whether capsules for others still reach them; the choice outlasts a visit to a platform. */
export function useKeeping(): Keeping {
  const [keep, setKeep] = useState(() => tab.getItem(KEEP) !== '0')
  function choose(value: '1' | '0') {
    tab.setItem(KEEP, value)
    setKeep(value === '1')
  }
  return { keep: keep ? 1 : 0, choose }
}

/** Whether they are kept, for the last question; nothing where there are none. */
export const lettersText = (sent: Sent, keep: 0 | 1): string => {
  if (sent?.letters === 0) return ''
  return keep ? `你寄给别人的${howMany(sent)}胶囊仍会送到 TA 手里。` : `你寄给别人的${howMany(sent)}胶囊也会一起删除。`
}

const howMany = (sent: Sent): string => (sent ? ` ${countText(sent.letters)} 枚` : '')

/** Asks it where there are any, or where that is not known. */
export function Letters({ sent, keeping: { keep, choose } }: { sent: Sent; keeping: Keeping }) {
  if (sent?.letters === 0) return null
  return (
    <div className={styles.letters}>
      <Choices title={`你寄给别人的${howMany(sent)}胶囊`} choices={CHOICES} chosen={String(keep)} onChoose={choose} />
      {keep ? (
        <p className="muted">
          到那天照常送到，寄信人显示为「{CANCELLED_NAME}」；TA 打开以后，也一直看得到。此后谁都不能再撤回。
          {sent?.asking !== 0 && '设过的问题不会变，知道答案的人才能打开。'}
        </p>
      ) : (
        <p className="muted">TA 再也收不到，已经打开的也不能再看。</p>
      )}
    </div>
  )
}
