import { keepAutosaved } from '#web/draft/current/autosave.ts'
import { isBlobStored } from '#web/draft/current/blobs.ts'
import { isDraftStored, useDraftStore } from '#web/draft/current/draft.ts'
import { areListsStored, unsavedItems } from '#web/draft/current/files.ts'

/** How safe the texts are that a person has on this device alone: there are none, all outlast a reload, or not all do. */
type Kept = 'nothing' | 'stored' | 'unstored'

/** Whether this person has written something that is on this device alone, and all of it outlasts the page. */
export async function areWordsSafe(owner: string): Promise<boolean> {
  const kept = [await keepAutosaved(owner), draftKept(owner), await filesKept(owner)]
  return kept.includes('stored') && !kept.includes('unstored')
}

function draftKept(owner: string): Kept {
  const { draft } = useDraftStore.getState()
  if (draft?.owner !== owner) return 'nothing'
  return isDraftStored() ? 'stored' : 'unstored'
}

async function filesKept(owner: string): Promise<Kept> {
  const items = unsavedItems(owner)
  if (items.length === 0) return 'nothing'
  if (!(await areListsStored())) return 'unstored'
  // A file that is uploaded needs its bytes here no more.
  const stored = await Promise.all(items.map(({ id, key }) => key !== undefined || isBlobStored(id)))
  return stored.every(Boolean) ? 'stored' : 'unstored'
}
