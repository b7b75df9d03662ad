import { useEffect, useState } from 'react'
import type { SiteFacts } from './system.ts'

/** Empty until the facts are known. Asked late: strangers see the landing before any code that makes calls has come. */
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
