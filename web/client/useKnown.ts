import { useState } from 'react'

type QueryState = { isLoading: boolean; failureCount: number }

/** Whether the first request is under way and has not failed yet: the answer is near. */
const isComing = ({ isLoading, failureCount }: QueryState): boolean => isLoading && failureCount === 0

/**
 * Whether all of these have been answered, or failed: parts of a page shown one by one would push those below them. Once
 * known they stay known: no part is taken away while one of them is asked for again.
 */
export function useKnown(...queries: QueryState[]): boolean {
  const [known, setKnown] = useState(false)
  const isKnown = known || !queries.some(isComing)
  if (isKnown && !known) setKnown(true)
  return isKnown
}
