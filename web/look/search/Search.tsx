import { lazy, Suspense, useState } from 'react'
import { Coming } from '#web/ui/Coming.tsx'

const SearchDialog = lazy(() => import('./SearchDialog.tsx').then((loaded) => ({ default: loaded.SearchDialog })))

/** Which group of results is seen, and how far each is scrolled. */
export type ResultsPlace = { group: number; tops: number[] }
export type ResultsStep = { at: 'results'; keyword: string; place?: ResultsPlace }
/** Where the person is in searching: typing a keyword, or looking at what it has brought. */
export type SearchStep = { at: 'keyword' } | ResultsStep
/** The actions of the steps; an undefined step ends the search. */
export type SearchActions = {
  onStep: (step: SearchStep | undefined) => void
  onCapsule: (capsuleId: string) => void
  /** Something of the results is looked at, which may lead away from them. */
  onLook: (results: ResultsStep) => void
}

/** The search of public capsules and people: a popup for the keyword, then one for what was found. */
export function Search({ step, ...actions }: SearchActions & { step: SearchStep | undefined }) {
  // The last step stays until the popup has faded out.
  const [shown, setShown] = useState(step)
  if (step && step !== shown) setShown(step)
  if (!shown) return null
  return (
    <Suspense fallback={step && <Coming as="sheet" onBack={() => actions.onStep(undefined)} />}>
      <SearchDialog open={step !== undefined} step={step ?? shown} {...actions} />
    </Suspense>
  )
}
