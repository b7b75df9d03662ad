import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { SEND_WORD_MAX_CHARS, TOAST_ERROR_MS } from '#contract/limits.ts'
import { whyNotWords } from '#contract/seal.ts'
import { type CallError, call, tellError } from '#web/api.ts'
import { TextArea } from '#web/ui/Field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { capsuleInput, changeDraft, type SealDraft } from './draft.ts'
import { notPast } from './notPast.ts'
import { Rising } from './Rising.tsx'
import styles from './Seal.module.css'
import { SealFrame, SealPage } from './SealPage.tsx'

const DRAFT_GONE = '原来的草稿已不在草稿箱里，再点一次将直接封存'

export function SealFour() {
  const [sealed, setSealed] = useState<string>()
  if (sealed) return <Rising capsuleId={sealed} />
  return <SealPage step="sealFour">{(draft) => <Words draft={draft} onSealed={setSealed} />}</SealPage>
}

function Words({ draft, onSealed }: { draft: SealDraft; onSealed: (capsuleId: string) => void }) {
  const sending = useRef(false)
  const seal = useMutation<Output<'createTimeCapsule'>, CallError>({
    mutationFn: () => call('createTimeCapsule', capsuleInput(draft), { idempotencyKey: draft.key }),
    onSuccess: (made) => onSealed(made.capsule_id),
    onError: (error) => {
      // The draft it came from was deleted or sealed elsewhere: what stands here can still be sealed by itself.
      const draftGone = error.code === CODE.missing && draft.draft_id !== ''
      if (!draftGone) return tellError(error)
      changeDraft({ draft_id: '' })
      toast(DRAFT_GONE, { ms: TOAST_ERROR_MS })
    },
    onSettled: () => {
      sending.current = false
    },
  })

  function send() {
    if (sending.current) return
    const wrong = whyNotWords(draft.send_word)
    if (wrong) return toast(wrong)
    const unsealDate = notPast(draft.unsealDate)
    if (unsealDate !== draft.unsealDate) return changeDraft({ unsealDate })
    sending.current = true
    seal.mutate()
  }

  return (
    <SealFrame draft={draft} step="sealFour" nextLabel="投入胶囊宇宙" busy={seal.isPending} onNext={send}>
      <h2 className={styles.letterTo}>
        对<time dateTime={draft.unsealDate.replace(' ', 'T')}>{draft.unsealDate}</time>的自己说点什么吧
      </h2>
      <TextArea
        label="寄语"
        placeholder="留下些话吧"
        rows={8}
        style={{ minHeight: 220 }}
        max={SEND_WORD_MAX_CHARS}
        count
        hideLabel
        value={draft.send_word}
        onChange={(event) => changeDraft({ send_word: event.target.value })}
      />
    </SealFrame>
  )
}
