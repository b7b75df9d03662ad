import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { PAGES, type PageName } from '#contract/pages.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { history } from '#web/ui/location.ts'
import { router } from './router.tsx'

const TURN_MS = 10
const TURNS = 500

/** A page as a stranger first sees it: the build puts its words into the page of HTML (scripts/first-paint.mjs). */
export async function markupOf(page: PageName): Promise<string> {
  const place = document.createElement('div')
  const app = createRoot(place)
  app.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await until(() => place.querySelector('main') !== null)
  history.replace(PAGES[page])
  await until(() => router.state.location.pathname === PAGES[page] && router.state.status === 'idle')
  await until(() => place.querySelector('h1') !== null)
  const main = place.querySelector('main')!
  // No part fades in: an element first seen through a fade does not count as painted.
  main.setAttribute('data-painted', '')
  const markup = main.parentElement!.outerHTML
  app.unmount()
  return markup
}

async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < TURNS && !isSo(); turn++) await new Promise((next) => setTimeout(next, TURN_MS))
  if (!isSo()) throw new Error('a page did not come')
}
