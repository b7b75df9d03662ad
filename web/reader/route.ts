import { useSyncExternalStore } from 'react'

// Where one is: `#/view/argument/…?query`. On `file://` the hash alone may change, and back works by it.

export const VIEWS = [
  'home',
  'time',
  'calendar',
  'find',
  'sealed',
  'record',
  'money',
  'social',
  'check',
  'item',
  'book',
] as const
export type View = (typeof VIEWS)[number]
export type Route = { view: View; args: string[]; query: URLSearchParams }

export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  const [view = '', ...args] = path.split('/').map(decoded)
  return { view: VIEWS.find((one) => one === view) ?? 'home', args, query: new URLSearchParams(query) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export function linkTo(view: View, args: readonly string[] = [], query: Record<string, string> = {}): string {
  const asked = Object.entries(query).filter(([, value]) => value !== '')
  const search = asked.length > 0 ? `?${new URLSearchParams(asked)}` : ''
  return `#/${[view, ...args].map(encodeURIComponent).join('/')}${search}`
}

const subscribe = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
let last = { hash: '', route: routeOf('') }

export const useRoute = (): Route =>
  useSyncExternalStore(subscribe, () => {
    const { hash } = window.location
    if (hash !== last.hash) last = { hash, route: routeOf(hash) }
    return last.route
  })

/** How far each address was scrolled; a link leads to the top, the way back to where one was. */
const scrolled = new Map<string, number>()
let at = ''
let isTapped = false
let byLink = false

/** The same page with other words in its address: no step of the history. */
export function replaceBy(link: string): void {
  window.location.replace(link)
  at = window.location.hash
}

export function keepScrolled(): void {
  history.scrollRestoration = 'manual'
  at = window.location.hash
  // Before another page is drawn the window still stands where the last one was left.
  window.addEventListener('hashchange', () => {
    if (at === window.location.hash) return
    scrolled.set(at, window.scrollY)
    at = window.location.hash
    byLink = isTapped
    isTapped = false
  })
  window.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#"]') : null
    isTapped = link !== null && link.hash !== window.location.hash
  })
}

/** After another page has come. */
export function scrollToItsPlace(): void {
  window.scrollTo(0, byLink ? 0 : (scrolled.get(window.location.hash) ?? 0))
}
