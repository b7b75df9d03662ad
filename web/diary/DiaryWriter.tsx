import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useAskBeforeLeaving } from '#web/draft/useLeaveQuestion.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { back, here, leaveAfterToast } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useOneAtATime } from '#web/ui/useOneAtATime.ts'
import { Paper } from '#web/writing/Paper.tsx'
import { useDrafting } from '#web/writing/useDrafting.ts'
import { useText, type Written } from '#web/writing/useText.ts'
import styles from './DiaryWriter.module.css'
import { useSaveDiary } from './useSaveDiary.ts'

const UNSAVED = { text: '内容还没有保存，是否保存？', discard: '不保存', keep: '保存' }

/** Where a diary is written. One that is `open` is in the lists already, any other new or a draft. */
export function DiaryWriter({ title, open, ...written }: Written & { title: string; open: boolean }) {
  const text = useText(written)
  const saveDiary = useSaveDiary(written.draft, open)
  const { keepAndGo, seal } = useDrafting(text)
  const { once, underWay, busy } = useOneAtATime<'saving' | 'sealing'>()
  const question = useAskBeforeLeaving({
    unsaved: text.unsaved,
    underWay: () => underWay.current,
    words: UNSAVED,
    keep: () => once('saving', save),
    discard: text.forget,
  })

  async function save(): Promise<boolean> {
    const wrong = text.whyNot()
    if (wrong) toast(wrong)
    if (wrong || !(await saveDiary(text.now()))) return false
    text.forget()
    return true
  }

  async function saveAndLeave() {
    const page = here()
    if (await once('saving', save)) leaveAfterToast(page, back)
  }

  return (
    <Page
      title={title}
      back
      right={
        <div className={styles.actions}>
          {!open && (
            <More
              busy={busy !== undefined}
              onDraft={() => void once('saving', keepAndGo)}
              onSeal={() => void once('sealing', seal)}
            />
          )}
          <Button kind="quiet" busy={busy !== undefined} onClick={() => void saveAndLeave()}>
            保存
          </Button>
        </div>
      }
    >
      <Paper text={text} still={busy !== undefined} />
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
