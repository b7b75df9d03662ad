import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { PHONE_MAX_PX } from '#contract/limits.ts'
import { PAGES, type PageName } from '#contract/pages.ts'
import { begin } from '#web/client/begin.ts'
import { queryClient } from '#web/client/queryClient.ts'
import { wire } from '#web/client/wire.ts'
import { history } from '#web/ui/location.ts'
import tokens from '#web/ui/tokens.css?inline'
import { FIRST_CALLS } from './first/firstCalls.ts'
import { BACK, SHELLS, TAB_BAR } from './first/Shells.tsx'
import shells from './first/shells.css?inline'
import { type Facts, type Look, start } from './first/start.ts'
import { router } from './router.tsx'

/** The styles that shells need, whichever of them is shown. */
export const STYLES = tokens + shells

/** The functions of the script in the page of HTML; neither names anything outside itself. */
export const SCRIPT = { start, begin }

/** The pages before their code has come, and what the script in the page of HTML has to know besides. */
export function looks(): Pick<Facts, 'looks' | 'back' | 'tabBar' | 'phoneMaxPx'> {
  const names = Object.keys({ ...SHELLS, ...FIRST_CALLS }) as PageName[]
  const entries = names.map((name) => [name, lookOf(name)] as const)
  return { looks: Object.fromEntries(entries), back: drawn(BACK), tabBar: drawn(TAB_BAR), phoneMaxPx: PHONE_MAX_PX }
}

function lookOf(name: PageName): Look {
  const calls = FIRST_CALLS[name]?.map(([call, input, ...unless]) => [wire[call].path, input, ...unless] as const)
  const shell = SHELLS[name]
  if (!shell) return { calls }
  const { mood = 'paper', alone, body, ...frame } = shell
  return { mood, alone, calls, shell: { ...frame, body: drawn(body) } }
}

function drawn(node: ReactNode): string {
  const place = document.createElement('div')
  const app = createRoot(place)
  flushSync(() => app.render(node))
  const { innerHTML } = place
  app.unmount()
  return innerHTML
    .replaceAll(/<svg [^>]*>/g, leanIcon)
    .replaceAll(/ style="[^"]*"/g, (style) => style.replaceAll(/([:;]) /g, '$1'))
    .replaceAll(/=""| aria-hidden="true"/g, '')
}

/** An icon without the attributes that the style sheet says of all of them. */
export function leanIcon(svg: string): string {
  const [width = ''] = / width="\d+"/.exec(svg) ?? []
  return `<svg${width} viewBox="0 0 24 24" aria-hidden="true">`
}

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
