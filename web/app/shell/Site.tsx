import { Maximize2 } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { Downloads } from '#web/people/about/Downloads.tsx'
import { SiteLines } from '#web/people/about/SiteLines.tsx'
import { ThemeToggle } from '#web/people/profile/ThemeToggle.tsx'
import { Page } from '#web/ui/Page.tsx'
import { onResized } from '#web/ui/viewport.ts'
import { expandSite, leaveSite } from './leaveSite.ts'
import { Pitch } from './Pitch.tsx'
import styles from './Site.module.css'
import { SitePhone } from './SitePhone.tsx'

/** The desktop shell: a promo page with the app itself in a phone (specification 1, 2). */
export function Site() {
  const frame = useRef<HTMLIFrameElement>(null)
  // A frame that shows somebody else's page has no document for us.
  const inside = useCallback(() => frame.current?.contentDocument?.defaultView, [])
  useEffect(() => {
    const leave = () => leaveSite(inside())
    leave()
    return onResized(leave)
  }, [inside])
  return (
    <Page mood="universe" wide label="介绍">
      <div className={styles.stage}>
        <div className={styles.promo}>
          <Pitch />
          <div className={styles.downloads}>
            <Downloads />
          </div>
          <div className={styles.foot}>
            <div className={styles.switches}>
              <button type="button" className={styles.expand} onClick={() => expandSite(inside())}>
                <Maximize2 size={18} strokeWidth={1.75} aria-hidden="true" />
                展开到全屏
              </button>
              <ThemeToggle />
            </div>
            <SiteLines />
          </div>
        </div>
        <SitePhone frame={frame} />
      </div>
    </Page>
  )
}
