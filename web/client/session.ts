import { useSyncExternalStore } from 'react'
import { makeListeners } from '#web/ui/listeners.ts'
import { device } from './storage/storage.ts'

const TOKEN = 'token'
const RETURN_ROUTE = 'routerTo'
/** The signed-in person, as last heard (`cachedUser`). */
export const PERSON = 'person'
const { subscribe, notify } = makeListeners()

export const getToken = (): string | undefined => device.getItem(TOKEN) || undefined

export function setToken(token: string): void {
  device.setItem(TOKEN, token)
  notify()
}

/** Whether the sign-in outlasts the page. */
export const isTokenKept = (): boolean => device.isKept(TOKEN)

/** Tells one sign-in from another without being one: too little of its token to be any. */
export const signInMark = (): string => getToken()?.slice(-6) ?? ''

export function clearToken(): void {
  device.removeItem(TOKEN)
  device.removeItem(PERSON)
  notify()
}

/** Whether somebody is signed in, in this tab or another. */
export const useSignedIn = (): boolean => useSyncExternalStore(onSession, () => getToken() !== undefined)

/** Calls `listener` when another tab signs in or out. */
export function onOtherTab(listener: () => void): () => void {
  const heard = (event: StorageEvent) => {
    if (event.key === TOKEN || event.key === null) listener()
  }
  window.addEventListener('storage', heard)
  return () => window.removeEventListener('storage', heard)
}

/** Remembers where a signed-out person wanted to go, as a route with its query. */
export const rememberRoute = (href: string) => device.setItem(RETURN_ROUTE, href)

export const forgetRoute = (): void => device.removeItem(RETURN_ROUTE)

/** The remembered route, once. */
export function takeRoute(): string | undefined {
  const href = device.getItem(RETURN_ROUTE) ?? undefined
  forgetRoute()
  return href && withoutFrameMark(href)
}

/** Version 1.0.4 told the phone of the desktop shell apart by a query that got into the routes it kept. */
export const withoutFrameMark = (href: string): string => href.replace(/(\?|%3F)phone.*$/i, '')

/** Calls `listener` when somebody signs in or out, in this tab or another. */
export function onSession(listener: () => void): () => void {
  const leaveHere = subscribe(listener)
  const leaveOther = onOtherTab(listener)
  return () => {
    leaveHere()
    leaveOther()
  }
}
