import type { FrameLocator, Page } from '@playwright/test'
import { expect, expectAccessible, open, signIn, signInByCalls, test } from './site.ts'

/** A resize is acted on 100 ms after it, and the phone loads 500 ms later. */
const RESIZED_WITHIN_MS = 800

const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 390, height: 844 }

async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForTimeout(RESIZED_WITHIN_MS)
}

/** The phone in the shell, once nothing lies over it: its pages can be found before, but a tap would miss them. */
async function phoneOf(page: Page): Promise<FrameLocator> {
  const frame = page.getByTitle('时光胶囊手机版')
  await expect(frame.locator('..')).toHaveAttribute('aria-busy', 'false')
  return frame.contentFrame()
}

test('on a wide screen the landing leads to the desktop shell, where the app lives in a phone', async ({
  page,
  site,
}) => {
  const { tel, password } = await signInByCalls(site)
  await page.goto(site)
  await page.getByRole('link', { name: '登录', exact: true }).click()
  await page.waitForURL(/pages\/site/)
  let phone = await phoneOf(page)
  await phone.getByLabel('手机号').fill(tel)
  await phone.getByLabel('密码', { exact: true }).fill(password)
  await phone.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await phone.getByRole('button', { name: '登录', exact: true }).click()
  await phone.getByRole('link', { name: '我的' }).click()
  await expect(phone.getByText('我的胶囊')).toBeVisible()
  await expectAccessible(page, 'desktop shell')

  // The shell remembers where the phone was; a narrow window becomes that page, a wide one the shell again.
  await page.reload()
  phone = await phoneOf(page)
  await expect(phone.getByText('我的胶囊')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForURL(/pages\/me\/me/)
  await expect(page.getByText('我的胶囊')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.waitForURL(/pages\/site/)
  await expect(phone.getByText('我的胶囊')).toBeVisible()
})

test('a trip to a platform from the phone in the shell comes back into it, and routes keep their queries', async ({
  page,
  site,
}) => {
  await page.goto(`${site}/#/pages/site`)
  let phone = await phoneOf(page)
  await phone.getByRole('button', { name: '立即注册' }).click()
  await expect(phone.getByRole('heading', { name: '注册' })).toBeVisible()
  await page.reload()
  phone = await phoneOf(page)
  await expect(phone.getByRole('heading', { name: '注册' })).toBeVisible()
  await phone.getByRole('button', { name: '返回' }).click()
  await phone.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await phone.getByRole('button', { name: '微博登录' }).click()
  await page.getByLabel('或者另起一个名字').fill('框里的人')
  await page.getByRole('button', { name: '同意授权' }).click()
  await page.waitForURL(/pages\/site/)
  await expect(phone.getByRole('dialog', { name: '新手引导' })).toBeVisible()
})

test('the shell’s page takes the whole window when one wants that, keeps it, and 手机视图 brings the phone back', async ({
  page,
  site,
}) => {
  await signIn(page, site)
  await open(page, site, '/pages/site')
  const phone = await phoneOf(page)
  await phone.getByRole('link', { name: '我的' }).click()
  await phone.getByRole('button', { name: /^我的胶囊/ }).click()
  await expect(phone.getByRole('heading', { name: '我的胶囊' })).toBeVisible()
  await page.getByRole('button', { name: '展开到全屏' }).click()
  await page.waitForURL(/subPages\/me\/meCapsule/)
  await expect(page.getByRole('heading', { name: '我的胶囊' })).toBeVisible()
  // The choice is kept: a window that gets narrow and wide again stays what it is.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.waitForTimeout(RESIZED_WITHIN_MS)
  expect(page.url()).toContain('meCapsule')
  await page.getByRole('button', { name: '手机视图' }).click()
  await page.waitForURL(/pages\/site/)
  await expect((await phoneOf(page)).getByRole('heading', { name: '我的胶囊' })).toBeVisible()
})

test('a resize in the middle of typing loses no letter, in the shell and outside of it', async ({ page, site }) => {
  await signIn(page, site)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, site, '/subPages/diary/writeDiary')
  const text = page.getByRole('textbox', { name: '正文' })
  await text.pressSequentially('写到一半')
  await resize(page, WIDE)
  await page.keyboard.type('，屏幕变宽了')
  await expect(text).toHaveText('写到一半，屏幕变宽了')
  await resize(page, NARROW)
  await expect(text).toHaveText('写到一半，屏幕变宽了')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page).not.toHaveURL(/writeDiary/)

  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, site, '/pages/site')
  const phone = await phoneOf(page)
  await phone.getByRole('link', { name: '日记' }).click()
  await phone
    .getByRole('button', { name: /写日记/ })
    .first()
    .click()
  const inside = phone.getByRole('textbox', { name: '正文' })
  await inside.pressSequentially('手机里写的')
  await resize(page, NARROW)
  await page.keyboard.type('字')
  await expect(inside).toHaveText('手机里写的字')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(inside).toHaveText('手机里写的字')
})

test('back and forward go through the pages of the phone in the shell, and then out of it', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/promises')
  await page.evaluate(() => {
    window.location.hash = '/pages/site'
  })
  const phone = await phoneOf(page)
  // Playwright's own step waits for the window to navigate, and here only the phone does.
  const step = (by: number) => page.evaluate((by) => window.history.go(by), by)
  await phone.getByRole('link', { name: '我的' }).click()
  await phone.getByRole('button', { name: /^我的胶囊/ }).click()
  await expect(phone.getByRole('heading', { name: '我的胶囊' })).toBeVisible()
  await step(-1)
  await expect(phone.getByRole('link', { name: '我的', exact: true })).toBeVisible()
  await step(1)
  await expect(phone.getByRole('heading', { name: '我的胶囊' })).toBeVisible()
  await step(-1)
  await step(-1)
  await expect(page.getByRole('heading', { name: '我们怎样做到' })).toBeVisible()
})

test('the phones of shell and landing are as large as the window’s height says', async ({ page, site }) => {
  const WIDTH = 395
  await page.goto(`${site}/#/pages/site`)
  const phone = page.getByTitle('时光胶囊手机版')
  await expect(phone).toBeVisible()
  for (const [height, scale] of [
    [599, 0.6],
    [699, 0.7],
    [799, 0.8],
    [899, 0.9],
    [900, 1],
  ] as const) {
    await page.setViewportSize({ width: 1440, height })
    const frame = phone.locator('../..')
    await expect
      .poll(async () => (await frame.boundingBox())!.width, { message: String(height) })
      .toBeCloseTo(WIDTH * scale)
  }
})

test('the ring around 时光 in the rail leaves its disc and its label whole', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/me/me')
  const make = page.getByRole('button', { name: '时光', exact: true })
  await expect(make).toBeVisible()
  const room = await make.evaluate((button) => {
    const ring = button.getBoundingClientRect()
    const label = document.createRange()
    label.selectNodeContents(button)
    const inner = label.getBoundingClientRect()
    return Math.min(inner.top - ring.top, ring.bottom - inner.bottom)
  })
  // The inner line is drawn from 4 to 2 pixels inside the button's edge.
  expect(room).toBeGreaterThan(4)
})
