import { LONG_TAG_MAX_CHARS } from '#contract/limits.ts'
import { whyNotLongTag } from '#contract/seal.ts'
import { type CallError, NO_ANSWER, useSend } from '#web/api.ts'
import { draftInput, type SealDraft, textContent } from '#web/seal/draft.ts'
import { ask } from '#web/ui/ask.tsx'
import { here } from '#web/ui/location.ts'

/**
 * Saves a text to the draft box under a name it asks for; false when the person or the server said no. A name that the
 * network swallowed is asked for again as it was typed.
 */
export function useSaveDraft(draft: SealDraft) {
  const send = useSend('createTimeDraft', { invalidates: ['myDrafts', 'capsuleDetail'] })

  async function save(html: string, typed = draft.long_tag): Promise<boolean> {
    const page = here()
    const long_tag = await ask({
      title: '请为你的这份记忆填入专属的形容词',
      placeholder: '例如：十八岁的、闪闪发光的',
      initial: typed,
      max: LONG_TAG_MAX_CHARS,
      whyNot: whyNotLongTag,
    })
    if (long_tag === undefined) return false
    const named = { ...draft, content: textContent(html), long_tag: long_tag.trim() }
    return send.mutateAsync(draftInput(named)).then(
      () => true,
      ({ code }: CallError) => code === NO_ANSWER && here() === page && save(html, long_tag),
    )
  }

  return { save, saving: send.isPending }
}
