import { onSession, signInMark } from './session.ts'
import { tab } from './storage.ts'

/**
 * What pages show again after a reload, or without a network (specification 3): `diaryDetail{id}`, `myPreviewList` and
 * `myContentList`, and the results of a search that were left. In the tab's own storage, since it is private: it outlasts a reload, and not the tab. It is for whoever
 * was signed in then and gone once somebody signs in or out; what is sealed is never answered, and so never here.
 */
const NAMES = /^(diaryDetail|(myPreviewList|myContentList|searchLeft)$)/

type Kept<T> = { of: string; value: T }

/** What cannot be kept is asked for again. */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify({ of: signInMark(), value } satisfies Kept<unknown>)
  if (tab.setItem(name, text)) return
  // Full: what was looked at before gives way.
  forgetAll()
  tab.setItem(name, text)
}

export function kept<T>(name: string): T | undefined {
  const found = tab.read<Kept<T>>(name)
  return found?.of === signInMark() ? found.value : undefined
}

export const forget = (name: string): void => tab.removeItem(name)

// Listened to from the start of the app (`web/main.tsx`), whatever pages have come by then.
onSession(forgetAll)

function forgetAll(): void {
  for (const name of tab.names().filter((name) => NAMES.test(name))) forget(name)
}
