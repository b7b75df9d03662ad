import type { Asker, Begun } from './begin.ts'

/** An older answer counts as none: data is fresh for as long (queryClient.ts). */
const GOOD_MS = 10_000

/** A reading that the page of HTML has begun: once, and for the sign-in alone under which it was begun. */
export function takeBegun(path: string, body: string, { token, source }: Asker): Begun | undefined {
  const found = window.begun?.find((one) => one.path === path && one.body === body)
  window.begun = window.begun?.filter((one) => one !== found)
  return found && found.token === token && found.source === source && isGood(found) ? found : undefined
}

/** Readings that began before a change do not know of it: after it everything is asked for anew. */
export function dropBegun(): void {
  window.begun = undefined
}

const isGood = ({ heard }: Begun): boolean => !heard || performance.now() - heard.monotonic < GOOD_MS
