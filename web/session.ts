import { useSyncExternalStore } from 'react'
import { makeListeners } from './ui/listeners.ts'

const TOKEN = 'token'
const RETURN_ROUTE = 'routerTo'
const { subscribe: subscribeHere, notify } = makeListeners()

export const getToken = (): string | undefined => localStorage.getItem(TOKEN) || undefined

export function setToken(token: string): void {
  localStorage.setItem(TOKEN, token)
  notify()
}

export function clearToken(): void {
  localStorage.removeItem(TOKEN)
  notify()
}

/** Whether somebody is signed in, in this tab or another. */
export const useSignedIn = (): boolean => useSyncExternalStore(subscribe, () => getToken() !== undefined)

/** Calls `listener` when another tab signs in or out. */
export function onOtherTab(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === TOKEN || event.key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

/** Remembers where a signed-out person wanted to go, as a route with its query. */
export const rememberRoute = (href: string): void => localStorage.setItem(RETURN_ROUTE, href)

export const forgetRoute = (): void => localStorage.removeItem(RETURN_ROUTE)

/** The remembered route, once. */
export function takeRoute(): string | undefined {
  const href = localStorage.getItem(RETURN_ROUTE) ?? undefined
  forgetRoute()
  return href && withoutFrameMark(href)
}

/** Version 1.0.4 told the phone of the desktop shell apart by a query that got into the routes it kept. */
export const withoutFrameMark = (href: string): string => href.replace(/(\?|%3F)phone.*$/i, '')

function subscribe(listener: () => void): () => void {
  const leaveHere = subscribeHere(listener)
  const leaveOther = onOtherTab(listener)
  return () => {
    leaveHere()
    leaveOther()
  }
}
