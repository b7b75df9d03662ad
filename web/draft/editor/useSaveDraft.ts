import { useRef } from 'react'
import type { Input, Output } from '#contract/calls.ts'
import { TEXT } from '#contract/codes.ts'
import type { ContentItem } from '#contract/content.ts'
import { LONG_TAG_MAX_CHARS } from '#contract/limits.ts'
import { whyNotLongTag } from '#contract/seal.ts'
import { toastError, useSend } from '#web/client/api.ts'
import { type CallError, NO_ANSWER } from '#web/client/transport.ts'
import { atItsField } from '#web/draft/current/atItsField.ts'
import { isDraftGone, sendOn, toastDraftGone } from '#web/draft/current/changed.ts'
import { DRAFT_CALL, draftInput, type SealDraft, sendingKey } from '#web/draft/current/draft.ts'
import { markRefused } from '#web/draft/current/refused.ts'
import { isOffline } from '#web/draft/offline/outbox.ts'
import { type SavedHow, saveForLater } from '#web/draft/offline/saveForLater.ts'
import { ask } from '#web/ui/ask.tsx'
import { deviceNow } from '#web/ui/clock.ts'
import { here } from '#web/ui/location.ts'

type Saved = Output<'createTimeDraft'>

/**
 * Saves a text to the draft box, under a name it asks for or under the one it has; false when the person or the server said
 * no. After a saving without an answer the name is asked for again, as it was typed. A later saving writes over the same
 * draft, also after one without an answer; changes made elsewhere are not written over unasked.
 */
export function useSaveDraft(draft: SealDraft) {
  const saved = useRef<Pick<SealDraft, 'draft_id' | 'revision' | 'long_tag'>>(undefined)
  const send = useSend(DRAFT_CALL[draft.type], {
    quiet: true,
    meanwhile: TEXT.saving,
    firstKey: `${sendingKey(draft)}-draft`,
  })
  const inBox = () => saved.current ?? draft

  async function sendAs(content: ContentItem[], typed: string): Promise<SavedHow> {
    const long_tag = typed.trim()
    const input = () => draftInput({ ...draft, ...saved.current, content, long_tag })
    if (isOffline()) return keepForLater(input(), { ...draft, ...saved.current, content, long_tag })
    const carriedOut = (first: Saved) => nowSaved(first, inBox().long_tag)
    const answer = await sendOn(input, { send: send.mutateAsync, own: send.isUnanswered(), carriedOut })
    if (answer) nowSaved(answer, long_tag)
    return answer !== undefined
  }

  /** Without a network the text goes to the outbox, and is sent when there is one. */
  const keepForLater = (input: Input<'createTimeDraft'>, draft: SealDraft): Promise<SavedHow> =>
    saveForLater({
      key: `${sendingKey(draft)}-draft`,
      owner: draft.owner,
      call: DRAFT_CALL[draft.type],
      input,
      draft,
      at: deviceNow(),
    })

  function nowSaved({ capsule_id, revision }: Saved, long_tag: string) {
    saved.current = { draft_id: capsule_id, revision, long_tag }
  }

  function failed(error: CallError): false {
    markRefused(error)
    const { draft_id, long_tag } = inBox()
    const gone = isDraftGone(error, draft_id)
    if (gone) saved.current = { draft_id: '', revision: undefined, long_tag }
    if (gone) toastDraftGone('存为新的草稿')
    else toastError(atItsField(error))
    return false
  }

  async function save(content: ContentItem[], typed = inBox().long_tag): Promise<SavedHow> {
    const page = here()
    const long_tag = await askForName(typed)
    if (long_tag === undefined) return false
    return sendAs(content, long_tag).catch((error: CallError) => {
      failed(error)
      return error.code === NO_ANSWER && here() === page && save(content, long_tag)
    })
  }

  const saveAgain = (content: ContentItem[]): Promise<SavedHow> => sendAs(content, inBox().long_tag).catch(failed)

  return { save, saveAgain, isInBox: () => inBox().draft_id !== '' }
}

/** The personal adjective of a draft or a prediction; undefined when the person cancels. */
export const askForName = (typed: string): Promise<string | undefined> =>
  ask({
    title: '请为你的这份记忆填入专属的形容词',
    placeholder: '例如：十八岁的、闪闪发光的',
    initial: typed,
    max: LONG_TAG_MAX_CHARS,
    whyNot: whyNotLongTag,
  })
