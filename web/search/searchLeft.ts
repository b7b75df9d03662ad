import { forget, keep, kept } from '#web/kept.ts'
import { depth } from '#web/ui/entries.ts'
import type { ResultsStep } from './Search.tsx'

// Results from which somebody has gone on. They stand in no address: a keyword is nobody else's business.

const NAME = 'searchLeft'

type Left = { depth: number; results: ResultsStep }

/** For whoever comes back to this entry of the history. */
export const leaveSearch = (results: ResultsStep): void => keep(NAME, { depth: depth(), results } satisfies Left)

/** What was left at this entry. */
export function searchLeft(): ResultsStep | undefined {
  const left = kept<Left>(NAME)
  return left?.depth === depth() ? left.results : undefined
}

export const forgetSearchLeft = (): void => forget(NAME)
