import { CloudUpload, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { TEXT } from '#contract/codes.ts'
import { firstLine } from '#contract/content.ts'
import { LONG_TAG_SUMMARY_CHARS } from '#contract/limits.ts'
import { useUser } from '#web/client/api.ts'
import { LOST_WITH_PAGE } from '#web/client/lost.ts'
import { htmlOf, keepDraft, type SealDraft } from '#web/draft/current/draft.ts'
import { CardList, CardRow } from '#web/ui/Card.tsx'
import { newKey } from '#web/ui/newKey.ts'
import { toast } from '#web/ui/toast.tsx'
import { goEdit } from './goEdit.ts'
import { alone, isLostWithPage, type Outgoing, onOutbox, takeOut, waitingOf, waitingUnder } from './outbox.ts'

type Props = { label: string; shows: (entry: Outgoing) => boolean }

/** The texts that were saved without a network and still wait here; a tap goes on writing one. */
export function WaitingList({ label, shows }: Props) {
  const waiting = useWaiting().filter(shows)
  if (waiting.length === 0) return null
  return (
    <CardList label={label}>
      {waiting.map((entry) => (
        <li key={entry.key}>
          <Row entry={entry} />
        </li>
      ))}
    </CardList>
  )
}

export const isDiary = ({ call }: Outgoing): boolean => call === 'createDiaryCapsule' || call === 'diaryEdit'

function Row({ entry }: { entry: Outgoing }) {
  const { draft, refused } = entry
  const Icon = refused ? TriangleAlert : CloudUpload
  return (
    <CardRow
      small
      outlined
      start={<Icon size={22} strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => void writeOn(entry)}
    >
      <b>{titleOf(draft)}</b>
      <span className="muted">{refused ? `没能保存：${refused}` : '等待网络，连上后自动保存'}</span>
      {isLostWithPage(entry) && <span className="muted">{LOST_WITH_PAGE}</span>}
    </CardRow>
  )
}

const titleOf = ({ content, long_tag }: Outgoing['draft']): string =>
  long_tag || firstLine(htmlOf(content), LONG_TAG_SUMMARY_CHARS) || '未命名'

/** Takes a waiting text back to its editor, unless it has just been sent. */
async function writeOn({ key }: Outgoing): Promise<void> {
  const draft = await alone(async () => {
    const now = await waitingUnder(key)
    if (!now) return undefined
    const draft = toWriteOn(now)
    // The editor has the draft before it is taken out of the outbox.
    keepDraft(draft)
    await takeOut(key)
    return draft
  })
  if (draft) goEdit(draft)
  else toast('刚刚已经保存好了')
}

/** The draft to go on with: the changes to a diary that was deleted meanwhile become a new diary. */
const toWriteOn = ({ call, refused, draft, at }: Outgoing): SealDraft =>
  call === 'diaryEdit' && refused === TEXT.gone
    ? { ...draft, key: newKey(), sentAs: undefined, draft_id: '', revision: undefined }
    : { ...draft, ...(call === 'createDiaryCapsule' && { writtenAt: at }) }

function useWaiting(): Outgoing[] {
  const owner = useUser().data?.user.id
  const [waiting, setWaiting] = useState<Outgoing[]>([])
  useEffect(() => {
    if (!owner) return
    let gone = false
    const look = () => void waitingOf(owner).then((found) => gone || setWaiting(found))
    look()
    const stop = onOutbox(look)
    return () => {
      gone = true
      stop()
    }
  }, [owner])
  return waiting
}
