// What Lighthouse does not ask: how soon a tap is answered, and what moves on any page. On a telephone's window, with the
// processor slowed four times and the line of Lighthouse's own (1.6 Mb/s, 150 ms there and back).
import { type Browser, chromium, type Page } from '@playwright/test'
import { addressOf, type PageName } from '#contract/pages.ts'
import { findChromium } from '../e2e/browser.ts'
import { known, NAMES, SCREENS } from '../e2e/everyPage.ts'

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const
const SLOWED_TIMES = 4
const LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
/** What a page loads ahead for the next one has come by then. */
const REST_MS = 12_000

/** Answered when the window has this title, or when this stands on it. */
type Tap = { said: string; from: PageName; tap: string; title?: string; there?: string }
const TAPS: Tap[] = [
  { said: '首页 → 日记', from: 'home', tap: 'nav a:has-text("日记")', title: '日记' },
  { said: '我的 → 首页', from: 'me', tap: 'nav a:has-text("首页")', title: '首页' },
  { said: '首页 → 我的', from: 'home', tap: 'nav a:has-text("我的")', title: '我的' },
  { said: '首页, the first sheet (时光)', from: 'home', tap: 'nav button:has-text("时光")', there: '[role="dialog"]' },
]

/** Two tables: median ms from the finger to the frame that shows the answer, and every page's CLS. */
export async function measureMoves(site: string, token: string, runs: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  console.log('\n| tap | median ms | each |\n|---|---|---|')
  for (const tap of TAPS) {
    const took: number[] = []
    for (let run = 0; run < runs; run++) took.push(await answered(browser, site, token, tap))
    const middle = took.toSorted((one, other) => one - other)[Math.floor(runs / 2)]!
    console.log(`| ${tap.said} | ${Math.round(middle)} | ${took.map(Math.round).join(', ')} |`)
  }
  console.log('\n| page | CLS |\n|---|---|')
  const demo = await known(site, { token })
  for (const name of NAMES) {
    const query = SCREENS[name](demo)
    if (query) console.log(`| ${name} | ${(await shifted(browser, site, token, addressOf(name, query))).toFixed(3)} |`)
  }
  await browser.close()
}

/** A page of somebody signed in, slowed. */
async function slowPage(browser: Browser, site: string, token: string): Promise<Page> {
  const page = await browser.newPage({ ...PHONE, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  // tsx names functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.goto(`${site}/icon.svg`)
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
  const wire = await page.context().newCDPSession(page)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_TIMES })
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', LINE)
  return page
}

async function answered(
  browser: Browser,
  site: string,
  token: string,
  { from, tap, title, there }: Tap,
): Promise<number> {
  const page = await slowPage(browser, site, token)
  await page.goto(`${site}/#${addressOf(from)}`)
  await page.locator(tap).waitFor()
  await page.waitForTimeout(REST_MS)
  await page.evaluate(watchAnswer, { title, there })
  await page.locator(tap).tap()
  const took = await page.waitForFunction(() => (window as unknown as { took?: number }).took, undefined, {
    timeout: 30_000,
  })
  const ms = (await took.jsonValue()) as number
  await page.context().close()
  return ms
}

/** In the page: counts from the next touch to the painted answer. */
function watchAnswer({ title, there }: Pick<Tap, 'title' | 'there'>): void {
  const isAnswered = () => (title ? document.title.startsWith(title) : document.querySelector(there!) !== null)
  const watch = ({ timeStamp }: Event) => {
    const look = () => {
      if (!isAnswered()) return requestAnimationFrame(look)
      // The frame that holds it has been painted when the next one begins.
      return requestAnimationFrame(() => Object.assign(window, { took: performance.now() - timeStamp }))
    }
    requestAnimationFrame(look)
  }
  addEventListener('pointerdown', watch, { once: true, capture: true })
}

/** What moved on it in its first seconds without anybody having touched it. */
async function shifted(browser: Browser, site: string, token: string, address: string): Promise<number> {
  const page = await slowPage(browser, site, token)
  await page.goto(`${site}/#${address}`)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_000)
  const moved = await page.evaluate(
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
  await page.context().close()
  return moved
}
