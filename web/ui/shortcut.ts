import { useEffectEvent, useLayoutEffect } from 'react'

/** The page's actions that have a key (`web/app/shell/shortcuts` says which key). */
export type Shortcut = 'save' | 'main' | 'back' | 'search'

type Act = { name: Shortcut; run: () => void }
let acts: readonly Act[] = []

/** While the component is shown, the key does `act`; of several, the latest one wins. Without an act, the key is left alone. */
export function useShortcut(name: Shortcut, act: (() => unknown) | undefined): void {
  const run = useEffectEvent(() => void act?.())
  const there = act !== undefined
  // Ready as soon as the page is seen: a key pressed at once finds its act.
  useLayoutEffect(() => {
    if (!there) return
    const own = { name, run: () => run() }
    acts = [...acts, own]
    return () => {
      acts = acts.filter((one) => one !== own)
    }
  }, [name, there])
}

/** The key's act now, or undefined. */
export const actOf = (name: Shortcut): (() => void) | undefined => acts.findLast((act) => act.name === name)?.run
