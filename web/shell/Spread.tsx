import { forgetRoute, useSignedIn } from '#web/session.ts'
import { forgetSiteRoute } from '#web/siteRoute.ts'
import { Button } from '#web/ui/Button.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { isPhone } from '#web/ui/viewport.ts'
import { Downloads } from './Downloads.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import { Copyright, Pitch } from './Pitch.tsx'
import styles from './Spread.module.css'
import { ThemeToggle } from './ThemeToggle.tsx'

export function Spread() {
  const signedIn = useSignedIn()
  return (
    <Page mood="universe" wide right={<ThemeToggle />}>
      <div className={styles.stage}>
        <section className={styles.words}>
          <Pitch />
          <div className={styles.start}>
            {signedIn ? <Button onClick={enter}>进入胶囊宇宙</Button> : <Button onClick={login}>登录</Button>}
          </div>
        </section>
        <PhonePreview />
        <div className={styles.downloads}>
          <Downloads />
        </div>
      </div>
      <footer className={styles.foot}>
        <Copyright />
      </footer>
    </Page>
  )
}

const enter = () => go(isPhone() ? 'home' : 'site')

/** The desktop shell begins anew: at home, which asks for the sign-in (specification 2). */
function login() {
  if (isPhone()) return go('login')
  forgetRoute()
  forgetSiteRoute()
  go('site')
}
