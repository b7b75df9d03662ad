import { type FormEvent, useRef, useState } from 'react'
import { whyNotPassword } from '#contract/account.ts'
import { whyNotCaptcha } from '#contract/captcha.ts'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { whyNotTel } from '#contract/tel.ts'
import { askEnded } from '#web/client/whyEnded.ts'
import { CodeField } from '#web/people/captcha/CodeField.tsx'
import type { Code } from '#web/people/captcha/useCode.tsx'
import { Button } from '#web/ui/Button.tsx'
import { focusWrong } from '#web/ui/focusWrong.ts'
import { md5 } from '#web/ui/md5.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ConsentBox } from './Consent.tsx'
import styles from './Login.module.css'
import type { FormProps } from './LoginForm.tsx'
import { TelField } from './TelField.tsx'
import { rememberTyped } from './typed.ts'
import { useSignIn } from './useSignIn.ts'

type Props = FormProps & { call: 'register' | 'forgetPwd'; action: string; code: Code }
type Tried = 'nothing' | 'code' | 'all'

/** Registers, or sets a new password: the same three fields. */
export function RegisterForm({ call, action, code, flag, before, tel, onTel, consent }: Props) {
  const [password, setPassword] = useState(before?.password ?? '')
  const [captcha, setCaptcha] = useState(before?.captcha ?? '')
  const [tried, setTried] = useState<Tried>('nothing')
  const captchaField = useRef<HTMLInputElement>(null)
  const { signIn, isPending, wrongAt, edited } = useSignIn(call)
  const wrong = { tel: whyNotTel(tel), password: whyNotPassword(password), captcha: whyNotCaptcha(captcha) }

  const awaitCode = () => {
    setTried('code')
    captchaField.current?.focus()
  }
  // The number is not sent before the person agrees.
  const sendCode = async () => {
    if (tried === 'nothing') setTried('code')
    if (wrong.tel || wrong.password) return
    const ended = call === 'register' ? await askEnded('accounts') : undefined
    if (ended) return void toast(ended, { ms: TOAST_ERROR_MS })
    void consent.whenAgreed(() => code.send(tel, awaitCode))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried('all')
    if (wrong.tel || wrong.password || wrong.captcha) return focusWrong(event.currentTarget, wrong)
    if (isPending) return
    const form = event.currentTarget
    void consent.whenAgreed(() => signIn({ tel, password: md5(password), captcha }, { form }))
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TelField
        value={tel}
        onChange={edited(onTel)}
        error={tried === 'nothing' ? undefined : (wrong.tel ?? wrongAt('tel'))}
      />
      <PasswordField
        label={call === 'register' ? '密码' : '新密码'}
        value={password}
        onChange={edited(setPassword)}
        error={tried === 'nothing' ? undefined : (wrong.password ?? wrongAt('password'))}
        autoComplete="new-password"
      />
      <CodeField
        ref={captchaField}
        value={captcha}
        onChange={edited(setCaptcha)}
        error={tried === 'all' ? (wrong.captcha ?? wrongAt('captcha')) : undefined}
        code={code}
        onSend={sendCode}
      />
      <ConsentBox consent={consent} onRead={() => rememberTyped({ flag, tel, password, captcha })} />
      <Button type="submit" block busy={isPending}>
        {action}
      </Button>
    </form>
  )
}
