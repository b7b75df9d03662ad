import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { ANSWER_MAX_CHARS } from '#contract/limits.ts'
import type { QuestionRow } from '#contract/seal.ts'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './Seal.module.css'
import { Wrong } from './Wrong.tsx'

export const ROW_NAMES = ['第一个问题', '第二个问题', '第三个问题'] as const

type Props = {
  /** Which row it is; the first is required. */
  at: number
  row: QuestionRow
  wrong: Partial<QuestionRow>
  onChoose: () => void
  onAnswer: (answer: string) => void
}

/** A question to be chosen, and its answer. */
export function Question({ at, row, wrong, onChoose, onAnswer }: Props) {
  const noteId = useId()
  return (
    <Card as="section" small aria-label={ROW_NAMES[at]}>
      <div>
        <button
          type="button"
          name={`question${at}`}
          className={styles.line}
          aria-haspopup="dialog"
          aria-describedby={wrong.question && noteId}
          onClick={onChoose}
        >
          <span className="hidden">{ROW_NAMES[at]}：</span>
          <span className={row.question ? styles.question : styles.noQuestion}>{row.question || '请选择您的问题'}</span>
          <small>{at === 0 ? '必填' : '选填'}</small>
          <ChevronRight aria-hidden strokeWidth={1.75} />
        </button>
        <Wrong id={noteId} text={wrong.question} />
      </div>
      {row.question && (
        <TextField
          label="答案"
          name={`answer${at}`}
          placeholder="请输入答案"
          value={row.answer}
          error={wrong.answer}
          maxLength={ANSWER_MAX_CHARS * 2}
          autoComplete="off"
          onChange={(event) => onAnswer(event.target.value)}
        />
      )}
    </Card>
  )
}
