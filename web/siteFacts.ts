import { useEffect, useState } from 'react'
import type { SiteFact } from '#contract/system.ts'

/** What the site says of itself where its operator has set it. */
export type SiteFacts = Partial<Record<SiteFact, string>>

/** Nothing while it is not known. Asked late: strangers see the landing before any code that makes calls has come. */
export function useSiteFacts(): SiteFacts {
  const [facts, setFacts] = useState<SiteFacts>({})
  useEffect(() => {
    let gone = false
    void import('./system.ts')
      .then(({ askSystem }) => askSystem())
      .then(
        (system) => gone || setFacts(system),
        () => undefined,
      )
    return () => {
      gone = true
    }
  }, [])
  return facts
}
