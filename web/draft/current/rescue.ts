import { FORM, TYPE } from '#contract/capsule.ts'
import { now } from '#web/ui/clock.ts'
import { autosave, documentOf, dropAutosaved, openSession, sessionKey } from './autosave.ts'
import type { SealDraft } from './draft.ts'
import { typedForecast, typedIn } from './typedText.ts'

let session = { name: '', end: () => {} }

/**
 * Gives a text that another one replaces, or that only this tab has, back to its editor, which offers the text when no tab
 * has it any more. Tells whether the database has it.
 */
export async function rescue(draft: SealDraft): Promise<boolean> {
  // Files have a list of their own.
  if (draft.content_type === FORM.graphic) return false
  const value = draft.type === TYPE.forecast ? typedForecast(draft) : typedIn(draft)
  return autosave({ key: nameOf(draft), value, revision: draft.revision, sentAs: draft.sentAs ?? draft.key, at: now() })
}

/** Drops the rescued text: it is stored as the draft again, or is not needed any more. */
export const dropRescued = (draft: SealDraft): void => void dropAutosaved(nameOf(draft))

/** The draft that this tab is making is offered by no editor meanwhile. */
export function holdSession(draft: SealDraft | undefined): void {
  const name = draft ? nameOf(draft) : ''
  if (name === session.name) return
  session.end()
  session = { name, end: name ? openSession(name) : () => {} }
}

/** Whether this session is the draft that this tab is making. */
export const isOwnSession = (name: string): boolean => name === session.name

const nameOf = ({ owner, type, draft_id, key }: SealDraft): string => sessionKey(owner, documentOf(type, draft_id), key)
