import type { Page } from '@playwright/test'

/** What moved on the page without anybody having touched it (CLS, all of it so far). */
export const shifted = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((answer) => {
        let sum = 0
        const add = (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => {
          if (!entry.hadRecentInput) sum += entry.value ?? 0
        }
        new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({
          type: 'layout-shift',
          buffered: true,
        })
        setTimeout(() => answer(sum), 300)
      }),
  )
