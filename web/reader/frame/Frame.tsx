import {
  CalendarDays,
  Heart,
  House,
  Languages,
  Lock,
  type LucideIcon,
  ReceiptText,
  Rows3,
  Search,
  ShieldCheck,
  Target,
} from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { chooseLanguage, useLanguage, useWords } from '../language.ts'
import { linkTo, type Route, scrollToItsPlace, type View } from '../route.ts'
import type { Words } from '../words.ts'
import styles from './Frame.module.css'

type Named = keyof Words['views']
export const ICONS: Record<Named, LucideIcon> = {
  home: House,
  time: Rows3,
  calendar: CalendarDays,
  find: Search,
  sealed: Lock,
  record: Target,
  money: ReceiptText,
  social: Heart,
  check: ShieldCheck,
}
const PLACES = Object.keys(ICONS) as Named[]
/** The bar of a telephone has room for four; the first page leads to the others. */
const IN_BAR = 4
/** Pages that belong to another one. */
const WITHIN: Partial<Record<View, Named>> = { item: 'time', book: 'time' }

/** Bars and ways around a page; each page that comes is said, and begins at its top or where one left it. */
export function Frame({ route, children }: { route: Route; children: ReactNode }) {
  const words = useWords()
  const language = useLanguage()
  const main = useRef<HTMLElement>(null)
  const place = [route.view, ...route.args].join('/')
  const isFirst = useRef(true)

  useEffect(() => {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  }, [language])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page
  useLayoutEffect(() => {
    scrollToItsPlace()
    if (!isFirst.current) main.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [place])

  return (
    <div className={styles.frame}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {words.toContent}
      </button>
      <header className={styles.bar}>
        <a className={styles.brand} href={linkTo('home')}>
          {words.product}
        </a>
        <button
          type="button"
          className={styles.language}
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => chooseLanguage(language === 'zh' ? 'en' : 'zh')}
        >
          <Languages size={18} strokeWidth={1.75} aria-hidden="true" />
          {words.switchTo}
        </button>
      </header>
      <nav className={styles.nav} aria-label={words.archive}>
        {PLACES.map((view, at) => (
          <Way key={view} view={view} isRest={at >= IN_BAR} isHere={(WITHIN[route.view] ?? route.view) === view} />
        ))}
      </nav>
      <main ref={main} id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  )
}

function Way({ view, isRest, isHere }: { view: Named; isRest: boolean; isHere: boolean }) {
  const words = useWords()
  const Icon = ICONS[view]
  return (
    <a
      className={styles.way}
      href={linkTo(view)}
      data-rest={isRest || undefined}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
      {words.views[view]}
    </a>
  )
}
