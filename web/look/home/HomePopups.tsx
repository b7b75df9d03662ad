import { lazy, Suspense, useState } from 'react'
import { Coming } from '#web/ui/Coming.tsx'
import { CapsulePopup } from './CapsulePopup.tsx'
import type { useHomePopups } from './useHomePopups.ts'

const Search = lazy(() => import('#web/look/search/Search.tsx').then((loaded) => ({ default: loaded.Search })))

type Props = ReturnType<typeof useHomePopups>

export function HomePopups({ step, setStep, leaveSearch, id, isOpen, open, close }: Props) {
  const [searched, setSearched] = useState(false)
  if (step && !searched) setSearched(true)
  return (
    <>
      <CapsulePopup id={id} open={isOpen} onClose={close} />
      {searched && (
        <Suspense fallback={step && <Coming as="sheet" onBack={() => setStep(undefined)} />}>
          <Search step={step} onStep={setStep} onCapsule={open} onLook={leaveSearch} />
        </Suspense>
      )}
    </>
  )
}
