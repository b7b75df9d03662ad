import { useRef, useState } from 'react'

/**
 * A state that is on or off (`held`), and a press that turns it over: the wish is shown at once and sent, one sending at a
 * time, until the server holds what is wished. A failure puts the state back and says nothing (specification 8).
 */
export function useWish(held: boolean, send: (wish: boolean) => Promise<unknown>): [boolean, () => void] {
  const [shown, setShown] = useState<boolean>()
  const wish = useRef<boolean>(undefined)
  const show = (next: boolean | undefined) => {
    wish.current = next
    setShown(next)
  }

  async function carryOut() {
    for (let done = held; wish.current !== undefined && wish.current !== done; ) {
      const next = wish.current
      await send(next)
      done = next
    }
  }

  function turn() {
    const isUnderWay = wish.current !== undefined
    show(!(wish.current ?? held))
    if (isUnderWay) return
    carryOut()
      .catch(() => undefined)
      .finally(() => show(undefined))
  }

  return [shown ?? held, turn]
}
