import { type FormEvent, useRef, useState } from 'react'
import { whyNotCaptcha, whyNotPassword, whyNotTel } from '#contract/account.ts'
import { CODE_LENGTH } from '#contract/limits.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { md5 } from '#web/ui/md5.ts'
import styles from './Login.module.css'
import { PasswordField } from './PasswordField.tsx'
import { TelField } from './TelField.tsx'
import type { Code } from './useCode.ts'
import { useSignIn } from './useSignIn.ts'

type Props = {
  call: 'register' | 'forgetPwd'
  action: string
  tel: string
  onTel: (tel: string) => void
  code: Code
}
type Tried = 'nothing' | 'code' | 'all'

/** Registers, or sets a new password: the same three fields. */
export function RegisterForm({ call, action, tel, onTel, code }: Props) {
  const [password, setPassword] = useState('')
  const [captcha, setCaptcha] = useState('')
  const [tried, setTried] = useState<Tried>('nothing')
  const captchaField = useRef<HTMLInputElement>(null)
  const signIn = useSignIn(call)
  const wrong = { tel: whyNotTel(tel), password: whyNotPassword(password), captcha: whyNotCaptcha(captcha) }

  const sendCode = () => {
    if (tried === 'nothing') setTried('code')
    if (wrong.tel || wrong.password) return
    code.send(tel, () => {
      setTried('code')
      captchaField.current?.focus()
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried('all')
    if (wrong.tel || wrong.password || wrong.captcha || signIn.isPending) return
    signIn.mutate({ tel, password: md5(password), captcha })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TelField value={tel} onChange={onTel} error={tried === 'nothing' ? undefined : wrong.tel} />
      <PasswordField
        label={call === 'register' ? '密码' : '新密码'}
        value={password}
        onChange={setPassword}
        error={tried === 'nothing' ? undefined : wrong.password}
        autoComplete="new-password"
      />
      <TextField
        ref={captchaField}
        label="验证码"
        name="captcha"
        placeholder="请输入4位验证码"
        value={captcha}
        onChange={(event) => setCaptcha(event.target.value.trim().slice(0, CODE_LENGTH))}
        error={tried === 'all' ? wrong.captcha : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        end={<CodeButton code={code} onClick={sendCode} />}
      />
      <Button type="submit" block busy={signIn.isPending}>
        {action}
      </Button>
    </form>
  )
}

/** Stays pressable while it counts, so that a repeat can be answered. */
function CodeButton({ code, onClick }: { code: Code; onClick: () => void }) {
  const waiting = code.left > 0
  return (
    <button type="button" className={styles.code} data-waiting={waiting ? '' : undefined} onClick={onClick}>
      {waiting ? `${code.left}s` : code.again ? '重新发送' : '获取验证码'}
      {waiting && <span className="hidden">后可重新发送</span>}
    </button>
  )
}
