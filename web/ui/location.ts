import { createHashHistory, useBlocker, useSearch } from '@tanstack/react-router'
import { TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { getToken } from '#web/session.ts'

// The hash history takes a query before the hash (WeChat adds one to shared links) for the end of every route.
if (window.location.search) {
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.hash)
}

/** The one history of the pages: the hash of the address. */
export const history = createHashHistory()

export const HOME = '/pages/home/home'
export const LOGIN = '/pages/login/login'
export const LANDING = '/'
/** The desktop shell. */
export const SITE = '/pages/site'

type Query = Record<string, string | undefined>

/** Goes to a page, once for a double tap; undefined and empty query values are left out. */
export function go(path: string, query: Query = {}, options: { replace?: boolean } = {}): void {
  const href = path + stringifyQuery(query)
  if (options.replace) history.replace(href)
  else if (href !== here()) history.push(href)
}

/** One page back, or home when this page was the first one opened. */
export function back(): void {
  if (history.canGoBack()) history.back()
  else go(HOME, {}, { replace: true })
}

/** Where the person is: path with query. */
export const here = (): string => history.location.pathname + history.location.search

/** Leaves this page once the toast has been read, unless the person has gone elsewhere by then. */
export function leaveAfterToast(page: string, leave: () => void): void {
  setTimeout(() => here() === page && leave(), TOAST_THEN_BACK_MS)
}

/** Calls `listener` whenever the person has come to another page, or to the same one with another query. */
export function onRoute(listener: () => void): () => void {
  let before = here()
  return history.subscribe(() => {
    if (here() === before) return
    before = here()
    listener()
  })
}

/** The page's query; values stay strings, since ids are longer than a number can hold. */
export const useQueryString = (): Record<string, string> => useSearch({ strict: false }) as Record<string, string>

/**
 * Asks before the page is left, by any way out, while `shouldAsk` says so; `askUser` answers whether it may be left. When
 * the sign-in is over nothing could be saved, and nobody is asked.
 */
export function useLeavePrompt(shouldAsk: () => boolean, askUser: () => Promise<boolean>): void {
  useBlocker({
    shouldBlockFn: async () => shouldAsk() && getToken() !== undefined && !(await askUser()),
    enableBeforeUnload: shouldAsk,
  })
}

export const parseQuery = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export function stringifyQuery(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}
