import { Moon, Sun } from 'lucide-react'
import { PHONE_MAX_PX } from '#contract/limits.ts'
import { forgetRoute, useSignedIn } from '#web/session.ts'
import { chooseTheme, useTheme } from '#web/theme.ts'
import { Button } from '#web/ui/Button.tsx'
import { go, HOME, LOGIN } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import styles from './Spread.module.css'

export function Spread() {
  const signedIn = useSignedIn()
  return (
    <Page mood="universe" wide right={<ThemeToggle />}>
      <div className={styles.stage}>
        <section className={styles.words}>
          <h1 className={styles.name}>时光胶囊</h1>
          <p className={styles.line}>
            把今天写下来，封存到你选定的那一天。
            <br />
            时间到了，它会回来找你。
          </p>
          <div className={styles.start}>
            {signedIn ? <Button onClick={() => go(HOME)}>进入胶囊宇宙</Button> : <Button onClick={login}>登录</Button>}
          </div>
        </section>
        <PhonePreview />
      </div>
      <footer className={styles.foot}>© {new Date().getFullYear()} 时光胶囊</footer>
    </Page>
  )
}

/** On wide screens the remembered route belongs to the web shell and is dropped. */
function login(): void {
  if (window.innerWidth > PHONE_MAX_PX) forgetRoute()
  go(LOGIN)
}

function ThemeToggle() {
  const theme = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = other === 'dark' ? Moon : Sun
  return (
    <button
      type="button"
      className={styles.theme}
      aria-label={other === 'dark' ? '切换到深色' : '切换到浅色'}
      onClick={() => chooseTheme(other)}
    >
      <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
