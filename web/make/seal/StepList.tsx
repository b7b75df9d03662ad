import { Check } from 'lucide-react'
import { STEP_NAME } from '#contract/seal.ts'
import styles from './StepList.module.css'
import type { Step } from './steps.ts'

type Props = {
  steps: readonly Step[]
  /** Which of them is shown. */
  at: number
  /** The form is being sent: no step can be gone back to. */
  busy?: boolean
  onBack: (passed: Step) => void
}

/** The steps of a sealing: those that are passed lead back, those to come wait. */
export function StepList({ steps, at, busy, onBack }: Props) {
  return (
    <ol className={styles.steps} aria-label={`第${at + 1}步，共${steps.length}步`}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          {index < at ? (
            <button
              type="button"
              className={styles.step}
              aria-label={`${STEP_NAME[step]}，已完成`}
              disabled={busy}
              onClick={() => onBack(step)}
            >
              <i>
                <Check aria-hidden strokeWidth={2.25} />
              </i>
              {STEP_NAME[step]}
            </button>
          ) : (
            <span className={styles.step}>
              <i aria-hidden>{index + 1}</i>
              {STEP_NAME[step]}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
