import { Button } from '#web/ui/Button.tsx'
import { EmptyTray } from '#web/ui/drawings/EmptyTray.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { type Failure, LoadFailed } from '#web/ui/LoadFailed.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { SafeWords } from './SafeWords.tsx'

type Props = { title: string; why: Failure; again?: () => void; busy?: boolean }

/** A draft that cannot be taken up here: why, and 重试 or the way to the draft box. */
export const Unreadable = ({ title, why, again, busy }: Props) => (
  <Page title={title} back>
    {again ? (
      <LoadFailed failure={why} busy={busy} onRetry={again} note={<SafeWords />} />
    ) : (
      <Empty text={why.message} drawing={<EmptyTray />} action={<ToBox />} />
    )}
  </Page>
)

const ToBox = () => <Button onClick={() => go('draftBox', {}, { replace: true })}>前往草稿箱</Button>
