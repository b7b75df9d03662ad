import { useRef } from 'react'
import type { Output } from '#contract/calls.ts'
import { editorFields } from '#contract/capsuleFields.ts'
import { TEXT } from '#contract/codes.ts'
import type { ContentItem } from '#contract/content.ts'
import { rewardText } from '#contract/diary.ts'
import { SAVED_BEFORE } from '#contract/draft.ts'
import { TOAST_ERROR_MS, TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { visible } from '#contract/visible.ts'
import { firstOf, toastError, useSend } from '#web/client/api.ts'
import type { CallError } from '#web/client/transport.ts'
import { atItsField } from '#web/draft/current/atItsField.ts'
import { isDraftGone, mayWriteOver, sendAsked, sendOn, toastDraftGone } from '#web/draft/current/changed.ts'
import { diaryChange } from '#web/draft/current/diaryChange.ts'
import { type SealDraft, sendingKey } from '#web/draft/current/draft.ts'
import { markRefused } from '#web/draft/current/refused.ts'
import { forgetDraft } from '#web/draft/offline/forgetDraft.ts'
import { isOffline, secondsSince } from '#web/draft/offline/outbox.ts'
import { type SavedHow, saveForLater } from '#web/draft/offline/saveForLater.ts'
import { useAfford } from '#web/shop/wallet/useAfford.ts'
import { deviceNow } from '#web/ui/clock.ts'
import { toast } from '#web/ui/toast.tsx'
import { forgetDiary } from './cachedDiary.ts'

type Written = Output<'createDiaryCapsule'>

/**
 * Saves a diary: one that is `open` is changed, any other written anew. False when the person or the server said no.
 * `held` says whether the server has a diary, a draft or nothing of it by now.
 */
export function useSaveDiary(diary: SealDraft, open: boolean) {
  /** The server's copy: the diary itself once it is `open`, until then perhaps a draft. */
  const stored = useRef({ open, id: diary.draft_id, revision: diary.revision })
  const create = useSend('createDiaryCapsule', {
    quiet: true,
    meanwhile: TEXT.saving,
    firstKey: `${sendingKey(diary)}-diary`,
  })
  const edit = useSend('diaryEdit', { quiet: true, meanwhile: TEXT.saving, firstKey: `${sendingKey(diary)}-edit` })
  const afford = useAfford('diary')

  const newDiary = (content: ContentItem[]) => {
    const { id, revision } = stored.current
    const written_ago = diary.writtenAt && secondsSince(diary.writtenAt)
    return {
      content,
      ...editorFields('diary', diary),
      long_tag: visible(diary.long_tag) || undefined,
      draft_id: id,
      revision,
      written_ago,
    }
  }

  async function writeAnew(content: ContentItem[]): Promise<boolean> {
    const own = create.isUnanswered()
    // An earlier call without an answer may have spent the last capsule.
    if (!own && diary.sentAs === undefined && !(await afford())) return false
    const { id: draft } = stored.current
    try {
      const written = await sendAsked(newDiary(content), create.mutateAsync)
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
    forgetDiary(capsule_id)
    stored.current = { open: true, id: capsule_id, revision }
  }

  /** The diary has replaced its draft: forgets all that this browser has of the draft. */
  function tookThePlaceOf(draft: string, { reward }: Written) {
    forgetDraft(diary.owner, { id: draft, type: diary.type })
    // Shown after 保存成功, on the list by then.
    if (reward > 0) setTimeout(() => toast(rewardText(reward), { ms: TOAST_ERROR_MS }), TOAST_THEN_BACK_MS)
  }

  async function change(content: ContentItem[]): Promise<boolean> {
    const input = () => diaryChange(diary, content, stored.current)
    const carriedOut = ({ revision }: Output<'diaryEdit'>) => {
      stored.current.revision = revision
      forgetDiary(stored.current.id)
    }
    const changed = await sendOn(input, { send: edit.mutateAsync, own: edit.isUnanswered(), carriedOut })
    if (changed) carriedOut(changed)
    return changed !== undefined
  }

  function failed(error: CallError): false {
    markRefused(error)
    const { open, id } = stored.current
    const gone = isDraftGone(error, id)
    if (gone) stored.current = { open: false, id: '', revision: undefined }
    if (!gone) toastError(atItsField(error))
    else if (open) toast('这篇日记已被删除，再点一次将另存为新日记', { ms: TOAST_ERROR_MS })
    else toastDraftGone('直接保存')
    return false
  }

  /** Without a network the diary goes to the outbox, and is sent when there is one. */
  async function keepForLater(content: ContentItem[]): Promise<SavedHow> {
    const { open } = stored.current
    const isNew = !open && !create.isUnanswered() && diary.sentAs === undefined
    if (isNew && !(await afford())) return false
    const at = diary.writtenAt ?? deviceNow()
    const of = { owner: diary.owner, draft: { ...diary, content }, at }
    const key = sendingKey(diary)
    return saveForLater(
      open
        ? { ...of, key: `${key}-edit`, call: 'diaryEdit', input: diaryChange(diary, content, stored.current) }
        : { ...of, key: `${key}-diary`, call: 'createDiaryCapsule', input: newDiary(content) },
    )
  }

  async function save(content: ContentItem[]): Promise<boolean> {
    if (isOffline()) return (await keepForLater(content)) !== false
    const done = await (stored.current.open ? change(content) : writeAnew(content)).catch(failed)
    if (done) toast(TEXT.saved)
    return done
  }

  function held(): 'diary' | 'draft' | undefined {
    if (stored.current.open) return 'diary'
    return stored.current.id ? 'draft' : undefined
  }

  return { save, held }
}
