import { useEffect, useState } from 'react'
import { SEND_WORD_MAX_CHARS } from '#contract/limits.ts'
import { addressOf } from '#contract/pages.ts'
import { SEALED, whyNotWords } from '#contract/seal.ts'
import { longDayText } from '#contract/time.ts'
import { knowTime } from '#web/client/knowTime.ts'
import { changeDraft, clearDraft, renewDraft, type SealDraft, useDraftStore } from '#web/draft/current/draft.ts'
import { dropSealed } from '#web/draft/current/files.ts'
import { leaveSeal } from '#web/draft/editor/leaveSeal.ts'
import { forgetDraft } from '#web/draft/offline/forgetDraft.ts'
import { TextArea } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { notPast } from './notPast.ts'
import { type Risen, Rising } from './Rising.tsx'
import styles from './Seal.module.css'
import { SealFrame, SealPage } from './SealPage.tsx'
import { useGoesWhole } from './useGoesWhole.ts'
import { useSeal } from './useSeal.ts'
import { useWrong } from './useWrong.ts'

/** `waits`: the capsule is for somebody else, and has to be handed over. */
type Made = Risen & { waits: boolean }

export function SealFour() {
  const [sealed, setSealed] = useState<Made>()
  if (sealed) return <Sealed {...sealed} />
  return <SealPage step="sealFour">{(draft) => <Words draft={draft} onSealed={setSealed} />}</SealPage>
}

/** Drops the sealed draft, so that nothing is left to be sealed again. */
function Sealed({ waits, ...risen }: Made) {
  useEffect(() => {
    const { draft } = useDraftStore.getState()
    dropSealed(draft?.content ?? [])
    if (draft) forgetDraft(draft.owner, { id: draft.draft_id, type: draft.type })
    clearDraft()
    toast(SEALED)
  }, [])
  if (!waits) return <Rising {...risen} onRisen={leaveSeal} />
  const handOver = () => leaveSeal(addressOf('handOver', { id: risen.capsuleId, sealed: '1' }))
  return <Rising {...risen} leadsTo="handOver" onRisen={handOver} />
}

function Words({ draft, onSealed }: { draft: SealDraft; onSealed: (sealed: Made) => void }) {
  const { shown, isRight } = useWrong({ send_word: whyNotWords(draft.send_word) })
  const whole = useGoesWhole(draft)
  const { seal, sealing, wrongAt, edited } = useSeal({
    fields: ['send_word'],
    told: whole.text !== undefined,
    onSealed: ({ capsule_id: capsuleId, reward, waiting_url }, made) =>
      onSealed({ capsuleId, made, reward, waits: waiting_url !== undefined }),
    onDraftGone: () => changeDraft({ draft_id: '', revision: undefined }),
    onAnew: renewDraft,
  })

  async function send(form: HTMLFormElement) {
    if (!isRight(form)) return
    await knowTime()
    // As it stands by now: words may have been added meanwhile.
    const now = useDraftStore.getState().draft ?? draft
    const unsealDate = notPast(now.unsealDate)
    if (unsealDate !== now.unsealDate) return changeDraft({ unsealDate })
    void seal(now)
  }

  return (
    <SealFrame draft={draft} step="sealFour" nextLabel="投入胶囊宇宙" busy={sealing || whole.isAsked} onNext={send}>
      <h2 className={styles.letterTo}>
        对<time dateTime={draft.unsealDate.replace(' ', 'T')}>{longDayText(draft.unsealDate)}</time>的
        {draft.to?.name ?? '自己'}
        说点什么吧
      </h2>
      <TextArea
        label="寄语"
        name="send_word"
        placeholder="留下些话吧"
        rows={8}
        style={{ minHeight: 220 }}
        max={SEND_WORD_MAX_CHARS}
        count
        hideLabel
        readOnly={sealing}
        value={draft.send_word}
        error={shown.send_word ?? wrongAt('send_word')}
        onChange={(event) => {
          changeDraft({ send_word: event.target.value })
          edited()
        }}
      />
      {whole.text && <p className="muted">{whole.text}</p>}
    </SealFrame>
  )
}
