import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { Paper } from './Paper.tsx'
import { useText, type Written } from './useText.ts'
import { useTextMaking } from './useTextMaking.ts'

/** Where a text that is to be sealed is written. */
export function Writer({ title, ...written }: Written & { title: string }) {
  const text = useText(written)
  const [choosing, setChoosing] = useState(false)
  const { busy, over, question, keepInBox, seal } = useTextMaking(text)

  return (
    <Page
      title={title}
      back
      right={
        <Button kind="quiet" busy={busy !== undefined} disabled={over} onClick={() => setChoosing(true)}>
          完成
        </Button>
      }
    >
      <Paper text={text} still={over || busy !== undefined} />
      {question}
      <ActionSheet
        label="完成"
        open={choosing}
        onOpenChange={setChoosing}
        actions={[
          { label: '存入草稿箱', onSelect: () => void keepInBox() },
          { label: '完成封存', onSelect: seal },
        ]}
      />
    </Page>
  )
}
