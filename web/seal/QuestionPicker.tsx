import { Check } from 'lucide-react'
import { Sheet } from '#web/ui/Sheet.tsx'
import styles from './QuestionPicker.module.css'

type Props = {
  open: boolean
  choices: readonly string[]
  /** Questions of the other rows: none can be asked twice. */
  taken: readonly string[]
  chosen: string
  clearable: boolean
  onClose: () => void
  onPick: (question: string) => void
}

export function QuestionPicker({ open, choices, taken, chosen, clearable, onClose, onPick }: Props) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title="请选择您的问题">
      <ul className={styles.choices}>
        {choices.map((question) => (
          <li key={question}>
            <button
              type="button"
              disabled={taken.includes(question)}
              aria-pressed={question === chosen}
              onClick={() => onPick(question)}
            >
              {question}
              {question === chosen && <Check aria-hidden strokeWidth={1.75} />}
              {taken.includes(question) && <small>已选择</small>}
            </button>
          </li>
        ))}
        {clearable && chosen && (
          <li>
            <button type="button" onClick={() => onPick('')}>
              不使用这个问题
            </button>
          </li>
        )}
      </ul>
    </Sheet>
  )
}
