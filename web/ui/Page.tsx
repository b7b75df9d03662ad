import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react'
import { Band } from './band.ts'
import { IconButton } from './IconButton.tsx'
import { useInPane } from './inPane.ts'
import { back as goBack } from './location.ts'
import { useMainButton } from './mainButton.ts'
import styles from './Page.module.css'
import { PanePage } from './PanePage.tsx'
import { PullToRefresh } from './PullToRefresh.tsx'
import { useShortcut } from './shortcut.ts'

const PRODUCT = '时光胶囊'
let pagesShown = 0

type Props = {
  /** Shown in the top bar as the page's heading, and as the document's title. A page without one brings its own h1. */
  title?: string
  /** The document's title where the bar shows none. */
  documentTitle?: string
  mood?: 'universe' | 'paper'
  back?: true | (() => void)
  right?: ReactNode
  /** The main action, kept at the thumb. */
  footer?: ReactNode
  /** On a phone the tab bar stands below it. */
  tab?: boolean
  /** A form to fill in: no wider than a hand goes from field to field. */
  form?: boolean
  wide?: boolean
  /** A list with its chosen item beside it: wider still. */
  panes?: boolean
  /** The content takes the whole window, its height too. */
  fill?: boolean
  /** Words fill the window from side to side: no star stands behind them. */
  starless?: boolean
  /** Tells the main part from that of another page beside it. */
  label?: string
  children: ReactNode
}

/** The frame of every page: mood, title, top bar, main column, action at the bottom. Beside a list it is a sheet. */
export function Page(props: Props) {
  return useInPane() ? <PanePage mood="paper" {...props} /> : <WholePage {...props} />
}

function WholePage({ title, documentTitle, mood = 'paper', back, right, footer, tab, label, ...rest }: Props) {
  const { form, wide, panes, fill, starless, children } = rest
  const width = panes ? 'panes' : wide ? 'wide' : undefined
  const main = useRef<HTMLElement>(null)
  const foot = useMainButton(footer)
  const leave = back === true ? goBack : back
  useShortcut('back', leave || undefined)
  useLook(mood, starless ? 'none' : fill ? 'all' : (width ?? 'column'))
  useEffect(() => {
    document.title = [title ?? documentTitle, PRODUCT].filter(Boolean).join(' · ')
  }, [title, documentTitle])
  useLayoutEffect(() => takeOver(main.current), [])
  useEffect(() => {
    pagesShown += 1
    if (pagesShown > 1 && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={styles.page} data-tab={tab ? '' : undefined} data-width={width}>
      {(title || back || right) && (
        <header className={styles.bar}>
          <div className={styles.start}>
            {leave && <IconButton label="返回" icon={ChevronLeft} size={26} onClick={leave} />}
          </div>
          {title && <h1 className={styles.title}>{title}</h1>}
          <div className={styles.end}>{right}</div>
        </header>
      )}
      {useContext(Band)}
      <main
        ref={main}
        aria-label={label}
        tabIndex={-1}
        className={styles.main}
        data-width={width}
        data-form={form ? '' : undefined}
        data-fill={fill ? '' : undefined}
      >
        <PullToRefresh className={styles.content}>{children}</PullToRefresh>
        {footer && (
          <div ref={foot} className={styles.footer}>
            {footer}
          </div>
        )}
      </main>
    </div>
  )
}

/** The words that stood in the page of HTML (scripts/first-paint.mjs) go, and the same ones do not come in anew. */
function takeOver(main: HTMLElement | null): void {
  const first = document.getElementById('first')
  if (document.documentElement.dataset.first) main?.setAttribute('data-painted', '')
  document.documentElement.dataset.first = ''
  first?.remove()
}

/**
 * The mood belongs to the whole document, so that dialogs and the ground follow it. `stars` says how much of the sky the
 * page leaves to them: nothing, everything, or the part beside its column.
 */
function useLook(mood: 'universe' | 'paper', stars: 'none' | 'all' | 'panes' | 'wide' | 'column') {
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { mood, stars })
  }, [mood, stars])
}
