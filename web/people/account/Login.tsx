import { useEffect, useState } from 'react'
import { inFrame } from '#web/client/siteRoute.ts'
import { device } from '#web/client/storage/storage.ts'
import { SiteLines } from '#web/people/about/SiteLines.tsx'
import { useCode } from '#web/people/captcha/useCode.tsx'
import { back, go, history, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { PlatformIcon } from '#web/ui/PlatformIcon.tsx'
import styles from './Login.module.css'
import { LoginForm } from './LoginForm.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { SocialSignIn } from './SocialSignIn.tsx'
import { forgetTyped, typedBefore } from './typed.ts'
import { useConsent } from './useConsent.ts'
import { SIGN_IN_LOST } from './useSignIn.ts'
import { useSocialReturn } from './useSocialReturn.ts'

/** `flag` of the register view: 0 registers, 1 resets the password. */
const VIEWS: Record<string, { title: string; call: 'register' | 'forgetPwd'; greeting: string }> = {
  0: { title: '注册', call: 'register', greeting: '第一次见面，你好' },
  1: { title: '重置密码', call: 'forgetPwd', greeting: '验证手机号，设置新密码' },
}

export function Login() {
  const { flag = '', sealing } = useQueryString()
  const view = VIEWS[flag]
  const [before] = useState(typedBefore)
  const [tel, setTel] = useState(before?.tel ?? '')
  const code = useCode()
  const consent = useConsent()
  const arriving = useSocialReturn(consent)
  useEffect(forgetTyped, [])
  const form = { flag, before: before?.flag === flag ? before : undefined, tel, onTel: setTel, consent }
  return (
    <Page title={view?.title ?? '登录'} mood="universe" back={() => leave(view !== undefined)}>
      {arriving ? (
        <div className={styles.arriving} role="status">
          <PlatformIcon provider={arriving} size={40} />
          正在登录…
        </div>
      ) : (
        <div className={styles.card}>
          <p className={styles.greeting}>
            {sealing ? `信已存好，${view?.title ?? '登录'}后接着封存` : (view?.greeting ?? '欢迎回到时光胶囊')}
          </p>
          {!device.isThere() && <p className="muted">{SIGN_IN_LOST}</p>}
          {view ? (
            <>
              <RegisterForm key={flag} {...form} call={view.call} action={view.title} code={code} />
              {sealing && <ToLogin sealing={sealing} />}
            </>
          ) : (
            <>
              <LoginForm {...form} />
              <SocialSignIn consent={consent} />
            </>
          )}
        </div>
      )}
      <SiteLines />
      {code.dialog}
    </Page>
  )
}

/** For a person who was led to 注册 with their letter, and has an account. */
const ToLogin = ({ sealing }: { sealing: string }) => (
  <button type="button" className={styles.link} onClick={() => go('login', { sealing }, { replace: true })}>
    已有账号？去登录
  </button>
)

/**
 * The first step back leaves the register view, the next one the sign-in page. In the shell's frame, which a reload makes
 * anew, the browser's own history may belong to the former frame.
 */
function leave(fromRegister: boolean): void {
  if (!fromRegister) go('landing', {}, { replace: true })
  else if (history.canGoBack() && !inFrame()) back()
  else go('login', {}, { replace: true })
}
