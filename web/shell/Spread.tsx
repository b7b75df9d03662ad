import { href } from '#contract/pages.ts'
import { SiteLines } from '#web/agreement/SiteLines.tsx'
import { forgetRoute, useSignedIn } from '#web/session.ts'
import { forgetSiteRoute, wholeWindow } from '#web/siteRoute.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { Codes, Downloads } from './Downloads.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import { Pitch } from './Pitch.tsx'
import { Promises } from './Promises.tsx'
import styles from './Spread.module.css'
import { ThemeToggle } from './ThemeToggle.tsx'

/** The landing page: what it is, how it goes, what is promised, and every way in. */
export function Spread() {
  return (
    <Page mood="universe" wide right={<ThemeToggle />}>
      <div className={styles.stage}>
        <section className={styles.words}>
          <Pitch />
          <Start />
        </section>
        <PhonePreview />
      </div>
      <div className={styles.parts}>
        <HowItWorks />
        <Promises />
        <section className={styles.ways} aria-labelledby="ways">
          <h2 id="ways">从今天开始</h2>
          <div className={styles.both}>
            <Downloads />
            <Codes />
          </div>
        </section>
      </div>
      <SiteLines />
    </Page>
  )
}

function Start() {
  const signedIn = useSignedIn()
  return (
    <div className={styles.start}>
      {signedIn ? (
        <ButtonLink to={href('home')} onPress={enter}>
          进入胶囊宇宙
        </ButtonLink>
      ) : (
        <>
          <ButtonLink to={href('login')} onPress={login}>
            登录
          </ButtonLink>
          <ButtonLink kind="quiet" to={href('editor')}>
            先写下来
          </ButtonLink>
        </>
      )}
    </div>
  )
}

const enter = () => go(wholeWindow() ? 'home' : 'site')

/** The desktop shell begins anew: at home, which asks for the sign-in (specification 2). */
function login() {
  if (wholeWindow()) return go('login')
  forgetRoute()
  forgetSiteRoute()
  go('site')
}
