import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { PAGE_CODE_DELAY_MS } from '#contract/limits.ts'
import { PAGES, queryText } from '#contract/pages.ts'
import { ErrorPage } from '#web/app/shell/ErrorPage.tsx'
import { bringBar } from '#web/app/shell/Rail.tsx'
import { Root } from '#web/app/shell/Root.tsx'
import { isTab } from '#web/app/shell/tabs.ts'
import { jwtOf } from '#web/client/linkJwt.ts'
import { getToken, rememberRoute } from '#web/client/session.ts'
import { endsFramedTrip } from '#web/people/oauth/framedTrip.ts'
import { history, parseQuery } from '#web/ui/location.ts'
import { Waiting } from '#web/ui/Waiting.tsx'
import { type PageRoute, routes } from './routes.tsx'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who may see the page (`routes.tsx`). */
    guard?: PageRoute['guard']
  }
}

const root = createRootRoute({
  component: Root,
  beforeLoad: ({ location }) => {
    if (endsFramedTrip(location)) throw redirect({ to: PAGES.site, replace: true })
  },
})

const pages = routes.flatMap(({ path, aliases = [], guard, page }) =>
  [path, ...aliases].map((address) =>
    createRoute({
      getParentRoute: () => root,
      path: address,
      component: page,
      staticData: { guard },
      beforeLoad: ({ location }) => {
        admit(guard, location)
        if (isTab(address)) bringBar()
      },
    }),
  ),
)

const anyOther = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: PAGES.notFound, replace: true })
  },
})

export const router = createRouter({
  history,
  routeTree: root.addChildren([...pages, anyOther]),
  parseSearch: parseQuery,
  stringifySearch: queryText,
  scrollRestoration: true,
  defaultPendingMs: PAGE_CODE_DELAY_MS,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ErrorPage,
})

/** Lets a person pass or sends them where they have to go first. */
function admit(guard: PageRoute['guard'], { href, searchStr }: { href: string; searchStr: string }): void {
  const signedIn = getToken() !== undefined
  if (guard === 'signedOut' && signedIn) throw redirect({ to: PAGES.home, replace: true })
  if (guard === 'public' || guard === 'signedOut' || signedIn) return
  if (guard === 'byLink' && jwtOf(parseQuery(searchStr).id)) return
  rememberRoute(href)
  throw redirect({ to: PAGES.login, replace: true })
}
