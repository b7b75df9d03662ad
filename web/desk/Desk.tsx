import { useEffect } from 'react'
import { queryClient } from '#web/client/queryClient.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { useOperator } from './operator.ts'
import { SignIn } from './SignIn.tsx'
import { Work } from './Work.tsx'

/** The operators' desk: applications for an early unsealing, and notices that a person has to send. */
export function Desk() {
  const operator = useOperator()
  // The next operator to sign in sees no data that the one before has read.
  useEffect(() => {
    if (!operator) queryClient.clear()
  }, [operator])
  return (
    <>
      {operator ? <Work operator={operator} /> : <SignIn />}
      <Toasts />
    </>
  )
}
