import { LONG_TAG_MAX_CHARS } from '#contract/limits.ts'
import { whyNotLongTag } from '#contract/seal.ts'
import { useSend } from '#web/api.ts'
import { draftInput, type SealDraft, textContent } from '#web/seal/draft.ts'
import { ask } from '#web/ui/ask.tsx'

/** Saves a text to the draft box under a name it asks for; false when the person or the server said no. */
export function useSaveDraft(draft: SealDraft) {
  const send = useSend('createTimeDraft', { invalidates: ['myDrafts', 'capsuleDetail'] })

  async function save(html: string): Promise<boolean> {
    const long_tag = await ask({
      title: '请为你的这份记忆填入专属的形容词',
      placeholder: '例如：十八岁的、闪闪发光的',
      initial: draft.long_tag,
      max: LONG_TAG_MAX_CHARS,
      whyNot: whyNotLongTag,
    })
    if (long_tag === undefined) return false
    const named = { ...draft, content: textContent(html), long_tag: long_tag.trim() }
    return send.mutateAsync(draftInput(named)).then(
      () => true,
      () => false,
    )
  }

  return { save, saving: send.isPending }
}
