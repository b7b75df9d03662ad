import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { addDays, chinaDay, longDayText } from '../contract/time.ts'
import { DEMO } from './everyPage.ts'
import { holdScripts } from './holdScripts.ts'
import { shifted } from './shifted.ts'
import { ask, expect, expectAccessible, open, otherDevice, signIn, signInByCalls, test } from './site.ts'

const DAY = chinaDay(addDays(Date.now(), 200))
const MOST = 0.05
const PAGES = {
  '/pages/home/home': '胶囊宇宙',
  '/pages/me/me': '我的',
  '/subPages/me/rechargeCenter': '充值中心',
  '/subPages/diary/writeDiary': '写日记',
} as const

const band = (page: Page) => page.getByRole('complementary', { name: '停止运营公告' })

type Place = { site: string; dataDir: string }

/** The command line beside the running server. */
const sunset = ({ site, dataDir }: Place, ...words: string[]) =>
  promisify(execFile)(process.execPath, ['dist/server/cli.js', 'sunset', ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: new URL(site).port },
  })

/** The page has heard how far the end has come. */
const heard = (page: Page, kept: string | null) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('ending')), { timeout: 20_000 }).toBe(kept)

async function topOf(page: Page, text: string): Promise<number> {
  const { y } = (await page.getByText(text, { exact: true }).filter({ visible: true }).first().boundingBox())!
  return Math.round(y)
}

test('once the end is announced a band says so on every page, and nothing jumps for it', async ({
  browser,
  page,
  site,
  dataDir,
}) => {
  test.setTimeout(240_000)
  await sunset({ site, dataDir }, 'announce', DAY, '--confirm', '停止运营')
  try {
    const { token } = await signIn(page, site, await signInByCalls(site, DEMO))
    // Neither the welcome of a newcomer nor the guide stands before the home.
    await ask(site, 'claimGift', {}, token).catch(() => undefined)
    const { user } = await ask(site, 'userInfo', {}, token)
    await page.evaluate((tour) => localStorage.setItem(tour, '1'), `guided:${user.id}`)
    await page.evaluate(() => localStorage.removeItem('ending'))
    await open(page, site, '/subPages/me/about')
    await heard(page, `announced ${DAY}`)
    await expect(band(page), 'not in the page that stands').toHaveCount(0)
    expect(await shifted(page)).toBeLessThan(MOST)

    for (const [route, heading] of Object.entries(PAGES)) {
      const come = await holdScripts(page)
      await page.goto('about:blank')
      await page.goto(`${site}/#${route}`, { waitUntil: 'commit' })
      await expect(page.locator('#first .shell'), route).toBeVisible()
      const before = await topOf(page, heading)
      await come()
      await expect(band(page), route).toHaveText(`时光胶囊将于${longDayText(DAY)}停止写入了解详情`)
      expect(await topOf(page, heading), route).toBe(before)
      expect(await shifted(page), route).toBeLessThan(MOST)
    }

    for (const theme of ['light', 'dark']) {
      await page.evaluate((theme) => localStorage.setItem('theme', theme), theme)
      await open(page, site, '/subPages/me/setting')
      await expect(band(page)).toBeVisible()
      await expectAccessible(page, `the band, ${theme}`)
    }
    const more = band(page).getByRole('link', { name: '了解详情' })
    expect((await more.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await expect(more).toHaveAttribute('href', '#/pages/ending')

    const stranger = await otherDevice(browser)
    await stranger.goto(site)
    await stranger.evaluate((kept) => localStorage.setItem('ending', kept), `announced ${DAY}`)
    for (const route of ['/', '/pages/login/login']) {
      await open(stranger, site, route)
      await expect(band(stranger), route).toBeVisible()
      await expectAccessible(stranger, `the band before ${route}`)
      expect(await shifted(stranger), route).toBeLessThan(MOST)
    }
  } finally {
    await sunset({ site, dataDir }, 'announce', '--take-back', '--confirm', '继续运营')
  }
  await open(page, site, '/subPages/me/about')
  await heard(page, null)
  await open(page, site, '/subPages/me/setting')
  await expect(page.getByRole('heading', { name: '设置' })).toBeVisible()
  await expect(band(page), 'taken back').toHaveCount(0)
})
