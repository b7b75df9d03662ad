import { useEffect, useState } from 'react'

const seen = new Set<string>()

/** Whether this capsule is seen for the first time since the pages were loaded: who comes back from a picture of it has seen it open. */
export function useFirstSight(id: string): true | undefined {
  const [first] = useState(() => !seen.has(id))
  useEffect(() => void seen.add(id), [id])
  return first || undefined
}
