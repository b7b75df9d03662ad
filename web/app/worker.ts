import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'

// The service worker: the shell of the application, so that it opens without a network and an open tab outlives a new
// build. It looks at the page of HTML and the build's own files, never at a call, a picture or any other address.

/** The files of this build (scripts/worker.ts): those fetched at once, and those kept when they are first wanted. */
declare const FILES: { url: string; revision: string | null }[]
declare const LATE: string[]
/** The part of the worker's own scope that is used here; TypeScript's DOM library does not know it. */
type Scope = {
  addEventListener(type: 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
const scope = globalThis as unknown as Scope
const LATE_CACHE = 'late'
const PAGE = '/index.html'

precacheAndRoute(FILES)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL(PAGE), { allowlist: [/^\/(index\.html)?(\?|$)/] }))
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && LATE.includes(url.pathname),
  new CacheFirst({ cacheName: LATE_CACHE }),
)

// The tab that has brought this worker shall outlive the next build too.
scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([dropOldLate(), scope.clients.claim()])))
// Only when the person says so: a tab that is open keeps the files it began with.
scope.addEventListener('message', ({ data }) => {
  if (data === 'take over') void scope.skipWaiting()
})

async function dropOldLate(): Promise<void> {
  const cache = await caches.open(LATE_CACHE)
  const old = (await cache.keys()).filter(({ url }) => !LATE.includes(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request)))
}
