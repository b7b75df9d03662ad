import { href } from '#contract/pages.ts'
import { useSignedIn } from '#web/client/session.ts'
import { Downloads } from '#web/people/about/Downloads.tsx'
import styles from './DesktopOnly.module.css'

/** Seen on wide screens only; a phone has its back button. */
export function HomeLink() {
  const signedIn = useSignedIn()
  return (
    <a className={styles.home} href={href(signedIn ? 'home' : 'landing')}>
      前往首页
    </a>
  )
}

/** The ways to get the product, beside the capsule; on wide screens only. */
export const DownloadBlock = () => (
  <aside className={styles.downloads} aria-label="下载时光胶囊">
    <Downloads />
  </aside>
)
