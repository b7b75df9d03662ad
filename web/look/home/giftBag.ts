import { useEffect, useSyncExternalStore } from 'react'
import { makeListeners } from '#web/ui/listeners.ts'
import { go, useQueryString } from '#web/ui/location.ts'

let closed = false
const { subscribe, notify } = makeListeners()

/** Whether the welcome gift was put away on this visit. */
export const useGiftClosed = (): boolean => useSyncExternalStore(subscribe, () => closed)

export const closeGift = (): void => set(true)

/** A person who comes by the gift's task (`?gift=1`) is offered the gift again; the query is then removed. */
export function useGiftAsked(): void {
  const isAsked = useQueryString().gift === '1'
  useEffect(() => {
    if (!isAsked) return
    set(false)
    go('home', {}, { replace: true })
  }, [isAsked])
}

function set(next: boolean): void {
  closed = next
  notify()
}
