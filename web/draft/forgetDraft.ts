import type { Card } from '#contract/capsule.ts'
import { documentOf, dropDocument } from './autosave.ts'
import { clearDraft, useDraftStore } from './draft.ts'
import { dropList } from './files.ts'

/**
 * A draft is gone from the draft box – deleted, sealed, become a diary: nothing that its owner made of it stays in this
 * browser. What came from no draft has an empty `id`, and takes nothing along.
 */
export function forgetDraft(owner: string, { id, type }: Pick<Card, 'id' | 'type'>): void {
  if (!id) return
  dropList(id)
  if (useDraftStore.getState().draft?.draft_id === id) clearDraft()
  void import('./keptDrafts.ts').then(
    ({ dropKeptDraft }) => dropKeptDraft(owner, id),
    () => undefined,
  )
  void dropDocument(owner, documentOf(type, id))
}
