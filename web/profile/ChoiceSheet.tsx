import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import styles from './ChoiceSheet.module.css'

type Choice = { value: string; name: string; face: ReactNode }
type ChoicesProps = {
  title: string
  choices: readonly Choice[]
  chosen: string
  /** Another way to a thing of one's own, after the choices. */
  more?: ReactNode
  onClose: () => void
  /** Another choice than the one before was confirmed. */
  onPick: (value: string) => void
}

/** One of a few things, taken by 确定; 取消 and an unchanged choice change nothing. */
export function ChoiceSheet({ open, ...choices }: ChoicesProps & { open: boolean }) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && choices.onClose()} title={choices.title}>
      <Choices {...choices} />
    </Sheet>
  )
}

function Choices({ title, choices, chosen, more, onClose, onPick }: ChoicesProps) {
  const [wished, setWished] = useState(chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    if (wished !== chosen) onPick(wished)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <fieldset className={styles.choices} data-many={choices.length > 2 || undefined}>
        <legend className="hidden">{title}</legend>
        {choices.map(({ value, name, face }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name="choice"
              className="hidden"
              checked={wished === value}
              onChange={() => setWished(value)}
            />
            {face}
            <span>{name}</span>
          </label>
        ))}
        {more}
      </fieldset>
      <div className={styles.buttons}>
        <Button kind="secondary" onClick={onClose}>
          取消
        </Button>
        <Button type="submit">确定</Button>
      </div>
    </form>
  )
}
