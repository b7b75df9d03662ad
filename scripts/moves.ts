// Measures that Lighthouse lacks: how soon a tap is answered, and what moves on any page. On a telephone's window, with the
// processor slowed four times and the line that Lighthouse uses (1.6 Mb/s, 150 ms there and back).
import { type Browser, chromium, type Page } from '@playwright/test'
import { addressOf, type PageName } from '#contract/pages.ts'
import { findChromium } from '../e2e/browser.ts'
import { known, NAMES, SCREENS } from '../e2e/everyPage.ts'
import { shifted } from '../e2e/shifted.ts'

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true } as const
const SLOWED_TIMES = 4
const LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
/** By then a page has loaded ahead all it needs for the next one. */
const REST_MS = 12_000

/** A tap is answered by the next paint; the page itself has come when the window has this title. */
type Tap = { said: string; from: PageName; tap: string; title?: string }
const toTab = (said: string, from: PageName, name: string): Tap => {
  return { said, from, tap: `nav a:has-text("${name}")`, title: name }
}
const TAPS: Tap[] = [
  toTab('首页 → 日记', 'home', '日记'),
  toTab('我的 → 首页', 'me', '首页'),
  toTab('首页 → 我的', 'home', '我的'),
  {
    said: '首页, the first sheet (时光)',
    from: 'home',
    tap: 'nav button:has-text("时光")',
  },
]

/** Two tables: median ms from the finger to the next paint, and to the page; and every page's CLS. */
export async function measureMoves(site: string, token: string, runs: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  })
  console.log('\n| tap | answered, ms | page there, ms |\n|---|---|---|')
  for (const tap of TAPS) {
    const took: Took[] = []
    for (let run = 0; run < runs; run++) took.push(await answered(browser, site, token, tap))
    console.log(`| ${tap.said} | ${middle(took, 'answer')} | ${tap.title ? middle(took, 'page') : ''} |`)
  }
  console.log('\n| page | CLS |\n|---|---|')
  const demo = await known(site, { token })
  for (const name of NAMES) {
    const query = SCREENS[name](demo)
    if (query)
      console.log(`| ${name} | ${(await shiftedAt(browser, site, token, addressOf(name, query))).toFixed(3)} |`)
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

/** Milliseconds after the finger came down. */
type Took = { answer?: number; page?: number }

const middle = (took: Took[], what: keyof Took): number =>
  Math.round(took.map((one) => one[what]!).toSorted((one, other) => one - other)[Math.floor(took.length / 2)]!)

async function answered(browser: Browser, site: string, token: string, tap: Tap): Promise<Took> {
  const page = await slowPage(browser, site, token)
  await page.goto(`${site}/#${addressOf(tap.from)}`)
  await page.locator(tap.tap).waitFor()
  await page.waitForTimeout(REST_MS)
  await page.evaluate(watchAnswer, tap)
  await page.locator(tap.tap).tap()
  const whole = await page.waitForFunction(
    (wanted) => {
      const { took = {} } = window as unknown as { took?: Took }
      return took.answer !== undefined && (!wanted || took.page !== undefined) ? took : undefined
    },
    tap.title,
    { timeout: 30_000 },
  )
  const took = (await whole.jsonValue()) as Took
  await page.context().close()
  return took
}

/** In the page: from the touch to the next paint after it (Event Timing), and to the frame after the page has come. */
function watchAnswer({ title }: Pick<Tap, 'title'>): void {
  const took: Took = Object.assign(window, { took: {} as Took }).took
  const heard = (list: PerformanceObserverEntryList) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') took.answer ??= duration
  }
  new PerformanceObserver(heard).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const watch = ({ timeStamp }: Event) => {
    const look = () => {
      if (!title || !document.title.startsWith(title)) return requestAnimationFrame(look)
      return requestAnimationFrame(() => {
        took.page ??= performance.now() - timeStamp
      })
    }
    if (title) requestAnimationFrame(look)
  }
  addEventListener('pointerdown', watch, { once: true, capture: true })
}

/** Of a page's first seconds. */
async function shiftedAt(browser: Browser, site: string, token: string, address: string): Promise<number> {
  const page = await slowPage(browser, site, token)
  await page.goto(`${site}/#${address}`)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_000)
  const moved = await shifted(page)
  await page.context().close()
  return moved
}
