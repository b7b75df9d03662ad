import { LogOut } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Output } from '#contract/calls.ts'
import type { Role } from '#contract/desk.ts'
import { ThemeToggle } from '#web/people/profile/ThemeToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { Account } from './Account.tsx'
import { ArchivesCard } from './ArchivesCard.tsx'
import { ask, useDesk } from './api.ts'
import { ClockCard } from './ClockCard.tsx'
import { History } from './History.tsx'
import { Done, Waiting } from './Items.tsx'
import { useApplications, useWaiting } from './lists.tsx'
import { MonthKeysCard } from './MonthKeysCard.tsx'
import { countOf } from './merged.ts'
import { Orders } from './Orders.tsx'
import { type Operator, signOut } from './operator.ts'
import { ReceiptLogCard } from './ReceiptLogCard.tsx'
import { useDeskKeys } from './useDeskKeys.ts'
import styles from './Work.module.css'

type Me = Output<'deskMe'>
type Tab = 'waiting' | 'done' | 'orders' | 'keeper' | 'history' | 'account'
/** The tabs, with the role that sees each; without a role, everybody does. */
const TABS: readonly { value: Tab; label: string; role?: Role }[] = [
  { value: 'waiting', label: '待处理' },
  { value: 'done', label: '已处理', role: 'review' },
  { value: 'orders', label: '订单', role: 'money' },
  { value: 'keeper', label: '值守', role: 'keeper' },
  { value: 'history', label: '记录' },
  { value: 'account', label: '账号' },
]

/** The signed-in operator's work: what waits, and what was done. */
export function Work({ operator }: { operator: Operator }) {
  const title = useRef<HTMLHeadingElement>(null)
  const me = useDesk('deskMe', {})
  useEffect(() => title.current?.focus(), [])
  return (
    <div className={styles.desk}>
      <header className={styles.bar}>
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          审核台
        </h1>
        <span className={styles.name}>{operator.name}</span>
        <ThemeToggle />
        <Button kind="quiet" onClick={() => leave()}>
          <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
          退出
        </Button>
      </header>
      <main className={styles.main}>
        <Loaded query={me} skeleton={<Skeletons count={3} height={160} />}>
          {(me) => <Rooms me={me} />}
        </Loaded>
      </main>
    </div>
  )
}

function Rooms({ me }: { me: Me }) {
  const [tab, setTab] = useState<Tab>('waiting')
  const reviews = me.roles.includes('review')
  const overdue = useApplications('waiting', reviews).first?.overdue
  const waiting = useWaiting(me.roles)
  useDeskKeys()
  const items = TABS.filter(({ role }) => !role || me.roles.includes(role)).map(({ value, label }) => ({
    value,
    label: value === 'waiting' ? counted(label, countOf(waiting)) : label,
  }))
  return (
    <>
      {overdue ? (
        <p className={styles.alarm} role="status">{`有 ${overdue} 份申请已超过5个工作日，请尽快答复`}</p>
      ) : null}
      <Tabs label="审核台" value={tab} onChange={setTab} items={items}>
        <div className={styles.panel}>{ROOM[tab](me)}</div>
      </Tabs>
    </>
  )
}

const ROOM: Record<Tab, (me: Me) => ReactNode> = {
  waiting: ({ roles }) => <Waiting roles={roles} />,
  done: () => <Done />,
  orders: () => <Orders />,
  keeper: () => (
    <div className={styles.cards}>
      <ClockCard />
      <ArchivesCard />
      <ReceiptLogCard />
      <MonthKeysCard />
    </div>
  ),
  history: ({ roles }) => <History looks={roles.includes('keeper')} />,
  account: (me) => <Account me={me} />,
}

const counted = (name: string, count: string): string => (count ? `${name}（${count}）` : name)

/** Here at once; a server that does not hear of it lets the sign-in end by itself. */
function leave(): void {
  void ask('reviewLogout', {}).catch(() => undefined)
  signOut()
}
