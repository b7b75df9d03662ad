import type { FrameLocator, Page } from '@playwright/test'
import { expect, expectAccessible, picture, signInByCalls, test } from './site.ts'

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
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/pages\/site/)
  let phone = await phoneOf(page)
  await phone.getByLabel('手机号').fill(tel)
  await phone.getByLabel('密码', { exact: true }).fill(password)
  await phone.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await phone.getByRole('button', { name: '登录', exact: true }).click()
  await phone.getByRole('link', { name: '我的' }).click()
  await expect(phone.getByText('我的胶囊')).toBeVisible()
  await expectAccessible(page, 'desktop shell')
  await picture(page, 'site')

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
