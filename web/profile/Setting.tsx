import {
  CalendarDays,
  FileText,
  Heart,
  ListChecks,
  type LucideIcon,
  MonitorSmartphone,
  ShieldCheck,
  UserRoundX,
} from 'lucide-react'
import type { PageName, PageQuery } from '#contract/pages.ts'
import { AGREEMENT, AGREEMENT_NAME } from '#contract/system.ts'
import { call, useUser } from '#web/api.ts'
import { hasAutosaved } from '#web/draft/autosave.ts'
import { useDraftStore } from '#web/draft/draft.ts'
import { hasWaiting } from '#web/draft/outbox.ts'
import { PageOf } from '#web/shell/PageOf.tsx'
import { confirm } from '#web/ui/ask.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyTray } from '#web/ui/drawings/EmptyTray.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Invitation, Panes } from '#web/ui/Panes.tsx'
import { Row, Rows } from '#web/ui/Rows.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { AboutMe } from './AboutMe.tsx'
import { Bindings } from './Bindings.tsx'
import styles from './Setting.module.css'
import { ThemePicker } from './ThemePicker.tsx'
import { ThisDaySwitch } from './ThisDaySwitch.tsx'
import { useForgetPerson } from './useForgetPerson.ts'
import { useSettingPage } from './useSettingPage.ts'

type Entry = { label: string; page: PageName; query?: PageQuery; icon: LucideIcon }
const ENTRIES: readonly Entry[] = [
  { label: '任务中心', page: 'taskCenter', icon: ListChecks },
  { label: '我的收藏', page: 'mylove', icon: Heart },
  { label: '日历订阅', page: 'calendar', icon: CalendarDays },
  { label: '登录设备', page: 'sessions', icon: MonitorSmartphone },
  {
    label: AGREEMENT_NAME[AGREEMENT.terms],
    page: 'userProtocol',
    query: { type: String(AGREEMENT.terms) },
    icon: FileText,
  },
  {
    label: AGREEMENT_NAME[AGREEMENT.privacy],
    page: 'userProtocol',
    query: { type: String(AGREEMENT.privacy) },
    icon: ShieldCheck,
  },
  { label: '注销账号', page: 'cancelAccount', icon: UserRoundX },
]

export function Setting() {
  const query = useUser()
  const signOut = useSignOut()
  const { wide, beside, type, open, isBeside } = useSettingPage()
  if (beside && !wide) return <PageOf name={beside} />

  const list = (
    <>
      <Loaded query={query} skeleton={<PageSkeleton />}>
        {({ user }) => (
          <>
            <AboutMe user={user} />
            <Bindings user={user} />
            <ThisDaySwitch user={user} />
          </>
        )}
      </Loaded>
      <Rows label="更多">
        {ENTRIES.map(({ label, page, query, icon }) => (
          <Row key={label} label={label} icon={icon} chosen={isBeside(page, query)} onClick={() => open(page, query)} />
        ))}
      </Rows>
      <ThemePicker />
      <div className={styles.leave}>
        <Button kind="secondary" block onClick={signOut}>
          退出登录
        </Button>
      </div>
    </>
  )
  return (
    <Page title="设置" back panes={wide}>
      {wide ? (
        <Panes
          chosen={beside && `${beside}${type}`}
          label="选中的设置"
          detail={beside && <PageOf name={beside} />}
          invitation={<Invitation drawing={<EmptyTray />} text="想看看什么，从左边选一项" />}
        >
          {list}
        </Panes>
      ) : (
        list
      )}
    </Page>
  )
}

/** Two groups of rows, still loading. */
const PageSkeleton = () => (
  <div className={styles.shape} aria-busy="true">
    <Skeletons count={2} height={180} />
  </div>
)

const SIGN_OUT = '确定退出登录吗？'
const UNSAVED = '还有没保存的内容，退出后将从本机删除'

/** Signs out here at once, whatever becomes of the call. */
function useSignOut() {
  const forgetPerson = useForgetPerson()
  const person = useUser().data?.user.id
  return async () => {
    const unsaved =
      useDraftStore.getState().draft !== undefined || (await hasAutosaved(person)) || (await hasWaiting(person))
    if (!(await confirm({ text: unsaved ? `${UNSAVED}。${SIGN_OUT}` : SIGN_OUT, danger: unsaved }))) return
    call('logout', {}).catch(() => undefined)
    forgetPerson()
    go('login', {}, { replace: true })
  }
}
