import { useEffectEvent, useLayoutEffect } from 'react'

/** What a page can do at a key (`web/shell/shortcuts` says which). */
export type Shortcut = 'save' | 'main' | 'back' | 'search'

type Act = { name: Shortcut; run: () => void }
let acts: readonly Act[] = []

/** While this is shown the key does `act`; of several it is the one that came last. Without an act, nothing of it. */
export function useShortcut(name: Shortcut, act: (() => unknown) | undefined): void {
  const run = useEffectEvent(() => void act?.())
  const there = act !== undefined
  // What is seen can be used: a key pressed at once finds its act.
  useLayoutEffect(() => {
    if (!there) return
    const own = { name, run: () => run() }
    acts = [...acts, own]
    return () => {
      acts = acts.filter((one) => one !== own)
    }
  }, [name, there])
}

/** What that key does now, or undefined. */
export const actOf = (name: Shortcut): (() => void) | undefined => acts.findLast((act) => act.name === name)?.run
