import { useQueryClient } from '@tanstack/react-query'
import { call, useUser } from '#web/api.ts'
import { clearToken, forgetRoute } from '#web/session.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { maskTel } from '#web/ui/format.ts'
import { go, LOGIN } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './Setting.module.css'
import { ThemePicker } from './ThemePicker.tsx'

export function Setting() {
  const { data, error } = useUser()
  const user = data?.user
  const missing = error ? '加载失败' : '…'
  const signOut = useSignOut()
  return (
    <Page title="设置" back>
      <section className={styles.group} aria-labelledby="account">
        <h2 id="account" className={styles.heading}>
          账号
        </h2>
        <dl className={styles.rows}>
          <div>
            <dt>昵称</dt>
            <dd>{user?.nickname ?? missing}</dd>
          </div>
          <div>
            <dt>手机号</dt>
            <dd>{user ? maskTel(user.tel) : missing}</dd>
          </div>
        </dl>
      </section>
      <ThemePicker />
      <div className={styles.leave}>
        <Button kind="secondary" block onClick={signOut}>
          退出登录
        </Button>
      </div>
    </Page>
  )
}

/** Signs out here at once, whatever becomes of the call. */
function useSignOut() {
  const client = useQueryClient()
  return async () => {
    if (!(await confirm({ text: '确定退出登录吗？' }))) return
    call('logout', {}).catch(() => undefined)
    clearToken()
    forgetRoute()
    client.clear()
    go(LOGIN, {}, { replace: true })
  }
}
