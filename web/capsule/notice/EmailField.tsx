import { useState } from 'react'
import { foldEmail, suggestEmail } from '#contract/email.ts'
import { TextField } from '#web/ui/Field.tsx'
import styles from './EmailField.module.css'

type Props = {
  value: string
  label?: string
  name?: string
  onChange: (email: string) => void
  error?: string
  hint?: string
}

/** An address for letters, with the domain that was probably meant one tap away. */
export function EmailField({ value, label = '邮箱', name = 'email', onChange, error, hint }: Props) {
  const [isTyping, setTyping] = useState(false)
  const meant = suggestEmail(value)
  function leave() {
    setTyping(false)
    const kept = foldEmail(value)
    if (kept !== value) onChange(kept)
  }
  return (
    <div className={styles.email}>
      <TextField
        label={label}
        name={name}
        type="email"
        inputMode="email"
        autoComplete={name === 'email' ? 'email' : 'off'}
        placeholder="请输入邮箱"
        value={value}
        error={error}
        hint={hint}
        onFocus={() => setTyping(true)}
        onBlur={leave}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      <div role="status">
        {meant && !(isTyping && meant.unfinished) && (
          <button type="button" className={styles.take} onClick={() => onChange(meant.email)}>
            {meant.text}
          </button>
        )}
      </div>
    </div>
  )
}
