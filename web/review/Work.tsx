import { LogOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ThemeToggle } from '#web/shell/ThemeToggle.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { ApplicationList, useApplications } from './ApplicationList.tsx'
import { ask } from './api.ts'
import { HandNotices, useHandNotices } from './HandNotices.tsx'
import { MoneyAlarms, useMoneyAlarms } from './MoneyAlarms.tsx'
import { type Operator, signOut } from './operator.ts'
import styles from './Work.module.css'

type Tab = 'waiting' | 'done' | 'notices' | 'money'

/** What there is to do, list by list. */
export function Work({ operator }: { operator: Operator }) {
  const [tab, setTab] = useState<Tab>('waiting')
  const title = useRef<HTMLHeadingElement>(null)
  const { waiting, overdue } = useApplications('waiting').first ?? {}
  const notices = useHandNotices().data?.length
  const alarms = useMoneyAlarms().data?.length
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
        {overdue ? (
          <p className={styles.alarm} role="status">{`有 ${overdue} 份申请已超过5个工作日，请尽快答复`}</p>
        ) : null}
        <Tabs
          label="审核台"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'waiting', label: counted('待审核', waiting) },
            { value: 'done', label: '已处理' },
            { value: 'notices', label: counted('人工私信', notices) },
            { value: 'money', label: counted('款项', alarms) },
          ]}
        >
          <div className={styles.panel}>
            <List tab={tab} />
          </div>
        </Tabs>
      </main>
    </div>
  )
}

function List({ tab }: { tab: Tab }) {
  if (tab === 'notices') return <HandNotices />
  if (tab === 'money') return <MoneyAlarms />
  return <ApplicationList key={tab} state={tab} />
}

const counted = (name: string, count: number | undefined): string => (count ? `${name}（${count}）` : name)

/** Here at once; a server that does not hear of it lets the sign-in end by itself. */
function leave(): void {
  void ask('reviewLogout', {}).catch(() => undefined)
  signOut()
}
