import {
  Archive,
  BookPlus,
  CalendarDays,
  FileText,
  Heart,
  Info,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  MonitorSmartphone,
  ShieldCheck,
  UserRoundMinus,
  UserRoundX,
} from 'lucide-react'
import { ARCHIVE_TITLE } from '#contract/archive.ts'
import { FEEDBACK_TITLE } from '#contract/feedback.ts'
import { MOVE_IN_TITLE } from '#contract/importSource.ts'
import type { PageName, PageQuery } from '#contract/pages.ts'
import { AGREEMENT, AGREEMENT_NAME } from '#contract/system.ts'
import { useUser } from '#web/client/api.ts'
import { signOut } from '#web/people/account/signOut.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyTray } from '#web/ui/drawings/EmptyTray.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Page } from '#web/ui/Page.tsx'
import { PageOf } from '#web/ui/PageOf.tsx'
import { Invitation, Panes } from '#web/ui/Panes.tsx'
import { Row, Rows } from '#web/ui/Rows.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { AboutMe } from './AboutMe.tsx'
import { Bindings } from './Bindings.tsx'
import { OfflineReading } from './OfflineReading.tsx'
import styles from './Setting.module.css'
import { ThemePicker } from './ThemePicker.tsx'
import { UserSwitch } from './UserSwitch.tsx'
import { useSettingPage } from './useSettingPage.ts'
import { VibrationSwitch } from './VibrationSwitch.tsx'

type Entry = { label: string; page: PageName; query?: PageQuery; icon: LucideIcon }
const ENTRIES: readonly Entry[] = [
  { label: '任务中心', page: 'taskCenter', icon: ListChecks },
  { label: '我的收藏', page: 'mylove', icon: Heart },
  { label: '黑名单', page: 'blocked', icon: UserRoundMinus },
  { label: '日历订阅', page: 'calendar', icon: CalendarDays },
  { label: MOVE_IN_TITLE, page: 'moveIn', icon: BookPlus },
  { label: ARCHIVE_TITLE, page: 'archive', icon: Archive },
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
  { label: FEEDBACK_TITLE, page: 'feedback', icon: MessageSquareText },
  { label: '关于', page: 'about', icon: Info },
  { label: '注销账号', page: 'cancelAccount', icon: UserRoundX },
]

export function Setting() {
  const query = useUser()
  const { wide, beside, type, open, isBeside } = useSettingPage()
  if (beside && !wide) return <PageOf name={beside} />

  const list = (
    <>
      <Loaded query={query} skeleton={<PageSkeleton />}>
        {({ user }) => (
          <>
            <AboutMe user={user} />
            <Bindings user={user} />
            <UserSwitch
              user={user}
              field="show_this_day"
              title="日记"
              label="那年今日"
              hint="在日记页显示往年今日写下的内容"
            />
            <OfflineReading owner={user.id} />
          </>
        )}
      </Loaded>
      <div className={styles.theme}>
        <ThemePicker />
      </div>
      <VibrationSwitch />
      <Rows label="更多">
        {ENTRIES.map(({ label, page, query, icon }) => (
          <Row key={label} label={label} icon={icon} chosen={isBeside(page, query)} onClick={() => open(page, query)} />
        ))}
      </Rows>
      <div className={styles.leave}>
        <Button kind="secondary" block onClick={() => void signOut()}>
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
