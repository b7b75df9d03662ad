import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import styles from './NotFound.module.css'

/** A page that broke, or whose code did not arrive. */
export function ErrorPage({ reset }: { reset: () => void }) {
  const home = () => {
    go('home', {}, { replace: true })
    reset()
  }
  return (
    <Page documentTitle="页面出错了" mood="universe">
      <div className={styles.centre}>
        <h1 className="hidden">页面出错了</h1>
        <Empty
          text="页面出错了，请重试或返回首页"
          action={
            <div className={styles.actions}>
              <Button onClick={() => window.location.reload()}>重试</Button>
              <Button kind="secondary" onClick={home}>
                返回首页
              </Button>
            </div>
          }
        />
      </div>
    </Page>
  )
}
