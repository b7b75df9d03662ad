import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Empty.tsx'
import { go } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'

type Props = { title: string; text: string; again?: () => void }

/** A draft that cannot be taken up here: why, and 重试 or the way to the draft box. */
export function Unreadable({ title, text, again }: Props) {
  const action = again ? (
    <Button kind="primary" onClick={again}>
      重试
    </Button>
  ) : (
    <Button kind="primary" onClick={() => go('draftBox', {}, { replace: true })}>
      前往草稿箱
    </Button>
  )
  return (
    <Page title={title} back>
      <Empty text={text} action={action} />
    </Page>
  )
}
