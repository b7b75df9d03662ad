import { useEffect, useState } from 'react'
import type { SearchStep } from '#web/look/search/Search.tsx'
import { forgetSearchLeft, leaveSearch, searchLeft } from '#web/look/search/searchLeft.ts'

/** The popup in front of the field: the search, one capsule of the field, or one search result over the results. */
export function useHomePopups() {
  const [left] = useState(searchLeft)
  const [step, setStep] = useState<SearchStep | undefined>(left)
  const [id, setId] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (left) forgetSearchLeft()
  }, [left])

  return {
    step,
    setStep,
    search: () => setStep({ at: 'keyword' }),
    leaveSearch,
    /** The id stays while its popup fades out. */
    id,
    isOpen,
    open: (capsuleId: string) => {
      setId(capsuleId)
      setIsOpen(true)
    },
    /** Closes the popup, back to the place where it was opened. */
    close: () => {
      setIsOpen(false)
      forgetSearchLeft()
    },
  }
}
