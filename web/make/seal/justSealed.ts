import { useSyncExternalStore } from 'react'
import type { CapsuleType } from '#contract/capsule.ts'
import { makeListeners } from '#web/ui/listeners.ts'
import { isAt, onRoute } from '#web/ui/location.ts'

/** A capsule that was sealed a moment ago on this page. */
type JustSealed = { owner: string; id: string; type: CapsuleType; openTime: string }

let sealed: JustSealed | undefined
let unwatch = () => {}
const { subscribe, notify } = makeListeners()

/** Home shows it on arrival, until it is closed or home is left. */
export function showJustSealed(capsule: JustSealed): void {
  let arrived = atHome()
  set(capsule)
  unwatch = onRoute(() => {
    if (arrived && !atHome()) closeJustSealed()
    arrived ||= atHome()
  })
}

const atHome = (): boolean => isAt('home')

export const closeJustSealed = (): void => set(undefined)

/** The capsule that this person has just sealed. */
export function useJustSealed(owner: string | undefined): JustSealed | undefined {
  const shown = useSyncExternalStore(subscribe, () => sealed)
  return shown?.owner === owner ? shown : undefined
}

function set(next: JustSealed | undefined): void {
  unwatch()
  unwatch = () => {}
  sealed = next
  notify()
}
