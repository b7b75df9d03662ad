import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { useShortcut } from '#web/ui/shortcut.ts'
import { Paper } from './Paper.tsx'
import { Today } from './Today.tsx'
import { useText, type Written } from './useText.ts'
import { useTextEditor } from './useTextEditor.ts'

/** Where a text that is to be sealed is written. */
export function Writer({ title, ...written }: Written & { title: string }) {
  const text = useText(written)
  const [choosing, setChoosing] = useState(false)
  const { busy, over, question, keepInBox, seal } = useTextEditor(text)
  const still = over || busy !== undefined
  const complete = () => setChoosing(true)
  useShortcut('save', still ? undefined : keepInBox)
  useShortcut('main', still ? undefined : complete)

  return (
    <Page
      title={title}
      back
      right={
        <Button kind="quiet" busy={busy !== undefined} disabled={over} onClick={complete}>
          完成
        </Button>
      }
    >
      <Paper text={text} still={still} head={<Today />} />
      {question}
      <ActionSheet
        label="完成"
        open={choosing}
        onOpenChange={setChoosing}
        actions={[
          { label: '存入草稿箱', onSelect: () => void keepInBox() },
          { label: '完成封存', onSelect: seal, kind: 'main' },
        ]}
      />
    </Page>
  )
}
