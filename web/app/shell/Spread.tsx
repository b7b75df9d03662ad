import { href } from '#contract/pages.ts'
import { forgetRoute, useSignedIn } from '#web/client/session.ts'
import { forgetSiteRoute, wholeWindow } from '#web/client/siteRoute.ts'
import { Codes, Downloads } from '#web/people/about/Downloads.tsx'
import { SiteLines } from '#web/people/about/SiteLines.tsx'
import { ThemeToggle } from '#web/people/profile/ThemeToggle.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import { Pitch } from './Pitch.tsx'
import { Promises } from './Promises.tsx'
import styles from './Spread.module.css'

/** The landing page: what the product is, how it works, what we promise, and every way in. */
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
          <ButtonLink to={href('editor')}>写下第一封</ButtonLink>
          <ButtonLink kind="secondary" to={href('login')} onPress={login}>
            登录
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
