import { Mail, MailOpen, Send } from 'lucide-react'
import { type Letter, STATUS } from '#contract/capsule.ts'
import { dateText, formatChina } from '#contract/time.ts'
import { now } from '#web/ui/clock.ts'
import { go } from '#web/ui/location.ts'
import { Row, Rows } from '#web/ui/Rows.tsx'
import styles from './Between.module.css'

/** A title that its sender keeps until it is opened. */
const UNTITLED = '给你的一枚胶囊'

/** The capsules that two people sent each other, the first one first; each leads to its own page. `here`: the one whose page this is. */
export const Letters = ({ letters, here }: { letters: readonly Letter[]; here: string }) => (
  <Rows title="往来">
    {letters.map((letter) => (
      <Row
        key={letter.id}
        label={letter.long_tag || UNTITLED}
        icon={letter.mine ? Send : letter.status === STATUS.unsealed ? MailOpen : Mail}
        value={<State letter={letter} />}
        chosen={letter.id === here}
        onClick={() => letter.id !== here && go('capsuleDetail', { id: letter.id, isOther: '0' })}
      />
    ))}
  </Rows>
)

const State = ({ letter }: { letter: Letter }) => (
  <span className={styles.state}>
    <span>{letter.mine ? '寄出' : '收到'}</span>
    <span>{stateText(letter)}</span>
  </span>
)

function stateText({ status, open_time }: Letter): string {
  if (status === STATUS.unsealed) return '已打开'
  return open_time <= formatChina(now()) ? '可以打开了' : `${dateText(open_time)} 打开`
}
