import { createHashHistory, useNavigate, useSearch } from '@tanstack/react-router'
import { TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { addressOf, PAGES, type PageName, type PageQuery } from '#contract/pages.ts'
import { leaveBy } from './entries.ts'

// The hash history takes a query before the hash (WeChat adds one to shared links) for the end of every route.
if (window.location.search) {
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.hash)
}

/** The one history of the pages: the hash of the address. */
export const history = createHashHistory()

type Going = { replace?: boolean }

/** Goes to a page, once for a double tap; undefined and empty query values are left out. */
export const go = (name: PageName, query: PageQuery = {}, options: Going = {}): void =>
  goTo(addressOf(name, query), options)

/** Goes to an address that was kept or came from elsewhere. */
export function goTo(address: string, options: Going = {}): void {
  if (options.replace) history.replace(address)
  else if (address !== here()) history.push(address)
}

/** Whether that page is shown, whatever its query. */
export const isAt = (name: PageName): boolean => history.location.pathname === PAGES[name]

/** One page back; home when this page was the first one opened. */
export const back = (): void => backOr('home')

/** One page back, or to that page when this one was the first one opened. */
export function backOr(page: PageName): void {
  if (history.canGoBack()) leaveBy(() => history.back())
  else go(page, {}, { replace: true })
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

/** Gives the page another query and leaves its scroll position: the choice on the page changes, not the page. */
export function useRequery(): (name: PageName, query: PageQuery, options?: Going) => void {
  const navigate = useNavigate()
  return (name, query, { replace } = {}) =>
    void navigate({ to: PAGES[name], search: query as never, replace, resetScroll: false })
}

/** The page's query; values stay strings, since ids are longer than a number can hold. */
export const useQueryString = (): Record<string, string> => useSearch({ strict: false }) as Record<string, string>

export const parseQuery = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
