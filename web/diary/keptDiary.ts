import { useEffect } from 'react'
import type { Detail } from '#contract/capsule.ts'
import { isUnanswered } from '#web/api.ts'
import { isOrdinaryDiary } from '#web/capsule/openDiary.ts'
import { forget, keep, kept } from '#web/kept.ts'
import { NO_ANSWER } from '#web/transport.ts'

const nameOf = (id: string): string => `diaryDetail${id}`

type Failure = { code: number } | null
type Asked = { data?: { capsule: Detail }; error: Failure; failureReason: Failure; isStale: boolean }

/** Keeps a diary as it was read last, and gives it back while the server does not answer. */
export function useKeptDiary(id: string, query: Asked): Detail | undefined {
  const { data, error, isStale } = query
  const capsule = data?.capsule
  const gone = error !== null && error.code !== NO_ANSWER
  useEffect(() => {
    // What was saved since is older than what stands on the page for a moment.
    if (capsule && !isStale && isOrdinaryDiary(capsule)) keep(nameOf(capsule.id), capsule)
    else if (gone) forgetDiary(id)
  }, [capsule, isStale, gone, id])
  return capsule === undefined && isUnanswered(query) ? kept<Detail>(nameOf(id)) : undefined
}

/** It has been written anew: what was kept of it is the past. */
export const forgetDiary = (id: string): void => forget(nameOf(id))
