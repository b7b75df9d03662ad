import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FoundOwner, whyNotKeyword } from '#contract/search.ts'
import { go } from '#web/ui/location.ts'
import { toast } from '#web/ui/toast.tsx'
import { Keyword } from './Keyword.tsx'
import { Results } from './Results.tsx'
import type { ResultsPlace, SearchActions, SearchStep } from './Search.tsx'
import { useFirstTap } from './useFirstTap.ts'

type Props = SearchActions & {
  step: SearchStep
  field: RefObject<HTMLInputElement | null>
  /** Brings the focus to where a step begins. */
  focus: () => void
}

/** The content of the popup, one step after the other; the typed text lasts as long as the popup. */
export function SearchSteps({ step, field, focus, onStep, onCapsule, onLook }: Props) {
  const [typed, setTyped] = useState(step.at === 'results' ? step.keyword : '')
  const firstTap = useFirstTap()
  const client = useQueryClient()
  useFocusAfter(step.at, focus)

  function search(words: string) {
    const reason = whyNotKeyword(words)
    if (reason) return toast(reason)
    const keyword = words.trim()
    firstTap(() => {
      // Asked anew, however soon after the last time: the asking is what keeps it in one's history.
      client.removeQueries({ queryKey: ['capsuleSearch'] })
      setTyped(keyword)
      onStep({ at: 'results', keyword })
    })
  }

  const look = (place: ResultsPlace, at: () => void) =>
    firstTap(() => {
      if (step.at === 'results') onLook({ ...step, place })
      at()
    })

  if (step.at === 'keyword') return <Keyword field={field} typed={typed} onType={setTyped} onSearch={search} />
  return (
    <Results
      key={step.keyword}
      keyword={step.keyword}
      onChange={() => firstTap(() => onStep({ at: 'keyword' }))}
      place={step.place}
      onCapsule={(id, place) => look(place, () => onCapsule(id))}
      onOwner={(owner, place) => look(place, () => visit(owner))}
    />
  )
}

const visit = ({ id, nickname }: FoundOwner) => go('userHome', { user_id: id, userName: nickname })

/** The first step is the dialog's to focus, which then knows where the focus came from. */
function useFocusAfter(at: SearchStep['at'], focus: () => void) {
  const focused = useRef(at)
  const changed = useEffectEvent(focus)
  useEffect(() => {
    if (focused.current === at) return
    focused.current = at
    changed()
  }, [at])
}
