import { Check } from 'lucide-react'
import { ChoiceList, ChoiceRow } from '#web/ui/Choices.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

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
      <ChoiceList>
        {choices.map((question) => (
          <ChoiceRow
            key={question}
            disabled={taken.includes(question)}
            aria-pressed={question === chosen}
            end={
              <>
                {question === chosen && <Check aria-hidden strokeWidth={1.75} />}
                {taken.includes(question) && <small className="muted">已选择</small>}
              </>
            }
            onClick={() => onPick(question)}
          >
            {question}
          </ChoiceRow>
        ))}
        {clearable && chosen && <ChoiceRow onClick={() => onPick('')}>不使用这个问题</ChoiceRow>}
      </ChoiceList>
    </Sheet>
  )
}
