import { useLocation } from '@tanstack/react-router'
import { House, NotebookPen, Plus, Telescope, UserRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { href, type PageName } from '#contract/pages.ts'
import { useUser } from '#web/client/api.ts'
import { useClosed } from '#web/look/cards/useClosed.ts'
import { useAfford } from '#web/shop/wallet/useAfford.ts'
import { afterPaint } from '#web/ui/afterPaint.ts'
import { Coming } from '#web/ui/Coming.tsx'
import { go, here, history, onRoute } from '#web/ui/location.ts'
import { PhoneView } from './PhoneView.tsx'
import styles from './TabBar.module.css'
import { isTab, isTabOf } from './tabs.ts'

const ChooserSheet = lazy(() => import('./Chooser.tsx').then((m) => ({ default: m.ChooserSheet })))

/** 首页, 日记, 时光 (raised, opens the chooser), 预测, 我的. A rail on the left from 700 px; `asks` ahead how things stand. */
export function TabBar({ asks }: { asks: boolean }) {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const afford = useAfford('time', asks)
  const due = useClosed(asks)?.due
  const unread = useUser(asks).data?.user.unread
  const dot = due ? '有胶囊等你打开' : unread ? '有未读消息' : undefined
  // The bar outlives the page it was opened on; the chooser does not.
  useEffect(() => onRoute(() => setOpen(false)), [])
  const choose = async () => {
    if (!(await afford())) return
    setUsed(true)
    setOpen(true)
  }
  return (
    <nav className={styles.bar} aria-label="主导航">
      <Tab page="home" label="首页" icon={<House {...ICON} />} />
      <Tab page="diaryList" label="日记" icon={<NotebookPen {...ICON} />} />
      <button type="button" className={styles.make} data-guide="make" aria-haspopup="dialog" onClick={choose}>
        <span className={styles.disc}>
          <Plus {...ICON} size={26} />
        </span>
        时光
      </button>
      <Foretell asks={asks} />
      <Tab page="me" label="我的" icon={<UserRound {...ICON} />} guide="me" dot={dot} />
      <PhoneView />
      {used && (
        <Suspense fallback={open && <Coming as="sheet" onBack={() => setOpen(false)} />}>
          <ChooserSheet open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </nav>
  )
}

const ICON = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A page of its own with a way back, for those who hold a forecast capsule. */
function Foretell({ asks }: { asks: boolean }) {
  const afford = useAfford('forecast', asks)
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

type TabProps = { page: PageName; label: string; icon: ReactNode; guide?: string; dot?: string }

/** From tab to tab one takes the place of the other; from any other page back leads there again. */
function Tab({ page, label, icon, guide, dot }: TabProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const current = isTabOf(page, pathname)
  const [going, setGoing] = useState(false)
  const leave = () => {
    setGoing(false)
    go(page, {}, { replace: isTab(history.location.pathname) })
  }
  return (
    <a
      className={styles.tab}
      href={href(page)}
      data-guide={guide}
      aria-label={dot && `${label}，${dot}`}
      aria-current={current ? 'page' : undefined}
      data-going={going || undefined}
      onClick={(event) => {
        event.preventDefault()
        if (going || isTabOf(page, here())) return
        setGoing(true)
        afterPaint(leave)
      }}
    >
      {icon}
      {label}
      {dot && <span className={styles.dot} aria-hidden="true" />}
    </a>
  )
}
