import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { failed } from './Loaded.tsx'
import type { Failure } from './LoadFailed.tsx'
import { toast } from './toast.tsx'
import { toastFailure } from './toastFailure.ts'

/** Resolves as `refetch` of a query does, or of several. */
export type Refresh = () => unknown
type Answer = { error: (Failure & { code: number }) | null }

/** The refreshes of the page around this. */
export const OnPull = createContext<Set<Refresh> | undefined>(undefined)

/** While this is shown, pulling the page's top down asks for `refresh`. Other hands need a button, or nothing: lists are asked for anew when one comes back. */
export function useOnPull(refresh: Refresh): void {
  const refreshes = useContext(OnPull)
  const latest = useEffectEvent(refresh)
  useEffect(() => {
    if (!refreshes) return
    const one: Refresh = () => latest()
    refreshes.add(one)
    return () => void refreshes.delete(one)
  }, [refreshes])
}

/** Asks for all of these anew and says whether it was so. */
export async function sayRefreshed(refreshes: Iterable<Refresh>): Promise<void> {
  const asked = [...refreshes].map((refresh) => refresh() as Promise<Answer | Answer[]>)
  const errors = (await Promise.all(asked)).flat().flatMap(({ error }) => error ?? [])
  if (errors.length === 0) return toast('刷新成功')
  // A sign-in that is over says so by itself.
  const failure = errors.find(failed)
  if (failure) toastFailure(failure, TOAST_ERROR_MS)
}
