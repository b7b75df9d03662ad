import type { Card } from '#contract/capsule.ts'
import { documentOf, dropDocument } from '#web/draft/current/autosave.ts'
import { clearDraft, useDraftStore } from '#web/draft/current/draft.ts'
import { dropList } from '#web/draft/current/files.ts'

/**
 * A draft is gone from the draft box – deleted, sealed, become a diary: nothing that its owner made of it stays in this
 * browser. A capsule that came from no draft has an empty `id`: then nothing is removed.
 */
export function forgetDraft(owner: string, { id, type }: Pick<Card, 'id' | 'type'>): void {
  if (!id) return
  dropList(id)
  if (useDraftStore.getState().draft?.draft_id === id) clearDraft()
  void import('./offlineDrafts.ts').then(
    ({ dropOffline }) => dropOffline(owner, id),
    () => undefined,
  )
  void dropDocument(owner, documentOf(type, id))
}
