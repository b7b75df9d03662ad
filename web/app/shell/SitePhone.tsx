import { type RefObject, useEffect, useState } from 'react'
import { TEXT } from '#contract/codes.ts'
import { siteRoute } from '#web/client/siteRoute.ts'
import { CapsuleIcon } from '#web/ui/CapsuleIcon.tsx'
import styles from './SitePhone.module.css'

/** "Web shell load" of the specification, section 9. */
const LOAD_AFTER_MS = 500

/** A phone with our own pages in it, at the route it showed last. */
export function SitePhone({ frame }: { frame: RefObject<HTMLIFrameElement | null> }) {
  // Read once: the frame remembers each route it comes to, and a new address would load it again.
  const [route] = useState(siteRoute)
  const [loaded, setLoaded] = useState(false)
  const due = useDue(LOAD_AFTER_MS)
  return (
    <div className={styles.place}>
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

/** Our HTML page by its other path: browsers do not load the address of the page around a frame again inside it. */
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
