import { onSession, signInMark } from './session.ts'
import type { TabName } from './storage/keys.ts'
import { tab } from './storage/storage.ts'

/**
 * Data that pages show again after a reload, or without a network (specification 3): `diaryDetail{id}`, `myPreviewList` and
 * `myContentList`, and the results of a search that were left. The data is private, so it lies in the tab's own storage: it
 * outlasts a reload, but not the tab. It belongs to the person who was signed in then, and is gone once somebody signs in or
 * out; sealed content is in no answer, and so never here.
 */
type CachedName = Extract<TabName, `diaryDetail${string}` | 'myPreviewList' | 'myContentList' | 'searchLeft'>
type Cached<T> = { of: string; value: T }

/** A value that cannot be kept is fetched again later. */
export function cacheInTab(name: CachedName, value: unknown): void {
  const text = JSON.stringify({ of: signInMark(), value } satisfies Cached<unknown>)
  if (tab.setItem(name, text)) return
  // Full: earlier pages give way.
  forgetAll()
  tab.setItem(name, text)
}

export function cachedInTab<T>(name: CachedName): T | undefined {
  const found = tab.read<Cached<T>>(name)
  return found?.of === signInMark() ? found.value : undefined
}

export const dropFromTab = (name: CachedName): void => tab.removeItem(name)

/** Called at the start of the app, since pages that fill the cache may come after the sign-in has ended. */
export const forgetWithSession = (): void => void onSession(forgetAll)

function forgetAll(): void {
  for (const name of tab.names())
    if (/^(diaryDetail|(myPreviewList|myContentList|searchLeft)$)/.test(name)) tab.removeItem(name)
}
