import { useEffect, useRef } from 'react'
import { Page } from '#web/ui/Page.tsx'
import { onResized } from '#web/ui/viewport.ts'
import { Downloads } from './Downloads.tsx'
import { Copyright, Pitch } from './Pitch.tsx'
import { leaveSite } from './relaunch.ts'
import styles from './Site.module.css'
import { SitePhone } from './SitePhone.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

/** The desktop shell: a promo page with the app itself in a phone (specification 1, 2). */
export function Site() {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    // A frame that shows somebody else's page has no document for us.
    const leave = () => leaveSite(frame.current?.contentDocument?.defaultView)
    leave()
    return onResized(leave)
  }, [])
  return (
    <Page mood="universe" wide label="介绍">
      <div className={styles.stage}>
        <div className={styles.promo}>
          <Pitch />
          <div className={styles.downloads}>
            <Downloads />
          </div>
          <div className={styles.foot}>
            <Copyright />
            <ThemeToggle />
          </div>
        </div>
        <SitePhone frame={frame} />
      </div>
    </Page>
  )
}
