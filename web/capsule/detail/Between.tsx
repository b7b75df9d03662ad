import type { Detail } from '#contract/capsule.ts'
import { STATUS } from '#contract/capsule.ts'
import { Answer, WriteAnswer } from './Answer.tsx'
import styles from './Between.module.css'
import { Letters } from './Letters.tsx'
import { SendBack } from './SendBack.tsx'

type Props = { capsule: Detail; onlyLooks?: boolean | undefined }

/**
 * All between the two people of a capsule for somebody: the answer of who opened it, and the capsules that were sent back and
 * forth; for who opened it, the ways to answer. Nothing of a capsule for oneself.
 */
export function Between({ capsule, onlyLooks }: Props) {
  const { answer, letters, received_as, status, user } = capsule
  const answers = received_as !== undefined && status === STATUS.unsealed && !user.cancelled && !onlyLooks
  if (!answer && !letters && !answers) return null
  return (
    <section className={styles.between} aria-label="往来">
      {answer ? <Answer answer={answer} /> : answers && <WriteAnswer capsuleId={capsule.id} />}
      {letters && <Letters letters={letters} here={capsule.id} />}
      {answers && <SendBack capsule={capsule} />}
    </section>
  )
}
