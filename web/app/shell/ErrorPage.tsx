import { lazy, type ReactNode, Suspense, useState } from 'react'
import { NoCode, whyNotReload } from '#web/client/pageCode.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadFailed } from '#web/ui/LoadFailed.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { toast } from '#web/ui/toast.tsx'
import styles from './NotFound.module.css'

const BROKEN = '页面出错了，请重试或返回首页'

/** Its code may not come either; then nothing is said of what cannot be known. */
const SafeWords = lazy<() => ReactNode>(() =>
  import('#web/draft/editor/SafeWords.tsx').then(
    (loaded) => ({ default: loaded.SafeWords }),
    () => ({ default: () => null }),
  ),
)

/** A page that broke, or whose code did not come. */
export function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  const [busy, setBusy] = useState(false)
  const home = () => {
    go('home', {}, { replace: true })
    reset()
  }

  async function again() {
    setBusy(true)
    const why = await whyNotReload()
    if (!why) return window.location.reload()
    setBusy(false)
    toast(why)
  }

  return (
    <Page documentTitle="页面出错了" mood="universe">
      <div className={styles.centre}>
        <h1 className="hidden">页面出错了</h1>
        <LoadFailed
          failure={{ message: error instanceof NoCode ? error.message : BROKEN }}
          busy={busy}
          onRetry={() => void again()}
          note={
            <Suspense>
              <SafeWords />
            </Suspense>
          }
          other={
            <Button kind="secondary" onClick={home}>
              返回首页
            </Button>
          }
        />
      </div>
    </Page>
  )
}
