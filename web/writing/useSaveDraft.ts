import { FORM } from '#contract/capsule.ts'
import type { ContentItem } from '#contract/content.ts'
import { LONG_TAG_MAX_CHARS } from '#contract/limits.ts'
import { whyNotLongTag } from '#contract/seal.ts'
import { type CallError, NO_ANSWER, useSend } from '#web/api.ts'
import { draftInput, type SealDraft, textContent } from '#web/seal/draft.ts'
import { ask } from '#web/ui/ask.tsx'
import { here } from '#web/ui/location.ts'

/** The HTML of a text, or the files of a graphic capsule. */
type Made = string | ContentItem[]

/**
 * Saves what was made to the draft box, under a name it asks for or under the one it has; false when the person or the
 * server said no. A name that the network swallowed is asked for again as it was typed.
 */
export function useSaveDraft(draft: SealDraft) {
  const send = useSend('createTimeDraft', { invalidates: ['myDrafts', 'capsuleDetail'] })

  const sendAs = (made: Made, long_tag: string) =>
    send.mutateAsync(draftInput({ ...draft, ...contentIn(made), long_tag: long_tag.trim() }))

  async function save(made: Made, typed = draft.long_tag): Promise<boolean> {
    const page = here()
    const long_tag = await ask({
      title: '请为你的这份记忆填入专属的形容词',
      placeholder: '例如：十八岁的、闪闪发光的',
      initial: typed,
      max: LONG_TAG_MAX_CHARS,
      whyNot: whyNotLongTag,
    })
    if (long_tag === undefined) return false
    return sendAs(made, long_tag).then(
      () => true,
      ({ code }: CallError) => code === NO_ANSWER && here() === page && save(made, long_tag),
    )
  }

  const saveAgain = (made: Made): Promise<boolean> =>
    sendAs(made, draft.long_tag).then(
      () => true,
      () => false,
    )

  return { save, saveAgain, saving: send.isPending }
}

const contentIn = (made: Made) =>
  typeof made === 'string'
    ? { content: textContent(made), content_type: FORM.text }
    : { content: made, content_type: FORM.graphic }
