import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Output } from '#contract/calls.ts'
import { HOME_PAGE_SIZE, HOME_REFRESH_MS, HOME_SHORT_PAGE } from '#contract/limits.ts'
import { call, pagesKey, type Turn, usePages } from '#web/api.ts'

type Answer = Output<'capsuleOpenList'>
type Pages = InfiniteData<Answer, Turn>

const INPUT = { pageSize: HOME_PAGE_SIZE }
const KEY = pagesKey('capsuleOpenList', INPUT)

/**
 * The public capsules. Every ten minutes the field turns to the page after the last one read, or to the first one when
 * that was short; a refresh that brings nothing keeps what is shown (specification 4 and 9).
 */
export function useHomeCapsules() {
  const client = useQueryClient()
  const cameEmpty = useRef(false)
  useEffect(() => {
    const turn = async () => {
      const page = cameEmpty.current ? 1 : pageAfter(client.getQueryData<Pages>(KEY))
      const fresh = await call('capsuleOpenList', { ...INPUT, page }).catch(() => undefined)
      if (!fresh) return
      cameEmpty.current = fresh.capsules.length === 0
      if (!cameEmpty.current) client.setQueryData<Pages>(KEY, { pages: [fresh], pageParams: [{ page }] })
    }
    const timer = setInterval(turn, HOME_REFRESH_MS)
    return () => clearInterval(timer)
  }, [client])
  return usePages('capsuleOpenList', INPUT, (data) => data.capsules)
}

function pageAfter(shown: Pages | undefined): number {
  const last = shown?.pages.at(-1)
  if (!last || last.capsules.length <= HOME_SHORT_PAGE) return 1
  return (shown?.pageParams.at(-1)?.page ?? 0) + 1
}
