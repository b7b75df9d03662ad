import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { back } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Paper } from '#web/writing/Paper.tsx'
import { useText, type Written } from '#web/writing/useText.ts'
import { useTextMaking } from '#web/writing/useTextMaking.ts'
import { DailyTip } from './DailyTip.tsx'
import styles from './DiaryWriter.module.css'
import { useSaveDiary } from './useSaveDiary.ts'

const UNSAVED = { text: '内容还没有保存，是否保存？', discard: '不保存', keep: '保存' }

/** Where a diary is written. One that is `open` is in the lists already, any other new or a draft. */
export function DiaryWriter({ title, open, ...written }: Written & { title: string; open: boolean }) {
  const text = useText(written)
  const saveDiary = useSaveDiary(written.draft, open)
  const { busy, over, question, finish, keepInBox, seal } = useTextMaking(text, { words: UNSAVED, keep: save })
  const still = over || busy !== undefined

  async function save(): Promise<boolean> {
    const wrong = text.whyNot()
    if (wrong) toast(wrong)
    return !wrong && saveDiary(text.now())
  }

  return (
    <Page
      title={title}
      back
      right={
        <div className={styles.actions}>
          {!open && <More busy={still} onDraft={() => void keepInBox()} onSeal={seal} />}
          <Button
            kind="quiet"
            busy={busy !== undefined}
            disabled={over}
            onClick={() => void finish('saving', save, back)}
          >
            保存
          </Button>
        </div>
      }
    >
      {!open && <DailyTip />}
      <Paper text={text} still={still} />
      {question}
    </Page>
  )
}

function More({ busy, onDraft, onSeal }: { busy: boolean; onDraft: () => void; onSeal: () => void }) {
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <IconButton
        label="更多"
        icon={Ellipsis}
        size={24}
        aria-haspopup="dialog"
        aria-disabled={busy || undefined}
        onClick={() => setChoosing(!busy)}
      />
      <ActionSheet
        label="更多"
        open={choosing}
        onOpenChange={setChoosing}
        actions={[
          { label: '存入草稿箱', onSelect: onDraft },
          { label: '封存这篇日记', onSelect: onSeal },
        ]}
      />
    </>
  )
}
