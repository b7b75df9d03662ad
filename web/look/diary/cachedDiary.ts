import { useEffect } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { isOrdinaryDiary } from '#web/capsule/detail/openDiary.ts'
import { isUnanswered } from '#web/client/api.ts'
import { cachedInTab, cacheInTab, dropFromTab } from '#web/client/sessionCache.ts'
import { NO_ANSWER } from '#web/client/transport.ts'

const nameOf = (id: string) => `diaryDetail${id}` as const

type Failure = { code: number } | null
type DiaryQuery = { data?: { capsule: Detail }; error: Failure; failureReason: Failure; isStale: boolean }

/** Keeps a diary as it was read last, and gives it back while the server does not answer. */
export function useCachedDiary(id: string, query: DiaryQuery): Detail | undefined {
  const { data, error, isStale } = query
  const capsule = data?.capsule
  const gone = error !== null && error.code !== NO_ANSWER
  useEffect(() => {
    // A stale answer is not kept: the diary may have been saved since, and the page shows the old text for a moment.
    if (capsule && !isStale && isOrdinaryDiary(capsule)) cacheInTab(nameOf(capsule.id), capsule)
    else if (gone) forgetDiary(id)
  }, [capsule, isStale, gone, id])
  return capsule === undefined && isUnanswered(query) ? cachedInTab<Detail>(nameOf(id)) : undefined
}

/** Forgets the kept copy of a diary that has been written anew or is gone. */
export const forgetDiary = (id: string): void => dropFromTab(nameOf(id))
