import { useLocation } from '@tanstack/react-router'
import { House, NotebookPen, Plus, Telescope, UserRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { href, PAGES, type PageName } from '#contract/pages.ts'
import { go, here } from '#web/ui/location.ts'
import { useAfford } from '#web/wallet/useAfford.ts'
import styles from './TabBar.module.css'
import { useClosed } from './useClosed.ts'

const ChooserSheet = lazy(() => import('./Chooser.tsx').then((m) => ({ default: m.ChooserSheet })))

/** 首页, 日记, 时光 (raised, opens the chooser), 预测, 我的. A rail on the left from 700 px. */
export function TabBar() {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const afford = useAfford('time')
  const dot = useClosed()?.due ? '有胶囊等你打开' : undefined
  const choose = async () => {
    if (!(await afford())) return
    setUsed(true)
    setOpen(true)
  }
  return (
    <nav className={styles.bar} aria-label="主导航">
      <Tab page="home" alias="/home" label="首页" icon={<House {...ICON} />} />
      <Tab page="diaryList" label="日记" icon={<NotebookPen {...ICON} />} />
      <button type="button" className={styles.make} data-guide="make" aria-haspopup="dialog" onClick={choose}>
        <span className={styles.disc}>
          <Plus {...ICON} size={26} />
        </span>
        时光
      </button>
      <Foretell />
      <Tab page="me" alias="/me" label="我的" icon={<UserRound {...ICON} />} guide="me" dot={dot} />
      {used && (
        <Suspense>
          <ChooserSheet open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </nav>
  )
}

const ICON = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A page of its own with a way back, for those who hold a forecast capsule. */
function Foretell() {
  const afford = useAfford('forecast')
  const open = async () => {
    if (await afford()) go('forecastCapsule')
  }
  return (
    <button type="button" className={styles.tab} onClick={() => void open()}>
      <Telescope {...ICON} />
      预测
    </button>
  )
}

type TabProps = { page: PageName; alias?: string; label: string; icon: ReactNode; guide?: string; dot?: string }

function Tab({ page, alias, label, icon, guide, dot }: TabProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = pathname === PAGES[page] || pathname === alias
  return (
    <a
      className={styles.tab}
      href={href(page)}
      data-guide={guide}
      aria-label={dot && `${label}，${dot}`}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault()
        if (here() !== PAGES[page] && here() !== alias) go(page, {}, { replace: true })
      }}
    >
      {icon}
      {label}
      {dot && <span className={styles.dot} aria-hidden="true" />}
    </a>
  )
}
