import { useRef, useState } from 'react'

/** One act at a time, `busy` from the press to its end: a second caller meanwhile gets the answer of the first. */
export function useOneAtATime<Name extends string>() {
  const underWay = useRef<Promise<boolean>>(undefined)
  const [busy, setBusy] = useState<Name>()

  function once(name: Name, act: () => Promise<boolean>): Promise<boolean> {
    if (underWay.current) return underWay.current
    setBusy(name)
    underWay.current = act().finally(() => {
      underWay.current = undefined
      setBusy(undefined)
    })
    return underWay.current
  }

  return { once, underWay, busy }
}
