import { useRef } from 'react'
import type { Output } from '#contract/calls.ts'
import { TEXT } from '#contract/codes.ts'
import type { ContentItem } from '#contract/content.ts'
import { rewardText } from '#contract/diary.ts'
import { SAVED_BEFORE } from '#contract/draft.ts'
import { TOAST_ERROR_MS, TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { firstOf, toastError, useSend } from '#web/api.ts'
import { isDraftGone, mayWriteOver, sendAsked, sendOn, toastDraftGone } from '#web/draft/changed.ts'
import { type SealDraft, sendingKey, textContent } from '#web/draft/draft.ts'
import { forgetDraft } from '#web/draft/forgetDraft.ts'
import type { CallError } from '#web/transport.ts'
import { toast } from '#web/ui/toast.tsx'
import { useAfford } from '#web/wallet/useAfford.ts'

type Written = Output<'createDiaryCapsule'>

/** Saves a diary: one that is `open` is changed, any other written anew. False when the person or the server said no. */
export function useSaveDiary(diary: SealDraft, open: boolean): (html: string) => Promise<boolean> {
  /** What the server has of it: the diary itself once it is `open`, until then perhaps a draft. */
  const stored = useRef({ open, id: diary.draft_id, revision: diary.revision })
  const create = useSend('createDiaryCapsule', { quiet: true, firstKey: `${sendingKey(diary)}-diary` })
  const edit = useSend('diaryEdit', { quiet: true, firstKey: `${sendingKey(diary)}-edit` })
  const afford = useAfford('diary')

  async function writeAnew(content: ContentItem[]): Promise<boolean> {
    const own = create.isUnanswered()
    // What got no answer may have spent the last one.
    if (!own && diary.sentAs === undefined && !(await afford())) return false
    const { id: draft, revision } = stored.current
    const input = { content, long_tag: diary.long_tag || undefined, draft_id: draft, revision }
    try {
      const written = await sendAsked(input, create.mutateAsync)
      if (!written) return false
      nowOpen(written)
      tookThePlaceOf(draft, written)
      return true
    } catch (error) {
      const first = firstOf<Written>(error)
      if (!first) throw error
      if (!own && !(await mayWriteOver(SAVED_BEFORE))) return false
      nowOpen(first)
      const changed = await change(content)
      if (changed) tookThePlaceOf(draft, first)
      return changed
    }
  }

  function nowOpen({ capsule_id, revision }: Written) {
    stored.current = { open: true, id: capsule_id, revision }
  }

  /** The draft is gone, and with it all that this browser has of it. */
  function tookThePlaceOf(draft: string, { reward }: Written) {
    forgetDraft(diary.owner, { id: draft, type: diary.type })
    // After 保存成功, and on the list by then.
    if (reward > 0) setTimeout(() => toast(rewardText(reward), { ms: TOAST_ERROR_MS }), TOAST_THEN_BACK_MS)
  }

  async function change(content: ContentItem[]): Promise<boolean> {
    const input = () => ({ capsule_id: stored.current.id, content, revision: stored.current.revision })
    const carriedOut = ({ revision }: Output<'diaryEdit'>) => {
      stored.current.revision = revision
    }
    return (await sendOn(input, { send: edit.mutateAsync, own: edit.isUnanswered(), carriedOut })) !== undefined
  }

  function failed(error: CallError): false {
    const { open, id } = stored.current
    const draftGone = !open && isDraftGone(error, id)
    if (draftGone) stored.current = { open, id: '', revision: undefined }
    if (draftGone) toastDraftGone('直接保存')
    else toastError(error)
    return false
  }

  return async (html) => {
    const content = textContent(html)
    const done = await (stored.current.open ? change(content) : writeAnew(content)).catch(failed)
    if (done) toast(TEXT.saved)
    return done
  }
}
