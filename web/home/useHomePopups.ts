import { useEffect, useState } from 'react'
import type { SearchStep } from '#web/search/Search.tsx'
import { go, useQueryString } from '#web/ui/location.ts'

/** A capsule that was tapped, and the search results it stood among. */
type Tapped = { id: string; from?: SearchStep }

/** What stands in front of the field: the search, or one capsule of the field or of the results. */
export function useHomePopups() {
  const [step, setStep] = useState(useSearchLeft())
  const [tapped, setTapped] = useState<Tapped>()
  const [isOpen, setIsOpen] = useState(false)

  function tap(next: Tapped) {
    setStep(undefined)
    setTapped(next)
    setIsOpen(true)
  }

  return {
    step,
    setStep,
    search: () => setStep({ at: 'keyword' }),
    /** Stays while its popup fades out. */
    id: tapped?.id,
    isOpen,
    open: (id: string) => tap({ id }),
    openFound: (id: string) => tap({ id, from: step }),
    close: () => setIsOpen(false),
    /** It could not be shown: back to where it was tapped. */
    giveUp: () => {
      setIsOpen(false)
      setStep(tapped?.from)
    },
  }
}

/** The results from which somebody went to a person's home (`?keyword=`); the address forgets them. */
function useSearchLeft(): SearchStep | undefined {
  const { keyword } = useQueryString()
  const [left] = useState<SearchStep | undefined>(keyword ? { at: 'results', keyword } : undefined)
  useEffect(() => {
    if (left) go('home', {}, { replace: true })
  }, [left])
  return left
}
