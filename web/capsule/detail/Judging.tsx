import { ChartNoAxesColumn } from 'lucide-react'
import { useState } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { EARLY_NEVER_COUNTS, type Judgement, RESULT_NAME } from '#contract/judge.ts'
import { dateText } from '#contract/time.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { go } from '#web/ui/location.ts'
import { useStayingFocus } from '#web/ui/useStayingFocus.ts'
import styles from './Judging.module.css'
import { JudgingForm } from './JudgingForm.tsx'
import { RESULT_ICON } from './resultIcon.ts'

/** The owner's judgement of an opened prediction: to be written, read and changed; with `onlyLooks` read alone. */
export function Judging({ capsule, onlyLooks }: { capsule: Detail; onlyLooks?: boolean | undefined }) {
  const [changing, setChanging] = useState(false)
  const { judgement, open_at, open_time } = capsule
  const isEarly = open_at < open_time
  const isSaid = judgement && !changing
  const staying = useStayingFocus(isSaid)
  if (onlyLooks && !judgement) return null
  return (
    <Card as="section" small outlined className={styles.judging} aria-label="对预测的判断" {...staying}>
      {isSaid ? (
        <Judged judgement={judgement} onChange={onlyLooks ? undefined : () => setChanging(true)} />
      ) : (
        <JudgingForm capsule={capsule} onClose={() => setChanging(false)} />
      )}
      {isEarly && <p className="muted">{EARLY_NEVER_COUNTS}</p>}
    </Card>
  )
}

function Judged({ judgement, onChange }: { judgement: Judgement; onChange: (() => void) | undefined }) {
  const { result, text, judged_at } = judgement
  const Icon = RESULT_ICON[result]
  return (
    <>
      <h3 className={styles.result} data-result={result}>
        <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
        {RESULT_NAME[result]}
      </h3>
      {text && <p className={styles.text}>{text}</p>}
      <footer className={styles.foot}>
        <span className="muted">判断于 {dateText(judged_at)}</span>
        {onChange && (
          <span className={styles.buttons}>
            <Button kind="quiet" label="修改判断" onClick={onChange}>
              修改
            </Button>
            <Button kind="quiet" onClick={() => go('forecastRecord')}>
              <ChartNoAxesColumn size={18} strokeWidth={1.75} aria-hidden="true" />
              预测战绩
            </Button>
          </span>
        )}
      </footer>
    </>
  )
}
