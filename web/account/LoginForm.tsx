import { type FormEvent, useState } from 'react'
import { whyNotPassword, whyNotTel } from '#contract/account.ts'
import { Button } from '#web/ui/Button.tsx'
import { go, LOGIN } from '#web/ui/location.ts'
import { md5 } from '#web/ui/md5.ts'
import styles from './Login.module.css'
import { PasswordField } from './PasswordField.tsx'
import { TelField } from './TelField.tsx'
import { useSignIn } from './useSignIn.ts'

export function LoginForm({ tel, onTel }: { tel: string; onTel: (tel: string) => void }) {
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const login = useSignIn('login')
  const wrong = { tel: whyNotTel(tel), password: whyNotPassword(password) }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (wrong.tel || wrong.password || login.isPending) return
    login.mutate({ tel, password: md5(password) })
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TelField value={tel} onChange={onTel} error={tried ? wrong.tel : undefined} />
      <PasswordField
        value={password}
        onChange={setPassword}
        error={tried ? wrong.password : undefined}
        autoComplete="current-password"
      />
      <div className={styles.links}>
        <LinkButton flag="1">忘记密码？</LinkButton>
        <LinkButton flag="0">立即注册</LinkButton>
      </div>
      <Button type="submit" block busy={login.isPending}>
        登录
      </Button>
    </form>
  )
}

function LinkButton({ flag, children }: { flag: string; children: string }) {
  return (
    <button type="button" className={styles.link} onClick={() => go(LOGIN, { flag })}>
      {children}
    </button>
  )
}
