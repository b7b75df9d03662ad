import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { PASSWORD_MIN_CHARS } from '#contract/limits.ts'
import { TextField } from './Field.tsx'
import styles from './PasswordField.module.css'

type Props = {
  label?: string
  value: string
  onChange: (password: string) => void
  error?: string
  autoComplete: 'current-password' | 'new-password'
}

/** A masked password that can be shown. */
export function PasswordField({ label = '密码', value, onChange, error, autoComplete }: Props) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <TextField
      label={label}
      name="password"
      type={shown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      placeholder={autoComplete === 'new-password' ? `请输入密码，至少${PASSWORD_MIN_CHARS}位` : '请输入密码'}
      enterKeyHint="go"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      end={
        <button
          type="button"
          className={styles.eye}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      }
    />
  )
}
