import { PAGES, type PageName } from '#contract/pages.ts'

/** The pages that are tabs, and by what other addresses (`web/app/routes.tsx`). */
const TABS: Partial<Record<PageName, readonly string[]>> = { home: ['/home'], diaryList: [], me: ['/me'] }

/** Whether this path shows that tab. */
export const isTabOf = (page: PageName, path: string): boolean =>
  path === PAGES[page] || (TABS[page]?.includes(path) ?? false)

/** Whether this path shows one of the tabs. */
export const isTab = (path: string): boolean => (Object.keys(TABS) as PageName[]).some((page) => isTabOf(page, path))
