import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { type Choice, Choices } from '#web/ui/Choices.tsx'
import dialog from '#web/ui/dialog.module.css'
import { Sheet } from '#web/ui/Sheet.tsx'
import styles from './ChoiceSheet.module.css'

type ChoicesProps = {
  title: string
  choices: readonly Choice<string>[]
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
      <Wish {...choices} />
    </Sheet>
  )
}

function Wish({ title, choices, chosen, more, onClose, onPick }: ChoicesProps) {
  const [wished, setWished] = useState(chosen)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    if (wished !== chosen) onPick(wished)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Choices inSheet title={title} choices={choices} chosen={wished} onChoose={setWished} more={more} />
      <div className={dialog.buttons}>
        <Button kind="secondary" onClick={onClose}>
          取消
        </Button>
        <Button type="submit">确定</Button>
      </div>
    </form>
  )
}
