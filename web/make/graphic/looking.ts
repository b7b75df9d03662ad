import { create } from 'zustand'

/** How many chosen files of each capsule are still being checked: they have no tile yet, and saving waits for them. */
const useLooking = create<Record<string, number>>(() => ({}))

export const lookingNow = (draft_id: string): number => useLooking.getState()[draft_id] ?? 0
export const useLookingAt = (draft_id: string): number => useLooking((counts) => counts[draft_id] ?? 0)

/** Counts these files until `act` is over. */
export async function whileLooking(draft_id: string, count: number, act: () => Promise<void>) {
  const add = (more: number) => useLooking.setState({ [draft_id]: lookingNow(draft_id) + more })
  add(count)
  await act().finally(() => add(-count))
}
