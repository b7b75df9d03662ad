import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { placeQuery } from '#contract/place.ts'
import { formatChina } from '#contract/time.ts'
import { diaryWords } from '#web/draft/editor/leaveWords.ts'
import { Paper } from '#web/make/writing/Paper.tsx'
import { useText, type Written } from '#web/make/writing/useText.ts'
import { useTextEditor } from '#web/make/writing/useTextEditor.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { backOr, go, useQueryString } from '#web/ui/location.ts'
import { Page } from '#web/ui/Page.tsx'
import { ActionSheet } from '#web/ui/Sheet.tsx'
import { useShortcut } from '#web/ui/shortcut.ts'
import { toast } from '#web/ui/toast.tsx'
import { useNow } from '#web/ui/useNow.ts'
import { DailyTip } from './DailyTip.tsx'
import { DiaryDay } from './DiaryDay.tsx'
import { DiaryPlace } from './DiaryPlace.tsx'
import styles from './DiaryWriter.module.css'
import { questionOf } from './prompts.ts'
import { useSaveDiary } from './useSaveDiary.ts'

const MINUTE_MS = 60_000
/** Goes back; a person who came by a shortcut of the device goes to the list, which shows the diary. */
const leave = () => backOr('diaryList')

type Props = Written & {
  title: string
  /** When a diary that is in the lists already was written; undefined for a new one or a draft. */
  openSince: string | undefined
}

/** The editor of a diary. */
export function DiaryWriter({ title, openSince, ...written }: Props) {
  const open = openSince !== undefined
  const text = useText(written)
  const { place } = text.beside
  const { save: saveDiary, held } = useSaveDiary(text.draft, open)
  const asking = { words: () => diaryWords(held()), keep: save }
  const { busy, over, question, finish, keepInBox, seal, leaveToAdd } = useTextEditor(text, asking)
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
    else leaveToAdd(() => go('chooseLocation', { asked: written.draft.key, ...(place && placeQuery(place)) }))
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
      <DiaryPlace place={place} still={still} onChoose={choosePlace} onRemove={() => text.put({ place: undefined })} />
      <Paper text={text} still={still} />
      {question}
    </Page>
  )
}

/** Today's date: a diary belongs to the day it is saved on. */
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
