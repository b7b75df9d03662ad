import type { FrameLocator, Locator, Page } from '@playwright/test'
import { SEARCH_DEBOUNCE_MS } from '../contract/limits.ts'
import { CORE_ONCE, expect, expectAccessible, ONCE, open, signIn, test } from './site.ts'

const HOME = '/pages/home/home'
const ME = '/pages/me/me'

/** The home after 我的, with the sheet of one of its capsules. */
async function openSheet(page: Page, site: string): Promise<Locator> {
  await signIn(page, site)
  await open(page, site, ME)
  await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible()
  await page.evaluate((route) => {
    location.hash = route
  }, HOME)
  return openCapsule(page)
}

async function openCapsule(page: Page | FrameLocator): Promise<Locator> {
  await page.getByRole('button', { name: '列表' }).tap()
  await page.getByRole('list', { name: '公开的胶囊' }).getByRole('button').first().tap()
  const sheet = page.getByRole('dialog', { name: '胶囊', exact: true })
  await expect(sheet.getByRole('button', { name: '查看详情' })).toBeVisible()
  return sheet
}

const at = (page: Page, route: string) => expect(page).toHaveURL(new RegExp(`#${route}$`))
/** The sheet is closed, and no entry of it is left in the history. */
async function closed(page: Page, sheet: Locator): Promise<void> {
  await expect(sheet).toBeHidden()
  await page.waitForFunction(() => !history.state?.sheets)
}

test('back closes a sheet, then leaves the page; forward opens nothing', CORE_ONCE, async ({ page, site }) => {
  const sheet = await openSheet(page, site)
  await page.goBack()
  await closed(page, sheet)
  await at(page, HOME)
  await page.goForward()
  await closed(page, sheet)
  await at(page, HOME)
  await page.goBack()
  await at(page, ME)
  await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible()
})

test('however a sheet is closed, one back leaves the page', ONCE, async ({ page, site }) => {
  const sheet = await openSheet(page, site)
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.touchscreen.tap(200, 40),
    () => pull(page, sheet.locator('[data-handle]'), 260),
    () => pull(page, sheet.getByRole('heading'), 260),
  ]
  for (const close of ways) {
    await close()
    await closed(page, sheet)
    await at(page, HOME)
    await page.getByRole('list', { name: '公开的胶囊' }).getByRole('button').first().tap()
    await expect(sheet.getByRole('button', { name: '查看详情' })).toBeVisible()
  }
  await pull(page, sheet.locator('[data-handle]'), 60)
  await expect(sheet).toHaveCSS('translate', 'none')
  await page.goBack()
  await closed(page, sheet)
  await page.goBack()
  await at(page, ME)
})

test('two backs at once close the sheet and leave the page once', ONCE, async ({ page, site }) => {
  const sheet = await openSheet(page, site)
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await at(page, ME)
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { name: '我的', exact: true })).toBeVisible()
})

test('a reload with a sheet open leaves no entry of it', ONCE, async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, HOME)
  const sheet = await openCapsule(page)
  await page.waitForFunction(() => history.state.sheets === 1)
  await page.reload()
  await closed(page, sheet)
  await expect(page.getByRole('list', { name: '公开的胶囊' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('who goes on from a chooser comes back to the page, not to the chooser', ONCE, async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, HOME)
  await page.getByRole('button', { name: '时光' }).tap()
  const chooser = page.getByRole('dialog', { name: '制作时光胶囊' })
  await chooser.getByRole('button', { name: '文字胶囊' }).tap()
  await page.waitForURL(/textCapsule/)
  await expect(
    page.getByRole('textbox', { name: '正文' }).or(page.locator('[contenteditable=true]')).first(),
  ).toBeVisible()
  await page.goBack()
  await at(page, HOME)
  await closed(page, chooser)
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('in the phone of the desktop shell back closes a sheet as well', ONCE, async ({ page, site }) => {
  await signIn(page, site)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, site, '/pages/site')
  const frame = page.getByTitle('时光胶囊手机版')
  await expect(frame.locator('..')).toHaveAttribute('aria-busy', 'false')
  const phone = frame.contentFrame()
  // A browser has one way back for a page and the frames in it.
  const back = () => page.evaluate(() => history.back())
  await phone.getByRole('button', { name: '时光' }).tap()
  const chooser = phone.getByRole('dialog', { name: '制作时光胶囊' })
  await chooser.getByRole('button', { name: '图文胶囊' }).tap()
  await expect(phone.getByRole('heading', { name: '图文胶囊' })).toBeVisible()
  await back()
  const sheet = await openCapsule(phone)
  await back()
  await expect(sheet).toBeHidden()
  await expect(phone.getByRole('list', { name: '公开的胶囊' })).toBeVisible()
  await at(page, '/pages/site')
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('who comes back from a capsule that was found sees the results as they were', ONCE, async ({ page, site }) => {
  // So low that what is found has to be scrolled.
  await page.setViewportSize({ width: 390, height: 440 })
  await signIn(page, site)
  await open(page, site, HOME)
  await page.getByRole('button', { name: '搜索', exact: true }).tap()
  const field = page.getByRole('textbox', { name: '关键词' })
  await field.fill('的')
  await field.press('Enter')
  await page.waitForTimeout(SEARCH_DEBOUNCE_MS)
  const results = page.getByRole('dialog', { name: '搜索结果' })
  await results.getByRole('tab', { name: /标题/ }).tap()
  const titles = results.getByRole('region', { name: '标题' })
  const last = titles.getByRole('button').last()
  await last.scrollIntoViewIfNeeded()
  const scrolled = () => titles.evaluate(({ scrollTop }) => scrollTop)
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  await last.tap()
  const capsule = page.getByRole('dialog', { name: '胶囊', exact: true })
  await expectAccessible(page, 'a capsule over the results')

  // Back from the sheet of a capsule leads to the results, and so does back from the capsule's page.
  await page.goBack()
  await expect(capsule).toBeHidden()
  expect(await scrolled()).toBe(before)
  await page.waitForTimeout(SEARCH_DEBOUNCE_MS)
  await last.tap()
  await capsule.getByRole('button', { name: '查看详情' }).tap()
  await page.waitForURL(/capsuleDetail/)
  await expect(page.getByRole('button', { name: '制作我的胶囊' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '制作我的胶囊' })).toBeVisible()
  await page.goBack()
  await expect(last).toBeVisible()
  await expect.poll(scrolled).toBe(before)
  await at(page, HOME)
  await page.goBack()
  await closed(page, results)
  await at(page, HOME)
})

/** A finger goes down from there by so many pixels, in no hurry. */
async function pull(page: Page, from: Locator, by: number): Promise<void> {
  // Waits until the dialog has come up.
  await from.evaluate((element) =>
    Promise.all(
      element
        .closest('[role="dialog"]')!
        .getAnimations()
        .map((one) => one.finished),
    ),
  )
  const box = (await from.boundingBox())!
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', way: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + way }] })
  await touch('touchStart', 0)
  for (let step = 1; step <= 10; step++) await touch('touchMove', (by * step) / 10)
  // A finger that rests has not flicked.
  await page.waitForTimeout(100)
  await touch('touchEnd', by)
  await client.detach()
}
