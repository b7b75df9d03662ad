import { useState } from 'react'
import { useAskBeforeLeaving } from '#web/draft/useLeaveQuestion.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { useOneAtATime } from '#web/ui/useOneAtATime.ts'
import { Paper } from './Paper.tsx'
import { useDrafting } from './useDrafting.ts'
import { useText, type Written } from './useText.ts'

/** Where a text that is to be sealed is written. */
export function Writer({ title, ...written }: Written & { title: string }) {
  const text = useText(written)
  const [choosing, setChoosing] = useState(false)
  const { keep, keepAndGo, seal } = useDrafting(text)
  const { once, underWay, busy } = useOneAtATime<'saving' | 'sealing'>()
  const question = useAskBeforeLeaving({
    unsaved: text.unsaved,
    underWay: () => underWay.current,
    keep: () => once('saving', keep),
    discard: text.forget,
  })

  return (
    <Page
      title={title}
      back
      right={
        <Button kind="quiet" busy={busy !== undefined} onClick={() => setChoosing(true)}>
          完成
        </Button>
      }
    >
      <Paper text={text} still={busy !== undefined} />
      {question}
      <ActionSheet
        label="完成"
        open={choosing}
        onOpenChange={setChoosing}
        actions={[
          { label: '存入草稿箱', onSelect: () => void once('saving', keepAndGo) },
          { label: '完成封存', onSelect: () => void once('sealing', seal) },
        ]}
      />
    </Page>
  )
}
