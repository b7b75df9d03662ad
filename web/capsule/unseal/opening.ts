import { useEffect, useState } from 'react'
import type { Card } from '#contract/capsule.ts'
import { UNSEALED } from '#contract/unseal.ts'
import { toast } from '#web/ui/toast.tsx'

type Shape = Pick<Card, 'colorIndex' | 'type'>
type Opening = { id: string; capsule: Shape; isFirst: boolean }

let opening: Opening | undefined

/** A link has opened this capsule: its page, which is gone to now, begins with the ritual. `isFirst`: it was sealed until now. */
export function beginOpening(id: string, capsule: Shape, isFirst: boolean): void {
  opening = { id, capsule, isFirst }
}

/** The capsule that a link has opened a moment ago; undefined on every other way to its page. */
export function useOpening(id: string): Shape | undefined {
  const [begun] = useState(() => (opening?.id === id ? opening : undefined))
  useEffect(() => {
    opening = undefined
    // Said from under the ritual, and so shown after it: never over the page that is left.
    if (begun?.isFirst) toast(UNSEALED)
  }, [begun])
  return begun?.capsule
}
