import type { Locator, Page } from '@playwright/test'
import { PAGES } from '../contract/pages.ts'
import { expectRoomInLargeText } from './largeText.ts'
import { ask, chinaTimeIn, expect, expectAccessible, expectSaid, open, signIn, signInByCalls, test } from './site.ts'

const DEMO = { tel: '13800000000', password: 'capsule88' }
const A_YEAR_SECONDS = 365 * 86_400

const rail = (page: Page) => page.getByRole('navigation', { name: '主导航' })
const beside = (page: Page, name: string) => page.getByRole('region', { name: `选中的${name}` })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** In both themes. */
async function look(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${screen}, ${colorScheme}`, colorScheme === 'light' ? undefined : 'colours')
  }
}

/** Somebody with two sealed capsules. */
async function owner(page: Page, site: string) {
  const person = await signIn(page, site)
  for (const long_tag of ['写给夏天', '写给冬天']) {
    const content = [{ type: 0 as const, content: '<p>写给以后</p>', comment: '' }]
    await ask(site, 'createTimeCapsule', { content, long_tag, open_time: chinaTimeIn(A_YEAR_SECONDS) }, person.token)
  }
  return person
}

test('the rail stands beside every page, is the same one on all of them, and leaves a phone alone', async ({
  page,
  site,
}) => {
  await signIn(page, site)
  await open(page, site, PAGES.me)
  await expect(rail(page)).toBeVisible()
  await rail(page).evaluate((element) => element.setAttribute('data-known', ''))
  const names = ['setting', 'meCapsule', 'orders', 'draftBox', 'writeDiary', 'timeCapsule', 'rechargeCenter'] as const
  for (const name of names) {
    await page.evaluate((address) => location.assign(`#${address}`), PAGES[name])
    await expect(page).toHaveURL(new RegExp(`${PAGES[name]}$`))
    await expect(page.locator('h1').first()).toBeVisible()
    await expect(rail(page), name).toBeVisible()
    await expect(rail(page), `${name} has the rail that was there before`).toHaveAttribute('data-known')
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `${name} is wider than the window`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 820, height: 1180 })
  await expect(rail(page)).toBeVisible()
  await page.setViewportSize({ width: 699, height: 900 })
  await expect(rail(page)).toHaveCount(0)
  await page.evaluate((address) => location.assign(`#${address}`), PAGES.me)
  await expect(rail(page)).toBeVisible()
})

test('a stranger has no rail, and going by it from a text that is not saved asks', async ({ page, site }) => {
  await page.goto(`${site}/#${PAGES.userProtocol}`)
  await expect(page.getByText('版本').first()).toBeVisible()
  await expect(rail(page)).toHaveCount(0)
  await signIn(page, site)
  await open(page, site, PAGES.writeDiary)
  await page.getByRole('textbox', { name: '正文' }).click()
  await page.keyboard.insertText('还没写完')
  await rail(page).getByRole('link', { name: '首页' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: '不保存' }).click()
  await expect(page).toHaveURL(/pages\/home\/home/)
})

test('my capsules: what is chosen stands beside the list, over back, a reload and a narrower window', async ({
  page,
  site,
}) => {
  await owner(page, site)
  await open(page, site, PAGES.me)
  await expect(rail(page)).toBeVisible()
  await page.evaluate((address) => location.assign(`#${address}`), PAGES.meCapsule)
  await expect(beside(page, '胶囊').getByText('选一枚胶囊，在这里看看它')).toBeVisible()
  await look(page, 'wide-capsules-none')
  await page.getByRole('button', { name: /写给夏天/ }).click()
  await expect(beside(page, '胶囊').getByRole('heading', { name: '写给夏天' })).toBeVisible()
  await look(page, 'wide-capsules')
  await page.reload()
  await expect(beside(page, '胶囊').getByRole('heading', { name: '写给夏天' })).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 900 })
  await expect(page.getByRole('heading', { name: '胶囊详情', level: 1 })).toBeVisible()
  await expect(beside(page, '胶囊')).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Going back before the page has its two halves again would lead elsewhere.
  await expect(beside(page, '胶囊').getByRole('heading', { name: '写给夏天' })).toBeVisible()
  await page.goBack()
  await expect(beside(page, '胶囊').getByText('选一枚胶囊，在这里看看它')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/pages\/me\/me/)
})

test('arrow keys move the choice, and Enter goes on into it', async ({ page, site }) => {
  await owner(page, site)
  await open(page, site, PAGES.meCapsule)
  const rows = page.locator('ul [data-choice]')
  await expect(rows).toHaveCount(2)
  const heading = beside(page, '胶囊').getByRole('heading', { name: /^写给/ })
  const names = [await rows.nth(0).locator('b').textContent(), await rows.nth(1).locator('b').textContent()]
  await page.keyboard.press('ArrowDown')
  await expect(heading).toHaveText(names[0]!)
  await page.keyboard.press('ArrowDown')
  await expect(heading).toHaveText(names[1]!)
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(heading).toHaveText(names[0]!)
  expect(await focused(page)).toContain(names[0]!)
  await page.keyboard.press('Enter')
  await expect(beside(page, '胶囊')).toBeFocused()
})

test('diaries: the calendar leads the list beside it, and a diary is read beside both', async ({
  page,
  demoSite: site,
}) => {
  const person = await signInByCalls(site, DEMO)
  const content = [{ type: 0 as const, content: '<p>窗外的风声</p><p>很晚才停</p>', comment: '' }]
  await ask(site, 'createDiaryCapsule', { content }, person.token)
  await signIn(page, site, person)
  await open(page, site, PAGES.diaryList)
  const calendar = page.getByRole('region', { name: '日记日历' })
  await expect(calendar.getByRole('grid')).toHaveAttribute('aria-busy', 'false')
  await expect(beside(page, '日记').getByText('选一篇日记，在这里读读那天')).toBeVisible()
  await look(page, 'wide-diaries-none')
  await page.getByRole('button', { name: /窗外的风声/ }).click()
  await expect(beside(page, '日记').getByRole('article')).toBeVisible()
  await look(page, 'wide-diaries')
  await page.reload()
  await expect(beside(page, '日记').getByRole('article')).toBeVisible()
  const before = await page.locator('h1').textContent()
  await calendar.getByRole('button', { name: '上个月' }).click()
  await expect(page.locator('h1')).not.toHaveText(before!)
  await expect(page).toHaveURL(/month=/)
  await page.setViewportSize({ width: 1100, height: 800 })
  await expect(calendar).toBeVisible()
  await look(page, 'wide-diaries-1100')
})

test('settings: their pages stand beside them, and back leads out again', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, PAGES.setting)
  await expect(beside(page, '设置').getByText('想看看什么，从左边选一项')).toBeVisible()
  await look(page, 'wide-settings-none')
  await page.getByRole('button', { name: '登录设备' }).click()
  await expect(beside(page, '设置').getByText('本机').first()).toBeVisible()
  await look(page, 'wide-settings')
  await page.getByRole('button', { name: '隐私政策' }).click()
  await expect(beside(page, '设置').getByText('版本').first()).toBeVisible()
  await page.reload()
  await expect(beside(page, '设置').getByText('版本').first()).toBeVisible()
  await page.goBack()
  await expect(beside(page, '设置').getByText('想看看什么，从左边选一项')).toBeVisible()
})

/** The width as drawn; a part that is just being redrawn has none yet. */
const widthOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.width ?? Number.POSITIVE_INFINITY

test('buttons and forms have their own width', async ({ page, site }) => {
  await signIn(page, site)
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 1000 })
    for (const [address, name] of [
      [PAGES.bindTel, '更换手机号'],
      [PAGES.forecastCapsule, '发布胶囊'],
      [PAGES.graphicCapsule, '完成封存'],
    ] as const) {
      await open(page, site, address)
      const button = page.getByRole('main').getByRole('button', { name, exact: true })
      await expect(button).toBeVisible()
      await expect.poll(() => widthOf(button), { message: name }).toBeLessThanOrEqual(360)
    }
    await open(page, site, PAGES.bindTel)
    const field = page.getByLabel('手机号', { exact: true })
    await expect.poll(() => widthOf(field)).toBeLessThanOrEqual(480)
  }
})

/** The keyboard shortcuts work a moment after the page has come, anew with each page that is loaded. */
async function keysAreThere(page: Page): Promise<void> {
  const help = page.getByRole('dialog', { name: '键盘快捷键' })
  await expect(async () => {
    await page.keyboard.press('Shift+?')
    await expect(help).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
}

test('the keyboard saves, searches, tells its keys and leads back', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  await open(page, site, PAGES.home)
  await expect(page.getByRole('button', { name: '搜索' })).toBeVisible()
  await keysAreThere(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog', { name: '搜索' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/pages\/home\/home/)
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible()
  await look(page, 'wide-shortcuts')
  await expectRoomInLargeText(page, '键盘快捷键')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.evaluate((address) => location.assign(`#${address}`), PAGES.diaryList)
  await page.getByRole('button', { name: /写日记/ }).click()
  const text = page.getByRole('textbox', { name: '正文' })
  await text.click()
  await page.keyboard.type('在键盘上写的/?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(text).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await text.click()
  await page.keyboard.press('Control+s')
  await expectSaid(page, '保存成功')
  const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
  expect(capsules.data.map(({ title }) => title)).toEqual(['在键盘上写的/?'])
  await expect(page).toHaveURL(/diaryList/)

  await open(page, site, PAGES.me)
  await keysAreThere(page)
  await page.getByRole('button', { name: /设置/ }).first().click()
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/pages\/me\/me/)
})

test('Ctrl+Enter does what a page is for, from an editor too, and adds no line to the text', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, PAGES.me)
  await keysAreThere(page)
  await page.evaluate((address) => location.assign(`#${address}?type=0`), PAGES.textCapsule)
  const text = page.getByRole('textbox', { name: '正文' })
  await text.click()
  await page.keyboard.insertText('一行')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: '完成封存' }).click()
  await expect(page.getByLabel('第1步，共4步')).toBeVisible()
  await page.getByRole('button', { name: '10年' }).click()
  // A sheet that is on its way out still has the keys.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByLabel('第2步，共4步')).toBeVisible()
})

test('with a mouse the open time is picked in a calendar, by clicks, keys and typing', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, PAGES.forecastCapsule)
  const line = page.getByRole('button', { name: /^解封日期/ })
  const dialog = page.getByRole('dialog', { name: '解封日期' })
  await line.click()
  await expect(dialog.getByRole('grid')).toBeVisible()
  await look(page, 'wide-date-picker')
  await dialog.getByRole('combobox', { name: '年' }).selectOption('2046')
  await dialog.getByRole('combobox', { name: '月' }).selectOption('2')
  await dialog.getByRole('button', { name: '2月14日' }).click()
  await dialog.getByRole('button', { name: '2月14日' }).press('ArrowRight')
  await page.keyboard.press('Enter')
  await dialog.getByRole('switch', { name: '选具体时间' }).click()
  await dialog.getByRole('combobox', { name: '时' }).selectOption('8')
  await dialog.getByRole('combobox', { name: '分' }).selectOption('30')
  await look(page, 'wide-date-picker-time')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(line).toContainText('2046/02/15 08:30')
  await line.click()
  await dialog.getByRole('textbox', { name: '日期' }).fill('2050年5月1日')
  await dialog.getByRole('textbox', { name: '日期' }).press('Enter')
  await dialog.getByRole('switch', { name: '选具体时间' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(line).toContainText('2050/05/01')
})
