import { cachedInTab, cacheInTab, dropFromTab } from '#web/client/sessionCache.ts'
import { depth } from '#web/ui/entries.ts'
import type { ResultsStep } from './Search.tsx'

// Results from which somebody has gone on. They stand in no address: a keyword is nobody else's business.

const NAME = 'searchLeft'

type Left = { depth: number; results: ResultsStep }

/** Keeps the results for a return to this entry of the history. */
export const leaveSearch = (results: ResultsStep): void => cacheInTab(NAME, { depth: depth(), results } satisfies Left)

/** The results that were left at this entry. */
export function searchLeft(): ResultsStep | undefined {
  const left = cachedInTab<Left>(NAME)
  return left?.depth === depth() ? left.results : undefined
}

export const forgetSearchLeft = (): void => dropFromTab(NAME)
