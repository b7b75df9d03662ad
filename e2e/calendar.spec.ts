import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { EVENT_TITLE } from '../contract/calendar.ts'
import { lunarOf, lunarText } from '../contract/lunar.ts'
import { parseChina } from '../contract/time.ts'
import { ask, CORE, expect, expectAccessible, expectSaid, open, signIn, test } from './site.ts'

const WRITTEN = '外婆明年也会来吃长寿面'

/** Seen by axe in both themes. */
async function look(page: Page, screen: string): Promise<void> {
  await expectAccessible(page, screen)
  await theme(page, 'dark')
  await expectAccessible(page, `${screen}, dark`, 'colours')
  await theme(page, 'light')
}
const theme = (page: Page, name: string) =>
  page.evaluate((to) => {
    document.documentElement.dataset.theme = to
  }, name)

/** `20301231T155959Z`. */
const instant = (china: string): string => parseChina(china)!.toISOString().replace(/\.000/, '').replaceAll(/[-:]/g, '')

/** The file that a browser keeps when 加入系统日历 is pressed. */
async function addToCalendar(page: Page): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '加入系统日历' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('time-capsule.ics')
  return readFile(await file.path(), 'utf8')
}

test(
  'a capsule is sealed until a birthday by the Chinese calendar and goes into the system calendar',
  CORE,
  async ({ page, site }) => {
    test.setTimeout(180_000)
    const { token } = await signIn(page, site)
    await open(page, site, '/subPages/forecast/forecastCapsule')
    await page.getByLabel('预测内容').fill(WRITTEN)
    await page.getByLabel('预测结论').fill('会的')
    await page.getByRole('button', { name: /更多封存选项/ }).click()
    await expect(page.getByLabel('第1步，共2步')).toBeVisible()

    await page.getByRole('button', { name: '周年' }).click()
    await expect(page.getByRole('tab', { name: '公历' })).toBeVisible()
    await look(page, 'anniversary')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '农历生日' }).click()
    await page.getByRole('spinbutton', { name: '月' }).press('8')
    await page.getByRole('spinbutton', { name: '日' }).press('1')
    await page.getByRole('spinbutton', { name: '日' }).press('5')
    await expect(page.getByRole('spinbutton', { name: '日' })).toHaveAttribute('aria-valuetext', '十五')
    await look(page, 'lunar-birthday')
    await page.getByRole('button', { name: /10年后/ }).click()
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByLabel('寄语').fill('中秋快乐')
    await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
    await expectSaid(page, '封存成功')

    await page.waitForURL(/pages\/home\/home/)
    await expect(page.getByRole('region', { name: '刚刚封存的胶囊' })).toBeVisible()
    await look(page, 'just-sealed')
    const [card] = (await ask(site, 'myClosedCapsules', {}, token)).capsules.data
    expect(lunarText(lunarOf(card!.open_time.slice(0, 10))!)).toMatch(/八月十五$/)
    expect(card!.open_time).toMatch(/ 23:59:59$/)
    const calendar = await addToCalendar(page)
    expect(calendar).toContain(`DTSTART:${instant(card!.open_time)}\r\n`)
    expect(calendar).toContain(`SUMMARY:${EVENT_TITLE}\r\n`)
    expect(calendar).not.toContain(WRITTEN)
    expect(calendar).not.toContain(card!.long_tag)
    // The page is still there.
    await page.getByRole('button', { name: '不用了' }).click()
    await expect(page.getByRole('region', { name: '刚刚封存的胶囊' })).toHaveCount(0)
  },
)

test('a private feed is made in the settings, gets another address, and is ended', async ({ page, site, context }) => {
  const { token } = await signIn(page, site)
  await ask(
    site,
    'createForecastCapsule',
    { content: [{ type: 0, content: WRITTEN, comment: '会' }], open_time: '2030-09-12' },
    token,
  )
  await open(page, site, '/subPages/me/setting')
  await page.getByRole('button', { name: '日历订阅' }).click()
  await expect(page.getByRole('button', { name: '生成订阅链接' })).toBeVisible()
  await look(page, 'calendar-feed')
  await page.getByRole('button', { name: '生成订阅链接' }).click()
  const field = page.getByLabel('订阅链接', { exact: true }).and(page.getByRole('textbox'))
  await expect(field).toHaveValue(/\/calendar\/feed\/[\w-]{43}\.ics$/)
  await look(page, 'calendar-feed-made')
  const first = await field.inputValue()
  const feed = await fetch(first)
  expect(feed.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await feed.text()
  expect(text).toContain(`DTSTART:${instant('2030-09-12 23:59:59')}\r\n`)
  expect(text).not.toContain(WRITTEN)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: '复制链接' }).click()
  await expectSaid(page, '链接已复制')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)

  await page.getByRole('button', { name: '更换链接' }).click()
  await page.getByRole('button', { name: '更换', exact: true }).click()
  await expectSaid(page, '已更换链接')
  await expect(field).not.toHaveValue(first)
  const second = await field.inputValue()
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200])

  await page.getByRole('button', { name: '停止订阅' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '停止订阅' }).click()
  await expectSaid(page, '日历订阅已停止')
  await expect(page.getByRole('button', { name: '生成订阅链接' })).toBeVisible()
  expect((await fetch(second)).status).toBe(404)
})
