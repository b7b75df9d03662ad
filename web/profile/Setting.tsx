import { CalendarDays, FileText, ListChecks, MonitorSmartphone, ShieldCheck, UserRoundX } from 'lucide-react'
import { AGREEMENT, AGREEMENT_NAME } from '#contract/system.ts'
import { agreementPath } from '#web/agreement/agreementPath.ts'
import { call, useUser } from '#web/api.ts'
import { useDraftStore } from '#web/draft/draft.ts'
import { hasKept } from '#web/draft/kept.ts'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go, LOGIN } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Row, Rows } from '#web/ui/Rows.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AboutMe } from './AboutMe.tsx'
import { Bindings } from './Bindings.tsx'
import styles from './Setting.module.css'
import { ThemePicker } from './ThemePicker.tsx'
import { ThisDaySwitch } from './ThisDaySwitch.tsx'
import { useForgetPerson } from './useForgetPerson.ts'

const ENTRIES = [
  { label: '任务中心', path: '/subPages/me/taskCenter', icon: ListChecks },
  { label: '日历订阅', path: '/subPages/me/calendar', icon: CalendarDays },
  { label: '登录设备', path: '/subPages/me/sessions', icon: MonitorSmartphone },
  { label: AGREEMENT_NAME[AGREEMENT.terms], path: agreementPath(AGREEMENT.terms), icon: FileText },
  { label: AGREEMENT_NAME[AGREEMENT.privacy], path: agreementPath(AGREEMENT.privacy), icon: ShieldCheck },
  { label: '注销账号', path: '/subPages/me/cancelAccount', icon: UserRoundX },
]

export function Setting() {
  const query = useUser()
  const signOut = useSignOut()
  return (
    <Page title="设置" back>
      <Loaded query={query} shape={<Shape />}>
        {({ user }) => (
          <>
            <AboutMe user={user} />
            <Bindings user={user} />
            <ThisDaySwitch user={user} />
          </>
        )}
      </Loaded>
      <Rows label="更多">
        {ENTRIES.map(({ label, path, icon }) => (
          <Row key={path} label={label} icon={icon} onClick={() => go(path)} />
        ))}
      </Rows>
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

const SIGN_OUT = '确定退出登录吗？'
const UNSAVED = '还有没保存的内容，退出后将从本机删除'

/** Signs out here at once, whatever becomes of the call. */
function useSignOut() {
  const forgetPerson = useForgetPerson()
  const person = useUser().data?.user.id
  return async () => {
    const unsaved = useDraftStore.getState().draft !== undefined || (await hasKept(person))
    if (!(await confirm({ text: unsaved ? `${UNSAVED}。${SIGN_OUT}` : SIGN_OUT, danger: unsaved }))) return
    call('logout', {}).catch(() => undefined)
    forgetPerson()
    go(LOGIN, {}, { replace: true })
  }
}
