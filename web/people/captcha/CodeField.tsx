import type { Ref } from 'react'
import { CODE_LENGTH } from '#contract/limits.ts'
import { foldDigits } from '#contract/tel.ts'
import { TextField } from '#web/ui/Field.tsx'
import styles from './CodeField.module.css'
import type { Countdown } from './useCountdown.ts'

type Props = {
  ref?: Ref<HTMLInputElement>
  value: string
  onChange: (captcha: string) => void
  error?: string
  code: Countdown
  /** Called when the person asks for a code. */
  onSend: () => void
}

/** The verification code, with the button that sends one. */
export function CodeField({ ref, value, onChange, error, code, onSend }: Props) {
  return (
    <TextField
      ref={ref}
      label="验证码"
      name="captcha"
      placeholder={`请输入${CODE_LENGTH}位验证码`}
      value={value}
      onChange={(event) => onChange(foldDigits(event.target.value).slice(0, CODE_LENGTH))}
      error={error}
      size={CODE_LENGTH}
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="done"
      end={<SendButton code={code} onClick={onSend} />}
    />
  )
}

/** The button stays enabled while it counts down, so that another press gets an answer. */
function SendButton({ code, onClick }: { code: Countdown; onClick: () => void }) {
  const waiting = code.left > 0
  return (
    <button type="button" className={styles.send} data-waiting={waiting ? '' : undefined} onClick={onClick}>
      {waiting ? `${code.left}s` : code.again ? '重新发送' : '获取验证码'}
      {waiting && <span className="hidden">后可重新发送</span>}
    </button>
  )
}
