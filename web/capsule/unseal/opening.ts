import { useEffect, useState } from 'react'
import type { Card } from '#contract/capsule.ts'

type Shape = Pick<Card, 'colorIndex' | 'type'>

let opening: { id: string; capsule: Shape } | undefined

/** A link has opened this capsule: its page, which is gone to now, begins with the ritual. */
export function beginOpening(id: string, capsule: Shape): void {
  opening = { id, capsule }
}

/** The capsule that a link has opened a moment ago; undefined on every other way to its page. */
export function useOpening(id: string): Shape | undefined {
  const [capsule] = useState(() => (opening?.id === id ? opening.capsule : undefined))
  useEffect(() => {
    opening = undefined
  }, [])
  return capsule
}
