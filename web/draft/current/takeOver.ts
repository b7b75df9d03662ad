import { FORM, TYPE } from '#contract/capsule.ts'
import { isBlank } from '#contract/content.ts'
import { autosavedOf, documentOf, dropAutosaved, openSessions } from './autosave.ts'
import { emptyDraft, keepDraft, NOBODY, renewDraft, useDraftStore, withText } from './draft.ts'
import { htmlIn, type TypedText } from './typedText.ts'

let under: Promise<void> = Promise.resolve()

/**
 * Text written on this device before anybody had signed in is this person's from now on: the text they were about to seal,
 * else the one typed last. A person who is making something already does not lose it.
 */
export function takeOver(owner: string): Promise<void> {
  // One at a time: a second call finds the work done.
  under = under.then(() => take(owner))
  return under
}

async function take(owner: string): Promise<void> {
  const { draft } = useDraftStore.getState()
  if (draft?.owner === NOBODY && draft.type === TYPE.time && draft.content_type === FORM.text)
    return renewDraft({ owner })
  const all = await autosavedOf<TypedText>(NOBODY, documentOf(TYPE.time, ''))
  const alive = all.length > 0 ? await openSessions() : new Set<string>()
  const last = all.find(({ key, value }) => !alive.has(key) && !isBlank(htmlIn(value)))
  if (!last) return
  keepDraft(withText(emptyDraft(owner), last.value))
  await dropAutosaved(last.key)
}
