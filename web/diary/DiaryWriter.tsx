import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { placeQuery } from '#contract/place.ts'
import { formatChina } from '#contract/time.ts'
import { diaryWords } from '#web/draft/leaveWords.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { backOr, go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { useShortcut } from '#web/ui/shortcut.ts'
import { toast } from '#web/ui/toast.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { Paper } from '#web/writing/Paper.tsx'
import { useText, type Written } from '#web/writing/useText.ts'
import { useTextMaking } from '#web/writing/useTextMaking.ts'
import { DailyTip } from './DailyTip.tsx'
import { DiaryDay } from './DiaryDay.tsx'
import { DiaryPlace } from './DiaryPlace.tsx'
import styles from './DiaryWriter.module.css'
import { questionOf } from './prompts.ts'
import { useSaveDiary } from './useSaveDiary.ts'

const MINUTE_MS = 60_000
/** Where one came from; who came by a shortcut of the device sees it in the list. */
const leave = () => backOr('diaryList')

type Props = Written & {
  title: string
  /** When it was written, of one that is in the lists already; any other is new or a draft. */
  openSince: string | undefined
}

/** Where a diary is written. */
export function DiaryWriter({ title, openSince, ...written }: Props) {
  const open = openSince !== undefined
  const text = useText(written)
  const { save: saveDiary, held } = useSaveDiary(written.draft, open)
  const asking = { words: () => diaryWords(held()), keep: save }
  const { busy, over, question, finish, keepInBox, seal, fetchFor } = useTextMaking(text, asking)
  const still = over || busy !== undefined

  async function save(): Promise<boolean> {
    const wrong = text.whyNot()
    if (wrong) toast(wrong)
    return !wrong && saveDiary(text.content())
  }

  const saveAndGo = () => void finish('saving', save, leave)
  useShortcut('save', still ? undefined : saveAndGo)
  useShortcut('main', still ? undefined : saveAndGo)

  function choosePlace() {
    const wrong = text.whyNotLeave()
    if (wrong) toast(wrong)
    else fetchFor(() => go('chooseLocation', { asked: written.draft.key, ...(text.place && placeQuery(text.place)) }))
  }

  return (
    <Page
      title={title}
      back
      right={
        <div className={styles.actions}>
          {!open && <More busy={still} onDraft={() => void keepInBox()} onSeal={seal} />}
          <Button kind="quiet" busy={busy !== undefined} disabled={over} onClick={saveAndGo}>
            保存
          </Button>
        </div>
      }
    >
      {open ? <DiaryDay china={openSince} /> : <Today />}
      <DiaryPlace place={text.place} still={still} onChoose={choosePlace} onRemove={() => text.putAt(undefined)} />
      <Paper text={text} still={still} />
      {question}
    </Page>
  )
}

/** A diary is of the day it is saved on. */
function Today() {
  const now = useNow(MINUTE_MS)
  const { asked } = useQueryString()
  return (
    <DiaryDay china={formatChina(now)}>{asked ? <p className="muted">{questionOf(now)}</p> : <DailyTip />}</DiaryDay>
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
