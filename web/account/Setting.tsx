import { FileText, ListChecks, MonitorSmartphone, ShieldCheck, UserRoundX } from 'lucide-react'
import { call, useUser } from '#web/api.ts'
import { AboutMe } from '#web/profile/AboutMe.tsx'
import { Bindings } from '#web/profile/Bindings.tsx'
import { LoadFailed } from '#web/profile/LoadFailed.tsx'
import { useForgetPerson } from '#web/profile/useForgetPerson.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { go, LOGIN } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EntryList } from './EntryList.tsx'
import styles from './Setting.module.css'
import { ThemePicker } from './ThemePicker.tsx'

const ENTRIES = [
  { label: '任务中心', path: '/subPages/me/taskCenter', icon: ListChecks },
  { label: '登录设备', path: '/subPages/me/sessions', icon: MonitorSmartphone },
  { label: '用户协议', path: '/subPages/me/userProtocol?type=0', icon: FileText },
  { label: '隐私政策', path: '/subPages/me/userProtocol?type=1', icon: ShieldCheck },
  { label: '注销账号', path: '/subPages/me/cancelAccount', icon: UserRoundX },
] as const

export function Setting() {
  const user = useUser()
  const signOut = useSignOut()
  return (
    <Page title="设置" back>
      {user.data ? (
        <>
          <AboutMe user={user.data.user} />
          <Bindings user={user.data.user} />
        </>
      ) : user.error ? (
        <LoadFailed query={user} />
      ) : (
        <Shape />
      )}
      <section className={styles.group} aria-label="更多">
        <EntryList entries={ENTRIES} />
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

/** Two groups of rows, still loading. */
const Shape = () => (
  <div className={styles.shape} aria-busy="true">
    {[1, 2].map((group) => (
      <Skeleton key={group} height={180} />
    ))}
  </div>
)

/** Signs out here at once, whatever becomes of the call. */
function useSignOut() {
  const forgetPerson = useForgetPerson()
  return async () => {
    if (!(await confirm({ text: '确定退出登录吗？' }))) return
    call('logout', {}).catch(() => undefined)
    forgetPerson()
    go(LOGIN, {}, { replace: true })
  }
}
