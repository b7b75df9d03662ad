import type { BrowserContext, Page } from '@playwright/test'
import { DEMO } from './everyPage.ts'
import { holdScripts } from './holdScripts.ts'
import { lineOf } from './line.ts'
import { shifted } from './shifted.ts'
import { ask, CORE, expect, ONCE, open, signIn, signInByCalls, test } from './site.ts'

const PAGES = {
  '/pages/home/home': '胶囊宇宙',
  '/pages/me/me': '我的',
  '/subPages/me/rechargeCenter': '充值中心',
  '/subPages/diary/writeDiary': '写日记',
} as const

const shell = (page: Page) => page.locator('#first .shell')

/** Where the heading stands, in whole pixels. */
async function headingAt(page: Page, text: string): Promise<number[]> {
  const { x, y } = (await page.getByText(text, { exact: true }).filter({ visible: true }).first().boundingBox())!
  return [Math.round(x), Math.round(y)]
}

test(
  'the shape of the wanted page stands before any script has come, and the page comes into it without a jump',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site, await signInByCalls(site, DEMO))
    const { user } = await ask(site, 'userInfo', {}, token)
    await page.evaluate((tour) => localStorage.setItem(tour, '1'), `guided:${user.id}`)
    for (const [route, heading] of Object.entries(PAGES)) {
      const come = await holdScripts(page)
      await page.goto('about:blank')
      await page.goto(`${site}/#${route}`, { waitUntil: 'commit' })
      await expect(shell(page), route).toBeVisible()
      await expect(shell(page).locator('xpath=self::*[@inert]')).toHaveCount(1)
      const before = await headingAt(page, heading)
      const words = await page.locator('#first').innerText()
      for (const own of [user.nickname, user.tel]) expect(words, 'nobody’s text').not.toContain(own)
      await come()
      expect(await headingAt(page, heading), route).toEqual(before)
      expect(await shifted(page), route).toBeLessThan(0.05)
    }
  },
)

/** Pages whose calls begin in the page of HTML, and how many; `id` of a capsule of one's own, or of a draft. */
const BEGUN = [
  ['/pages/home/home', 4],
  ['/subPages/diary/diaryList', 3],
  ['/pages/me/me', 2],
  ['/subPages/me/rechargeCenter', 2],
  ['/subPages/me/setting', 1],
  ['/subPages/me/taskCenter', 1],
  ['/subPages/me/inbox', 1],
  ['/subPages/me/capsuleDetail?id=DIARY', 1],
  ['/subPages/diary/previewDiary?id=DIARY', 1],
  ['/subPages/diary/writeDiary', 2],
  ['/subPages/diary/writeDiary?id=DIARY', 2],
] as const

test(
  'the first calls are on their way before any script has come, and none is sent twice',
  ONCE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const content = [{ type: 0 as const, content: '<p>记</p>', comment: '' }]
    const { capsule_id } = await ask(site, 'createDiaryCapsule', { content }, token)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(`${pathname} ${request.postData()}`)
    })
    for (const [route, number] of BEGUN) {
      const come = await holdScripts(page)
      await page.goto('about:blank')
      asked.length = 0
      await page.goto(`${site}/#${route.replace('DIARY', capsule_id)}`, { waitUntil: 'commit' })
      await expect.poll(() => asked.length, route).toBe(number)
      await come()
      await page.waitForLoadState('networkidle')
      // A call that is left was asked for in other words than the page uses.
      expect(await page.evaluate(() => (window as { begun?: unknown[] }).begun ?? []), route).toEqual([])
      expect(new Set(asked).size, `${route}: ${asked.join(', ')}`).toBe(asked.length)
    }
  },
)

test('the shape is dark where the person wants it dark', ONCE, async ({ page, site }) => {
  await signIn(page, site)
  await page.emulateMedia({ colorScheme: 'dark' })
  const come = await holdScripts(page)
  await page.goto(`${site}/#/subPages/me/rechargeCenter`, { waitUntil: 'commit' })
  await expect(shell(page)).toHaveCSS('background-color', 'rgb(26, 22, 18)')
  await come()
})

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('without a network the shape stands, and nothing is asked for', ONCE, async ({ page, site, context }) => {
    await signIn(page, site)
    await open(page, site, '/pages/home/home')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const line = lineOf(context)
    await line.cut()
    const tab = await tabWithoutScripts(context)
    await tab.goto(`${site}/#/pages/me/me`)
    await expect(shell(tab)).toContainText('我的')
    expect(await tab.evaluate(() => (window as { begun?: unknown[] }).begun?.length ?? 0)).toBe(0)
  })
})

/**
 * Its own modules do not run: only the script in the page of HTML does. It knows that the line is cut, which Chromium 147 does
 * not tell a new tab.
 */
async function tabWithoutScripts(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { get: () => false })
    new MutationObserver(() => {
      for (const script of document.querySelectorAll('script[type="module"]')) script.remove()
    }).observe(document, { childList: true, subtree: true })
  })
  return tab
}
