import { cachedInTab, cacheInTab, dropFromTab } from '#web/client/sessionCache.ts'
import type { Seen } from './seen.ts'

const NAME = 'myPreviewList'

/** The capsule whose files are looked at, as the address of the page says it: a finished one, or the one being made. */
export type Source = { id?: string; token?: string; list?: string; draft?: string }
/** The last state of the preview page; for a capsule being made `seen` is empty. */
type PreviewList = { source: Source; index: string; seen: Seen[] }

export const cachePreview = (list: PreviewList): void => cacheInTab(NAME, list)
export const cachedPreview = (): PreviewList | undefined => cachedInTab(NAME)

/** The pictures and videos of this capsule, as they were shown last. */
export const cachedOf = (id: string, token: string | undefined): Seen[] | undefined => {
  const list = cachedPreview()
  return list?.source.id === id && list.source.token === token ? list.seen : undefined
}

/** Forgets the preview of a capsule that may not be looked at any more. */
export function forgetPreviewOf(id: string): void {
  if (cachedPreview()?.source.id === id) dropFromTab(NAME)
}
