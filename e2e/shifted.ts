import type { Page } from '@playwright/test'

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}
type Watching = { shifts?: { observer: PerformanceObserver; moved: Shift[] } }

/** How much the page moved without anybody touching it (CLS, all of it so far). */
export const shifted = async (page: Page): Promise<number> => (await shifts(page)).sum

/** How much the page moved, and which elements went from where to where. */
export async function shifts(page: Page): Promise<{ sum: number; told: string[] }> {
  await page.evaluate(watch)
  return page.evaluate(() => {
    const { observer, moved } = (window as Watching).shifts!
    moved.push(...(observer.takeRecords() as Shift[]))
    const untouched = moved.filter(({ hadRecentInput }) => !hadRecentInput)
    const nameOf = (node: Node | null) => `${node?.nodeName.toLowerCase()} ${node?.textContent?.trim().slice(0, 12)}`
    const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
    const told = untouched.flatMap(({ value, sources }) =>
      sources.map(
        ({ node, previousRect, currentRect }) =>
          `${value.toFixed(3)} ${nameOf(node)}: ${boxOf(previousRect)} → ${boxOf(currentRect)}`,
      ),
    )
    return { sum: untouched.reduce((sum, { value }) => sum + value, 0), told }
  })
}

/** Answers once the browser has told of all that was moved before. */
function watch(): Promise<void> {
  const world = window as Watching
  const told = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
  if (world.shifts) return told()
  const moved: Shift[] = []
  const observer = new PerformanceObserver((list) => void moved.push(...(list.getEntries() as Shift[])))
  world.shifts = { observer, moved }
  observer.observe({ type: 'layout-shift', buffered: true })
  return told().then(told)
}
