import { useEffect, useEffectEvent, useState } from 'react'
import { NOT_KEPT } from '#contract/offline.ts'
import { isUnanswered } from '../api.ts'
import { CallError, NO_ANSWER } from '../transport.ts'
import { isWished } from './wish.ts'

/** Which part of the copy: a capsule or diary by its id, the diaries of a month, the opened capsules. */
export type Part = 'detail' | 'month' | 'opened'

type Query = {
  data: unknown
  error: CallError | null
  failureReason: { code: number } | null
  refetch: () => unknown
}
type Found = { of: string; data?: unknown; at?: number; end?: () => void }

/**
 * A reading as it is, or, while the server does not answer, as the copy on this device has it; `copiedAt` (in ms) says so. Of a
 * thing that is not in the copy the error says that it can be read once there is a network.
 */
export function useCopy<Q extends Query>(part: Part, which: string, query: Q): { query: Q; copiedAt?: number } {
  const [found, setFound] = useState<Found>()
  const name = `${part}/${which}`
  const looks = query.data === undefined && isUnanswered(query) && isWished()
  const again = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (!looks) return
    let end: (() => void) | undefined
    let left = false
    const take = (answer: Omit<Found, 'of'> = {}) => {
      end = answer.end
      if (left) end?.()
      else setFound({ of: name, ...answer })
    }
    void import('./copy.ts').then(({ readCopy }) => readCopy(part, which)).then(take, () => take())
    window.addEventListener('online', again)
    return () => {
      left = true
      end?.()
      window.removeEventListener('online', again)
    }
  }, [looks, name, part, which])

  if (!looks) return { query }
  if (found?.of !== name) return { query: { ...query, error: null } }
  if (found.at === undefined) return { query: { ...query, error: query.error && new CallError(NO_ANSWER, NOT_KEPT) } }
  return { query: { ...query, data: found.data, error: null, hasNextPage: false }, copiedAt: found.at }
}
