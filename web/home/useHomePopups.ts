import { useEffect, useState } from 'react'
import type { SearchStep } from '#web/search/Search.tsx'
import { forgetSearchLeft, leaveSearch, searchLeft } from '#web/search/searchLeft.ts'

/** What stands in front of the field: the search, one capsule of the field, or one of the results over these. */
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
    /** Stays while its popup fades out. */
    id,
    isOpen,
    open: (capsuleId: string) => {
      setId(capsuleId)
      setIsOpen(true)
    },
    /** Back to where it was tapped. */
    close: () => {
      setIsOpen(false)
      forgetSearchLeft()
    },
  }
}
