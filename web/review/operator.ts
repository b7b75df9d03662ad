import { useSyncExternalStore } from 'react'
import { makeListeners } from '#web/ui/listeners.ts'

/** The operator at this desk: a sign-in of its own, apart from that of the app, and gone with the tab. */
export type Operator = { name: string; token: string }

const KEY = 'operator'
const { subscribe, notify } = makeListeners()
let operator = stored()
let notice: string | undefined

export const getOperator = (): Operator | undefined => operator
export const useOperator = (): Operator | undefined => useSyncExternalStore(subscribe, getOperator)
/** Why somebody has to sign in again. */
export const useNotice = (): string | undefined => useSyncExternalStore(subscribe, () => notice)

export function signIn(next: Operator): void {
  operator = next
  notice = undefined
  quietly(() => sessionStorage.setItem(KEY, JSON.stringify(next)))
  notify()
}

export function signOut(why?: string): void {
  operator = undefined
  notice = why
  quietly(() => sessionStorage.removeItem(KEY))
  notify()
}

function stored(): Operator | undefined {
  const { name, token } = (quietly(() => JSON.parse(sessionStorage.getItem(KEY) ?? '{}')) ?? {}) as Partial<Operator>
  return name && token ? { name, token } : undefined
}

/** A browser that keeps nothing lets one work until the tab is reloaded. */
function quietly<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
