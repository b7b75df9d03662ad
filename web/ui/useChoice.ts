import type { PageName, PageQuery } from '#contract/pages.ts'
import { useQueryString, useRequery } from './location.ts'
import { PANES, useMedia } from './useMedia.ts'

/**
 * The item chosen from a list stands in the list's address, as `by`, so that back, a reload and a person given the address
 * find it again. The first choice is a step that one can take back; the next ones take its place. `wide`: the item stands
 * beside the list; in a narrower window the same address shows the item alone.
 */
export function useChoice(page: PageName, by: string) {
  const wide = useMedia(PANES)
  const requery = useRequery()
  const chosen = useQueryString()[by] || undefined
  const choose = (query: PageQuery) => requery(page, query, { replace: chosen !== undefined })
  return { wide, chosen, choose }
}
