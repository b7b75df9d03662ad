import { useSignedIn } from '#web/client/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { LostCapsule } from '#web/ui/drawings/LostCapsule.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './NotFound.module.css'

const LOST = '抱歉，您访问的页面走丢了'

export function NotFound() {
  const signedIn = useSignedIn()
  const home = () => go(signedIn ? 'home' : 'landing', {}, { replace: true })
  return (
    <Page documentTitle="页面走丢了" mood="universe">
      <div className={styles.centre}>
        <p className={styles.number} aria-hidden="true">
          404
        </p>
        <h1 className="hidden">{LOST}</h1>
        <Empty text={LOST} drawing={<LostCapsule />} action={<Button onClick={home}>返回首页</Button>} />
      </div>
    </Page>
  )
}
