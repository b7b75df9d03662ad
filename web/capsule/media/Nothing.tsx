import { Button } from '#web/ui/Button.tsx'
import { EmptyOrbit } from '#web/ui/drawings/EmptyOrbit.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'

/** Nothing to look at, and the way home. */
export const Nothing = ({ title, text = '暂无胶囊~' }: { title: string; text?: string }) => (
  <Page title={title} mood="universe" back>
    <Empty
      text={text}
      drawing={<EmptyOrbit />}
      action={<Button onClick={() => go('home', {}, { replace: true })}>返回首页</Button>}
    />
  </Page>
)
