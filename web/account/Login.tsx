import { useState } from 'react'
import { back, go, history, LANDING, LOGIN, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './Login.module.css'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useCode } from './useCode.ts'

/** `flag` of the register view: 0 registers, 1 resets the password. */
const VIEWS: Record<string, { title: string; call: 'register' | 'forgetPwd'; greeting: string }> = {
  0: { title: '注册', call: 'register', greeting: '第一次见面，你好' },
  1: { title: '重置密码', call: 'forgetPwd', greeting: '验证手机号，设置新密码' },
}

export function Login() {
  const { flag = '' } = useQueryString()
  const view = VIEWS[flag]
  const [tel, setTel] = useState('')
  const code = useCode()
  return (
    <Page title={view?.title ?? '登录'} mood="universe" back={() => leave(view !== undefined)}>
      <div className={styles.card}>
        <p className={styles.greeting}>{view?.greeting ?? '欢迎回到时光胶囊'}</p>
        {view ? (
          <RegisterForm key={flag} call={view.call} action={view.title} tel={tel} onTel={setTel} code={code} />
        ) : (
          <LoginForm tel={tel} onTel={setTel} />
        )}
      </div>
    </Page>
  )
}

/** The first step back leaves the register view, the next one the sign-in. */
function leave(fromRegister: boolean): void {
  if (!fromRegister) go(LANDING, {}, { replace: true })
  else if (history.canGoBack()) back()
  else go(LOGIN, {}, { replace: true })
}
