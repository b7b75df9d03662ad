import { useSyncExternalStore } from 'react'
import { tab } from '#web/client/storage/storage.ts'
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
  tab.setItem(KEY, JSON.stringify(next))
  notify()
}

export function signOut(why?: string): void {
  operator = undefined
  notice = why
  tab.removeItem(KEY)
  notify()
}

function stored(): Operator | undefined {
  const { name, token } = tab.read<Partial<Operator>>(KEY) ?? {}
  return name && token ? { name, token } : undefined
}
