import { type FormEvent, useState } from 'react'
import { whyNotPassword } from '#contract/account.ts'
import { whyNotTel } from '#contract/tel.ts'
import { Button } from '#web/ui/Button.tsx'
import { focusWrong } from '#web/ui/focusWrong.ts'
import { go } from '#web/ui/location.ts'
import { md5 } from '#web/ui/md5.ts'
import { PasswordField } from '#web/ui/PasswordField.tsx'
import { ConsentBox } from './Consent.tsx'
import styles from './Login.module.css'
import { TelField } from './TelField.tsx'
import { rememberTyped, type Typed } from './typed.ts'
import type { Consent } from './useConsent.ts'
import { useSignIn } from './useSignIn.ts'

export type FormProps = {
  flag: string
  /** The fields as they stood before the person left to read an agreement. */
  before: Typed | undefined
  tel: string
  onTel: (tel: string) => void
  consent: Consent
}

export function LoginForm({ flag, before, tel, onTel, consent }: FormProps) {
  const [password, setPassword] = useState(before?.password ?? '')
  const [tried, setTried] = useState(false)
  const { signIn, isPending, wrongAt, edited } = useSignIn('login')
  const wrong = { tel: whyNotTel(tel), password: whyNotPassword(password) }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (wrong.tel || wrong.password) return focusWrong(event.currentTarget, wrong)
    if (isPending) return
    const form = event.currentTarget
    void consent.whenAgreed(() => signIn({ tel, password: md5(password) }, { form }))
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TelField value={tel} onChange={edited(onTel)} error={tried ? (wrong.tel ?? wrongAt('tel')) : undefined} />
      <PasswordField
        value={password}
        onChange={edited(setPassword)}
        error={tried ? (wrong.password ?? wrongAt('password')) : undefined}
        autoComplete="current-password"
      />
      <div className={styles.links}>
        <LinkButton flag="1">忘记密码？</LinkButton>
        <LinkButton flag="0">立即注册</LinkButton>
      </div>
      <ConsentBox consent={consent} onRead={() => rememberTyped({ flag, tel, password })} />
      <Button type="submit" block busy={isPending}>
        登录
      </Button>
    </form>
  )
}

function LinkButton({ flag, children }: { flag: string; children: string }) {
  return (
    <button type="button" className={styles.link} onClick={() => go('login', { flag })}>
      {children}
    </button>
  )
}
