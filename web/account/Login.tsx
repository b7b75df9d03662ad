import { useState } from 'react'
import { back, go, history, LANDING, LOGIN, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './Login.module.css'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useCode } from './useCode.ts'

/** `flag` of the register view: 0 registers, 1 resets the password. */
const VIEWS: Record<string, { title: string; call: 'register' | 'forgetPwd'; action: string }> = {
  0: { title: '注册', call: 'register', action: '注册' },
  1: { title: '重置密码', call: 'forgetPwd', action: '重置密码' },
}

export function Login() {
  const { flag = '' } = useQueryString()
  const view = VIEWS[flag]
  const [tel, setTel] = useState('')
  const code = useCode()
  return (
    <Page title={view?.title ?? '登录'} mood="universe" back={() => leave(view !== undefined)}>
      <div className={styles.card}>
        <p className={styles.greeting}>{view ? '手机号验证后即可使用' : '欢迎回到时光胶囊'}</p>
        {view ? (
          <RegisterForm key={flag} {...view} tel={tel} onTel={setTel} code={code} />
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
