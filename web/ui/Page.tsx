import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import { back as goBack } from './location.ts'
import styles from './Page.module.css'

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
  /** The tab bar of a tab page. */
  nav?: ReactNode
  wide?: boolean
  /** The content takes the whole window, its height too. */
  fill?: boolean
  /** Tells the main part from that of another page beside it. */
  label?: string
  children: ReactNode
}

/** The frame of every page: mood, title, top bar, main column, action at the bottom. */
export function Page({ title, documentTitle, mood = 'paper', back, right, footer, nav, label, ...rest }: Props) {
  const { wide, fill, children } = rest
  const main = useRef<HTMLElement>(null)
  useMood(mood)
  useEffect(() => {
    document.title = [title ?? documentTitle, PRODUCT].filter(Boolean).join(' · ')
  }, [title, documentTitle])
  useEffect(() => {
    pagesShown += 1
    if (pagesShown > 1 && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={styles.page} data-nav={nav ? '' : undefined} data-wide={wide ? '' : undefined}>
      {(title || back || right) && (
        <header className={styles.bar}>
          <div className={styles.start}>
            {back && <IconButton label="返回" icon={ChevronLeft} size={26} onClick={back === true ? goBack : back} />}
          </div>
          {title && <h1 className={styles.title}>{title}</h1>}
          <div className={styles.end}>{right}</div>
        </header>
      )}
      <main
        ref={main}
        aria-label={label}
        tabIndex={-1}
        className={styles.main}
        data-wide={wide ? '' : undefined}
        data-fill={fill ? '' : undefined}
      >
        <div className={styles.content} data-fades="">
          {children}
        </div>
        {footer && <div className={styles.footer}>{footer}</div>}
      </main>
      {nav}
    </div>
  )
}

/** The mood belongs to the whole document, so that dialogs and the ground follow it. */
function useMood(mood: 'universe' | 'paper') {
  useLayoutEffect(() => {
    document.documentElement.dataset.mood = mood
  }, [mood])
}
