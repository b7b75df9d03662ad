import { forget, keep, kept } from '#web/kept.ts'
import type { Seen } from './seen.ts'

const NAME = 'myPreviewList'

/** Where what is looked at comes from, as the address of the page says it: a capsule, or what is being made. */
export type Source = { id?: string; token?: string; list?: string; draft?: string }
/** What the preview page has shown last; of what is being made no more than where it is. */
type PreviewList = { source: Source; index: string; seen: Seen[] }

export const keepPreview = (list: PreviewList): void => keep(NAME, list)
export const keptPreview = (): PreviewList | undefined => kept(NAME)

/** The pictures and videos of this capsule, as they were seen last. */
export const keptOf = (id: string, token: string | undefined): Seen[] | undefined => {
  const list = keptPreview()
  return list?.source.id === id && list.source.token === token ? list.seen : undefined
}

/** That capsule is nobody's to look at any more. */
export function forgetPreviewOf(id: string): void {
  if (keptPreview()?.source.id === id) forget(NAME)
}
