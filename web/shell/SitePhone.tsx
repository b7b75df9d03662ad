import { type CSSProperties, type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { TEXT } from '#contract/codes.ts'
import { siteRoute } from '#web/siteRoute.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import { onResized } from '#web/ui/viewport.ts'
import styles from './SitePhone.module.css'

/** "Web shell load" of the specification, section 9. */
const LOAD_AFTER_MS = 500
/** Scale of the phone in windows lower than so many pixels (specification 9). */
const SCALES = [
  [600, 0.6],
  [700, 0.7],
  [800, 0.8],
  [900, 0.9],
] as const

/** A phone with our own pages in it, at the route it showed last. */
export function SitePhone({ frame }: { frame: RefObject<HTMLIFrameElement | null> }) {
  // Read once: the frame remembers each route it comes to, and a new address would load it again.
  const [route] = useState(siteRoute)
  const [loaded, setLoaded] = useState(false)
  const due = useDue(LOAD_AFTER_MS)
  const scale = useSyncExternalStore(onResized, phoneScale)
  return (
    <div className={styles.place} style={{ '--scale': scale } as CSSProperties}>
      <div className={styles.device}>
        <div className={styles.screen} aria-busy={!loaded}>
          {due && (
            <iframe
              ref={frame}
              className={styles.frame}
              title="时光胶囊手机版"
              src={framed(route)}
              onLoad={(event) => {
                hideScrollbars(event.currentTarget)
                setLoaded(true)
              }}
            />
          )}
          <div className={styles.waiting} role="status" hidden={loaded}>
            <CapsuleIcon colorIndex={0} type={0} size={72} />
            {TEXT.loading}
          </div>
        </div>
      </div>
    </div>
  )
}

const phoneScale = (): number => SCALES.find(([under]) => window.innerHeight < under)?.[1] ?? 1

/** The same page by its other path: browsers do not load the address of the page around a frame again inside it. */
const framed = (route: string): string => `${window.location.pathname === '/' ? '/index.html' : '/'}#${route}`

/** A phone shows none; those of a desktop would take their width from the page. */
function hideScrollbars(frame: HTMLIFrameElement): void {
  frame.contentDocument?.documentElement?.style.setProperty('scrollbar-width', 'none')
}

function useDue(ms: number): boolean {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return due
}
