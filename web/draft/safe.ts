import { keepAutosaved } from './autosave.ts'
import { isBlobStored } from './blobs.ts'
import { isDraftStored, useDraftStore } from './draft.ts'
import { areListsStored, unsavedItems } from './files.ts'

/** What a person has written here and nowhere else yet: nothing, all of it stored over a reload, or not all. */
type Kept = 'nothing' | 'stored' | 'unstored'

/** Whether this person has written something that lies on this device alone, and all of it outlasts the page. */
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
  // What is uploaded needs its bytes here no more.
  const stored = await Promise.all(items.map(({ id, key }) => key !== undefined || isBlobStored(id)))
  return stored.every(Boolean) ? 'stored' : 'unstored'
}
