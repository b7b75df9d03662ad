import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './ColourPanel.module.css'
import { readColour } from './colours.ts'

const NO_COLOUR = '请填写颜色，例如#5152c9'

type Props = {
  /** The colour of the text under the caret, when it is none of the presets. */
  now: string | undefined
  onPick: (colour: string) => void
}

/** A colour of one's own, as hex or rgba. Which one can be read is for the person to say. */
export function OwnColour({ now = '', onPick }: Props) {
  const [typed, setTyped] = useState(now)
  const [error, setError] = useState<string>()
  const colour = readColour(typed)

  function change(next: string) {
    setTyped(next)
    setError(undefined)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (colour) onPick(colour)
    else setError(NO_COLOUR)
  }

  return (
    <form className={styles.own} onSubmit={submit} noValidate>
      <TextField
        label="自选颜色"
        hideLabel
        placeholder="自选颜色：#hex 或 rgba"
        value={typed}
        error={error}
        onChange={(event) => change(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        end={<i className={styles.sample} style={{ background: colour }} aria-hidden />}
      />
      <Button type="submit" kind="secondary">
        使用
      </Button>
    </form>
  )
}
