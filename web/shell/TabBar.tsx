import { useLocation } from '@tanstack/react-router'
import { House, Plus, UserRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { go } from '#web/ui/location.ts'
import { useAfford } from '#web/writing/useAfford.ts'
import styles from './TabBar.module.css'

const ChooserSheet = lazy(() => import('#web/writing/Chooser.tsx').then((m) => ({ default: m.ChooserSheet })))

/** The tabs that exist: 首页, 时光 (raised, opens the chooser), 我的. A rail on the left from 700 px. */
export function TabBar() {
  const [open, setOpen] = useState(false)
  const [used, setUsed] = useState(false)
  const afford = useAfford('time')
  const choose = async () => {
    if (!(await afford())) return
    setUsed(true)
    setOpen(true)
  }
  return (
    <nav className={styles.bar} aria-label="主导航">
      <Tab path="/pages/home/home" alias="/home" label="首页" icon={<House {...ICON} />} />
      <button type="button" className={styles.make} data-guide="make" aria-haspopup="dialog" onClick={choose}>
        <span className={styles.disc}>
          <Plus {...ICON} size={26} />
        </span>
        时光
      </button>
      <Tab path="/pages/me/me" alias="/me" label="我的" icon={<UserRound {...ICON} />} guide="me" />
      {used && (
        <Suspense>
          <ChooserSheet open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </nav>
  )
}

const ICON = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const

type TabProps = { path: string; alias: string; label: string; icon: ReactNode; guide?: string }

function Tab({ path, alias, label, icon, guide }: TabProps) {
  const here = useLocation({ select: (location) => location.pathname })
  const current = here === path || here === alias
  return (
    <a
      className={styles.tab}
      href={`#${path}`}
      data-guide={guide}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!current) go(path, {}, { replace: true })
      }}
    >
      {icon}
      {label}
    </a>
  )
}
