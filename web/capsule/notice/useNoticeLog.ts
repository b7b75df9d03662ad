import { useQueryClient } from '@tanstack/react-query'
import type { Output } from '#contract/calls.ts'
import { pagesKey, usePages } from '#web/client/api.ts'

type CachedPages = { pages: Output<'noticeLog'>[] }

/** The messages about a capsule, and what the newest answer says beside them. */
export function useNoticeLog(capsule_id: string) {
  const input = { capsule_id }
  const query = usePages('noticeLog', input, (page) => page.notices)
  const head = useQueryClient().getQueryData<CachedPages>(pagesKey('noticeLog', input))?.pages[0]
  return { query, head }
}
