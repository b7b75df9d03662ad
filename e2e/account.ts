import type { Page } from '@playwright/test'
import { codeFor, expectSaid, open, slide } from './site.ts'

export const LOGIN = '/pages/login/login'
export const HOME = /pages\/home\/home/
export const SETTING = '/subPages/me/setting'
export const TASKS = '/subPages/me/taskCenter'
export const CANCEL = '/subPages/me/cancelAccount'

export const consentBox = (page: Page) => page.getByRole('checkbox', { name: /我已阅读并同意/ })
/** Signs in on the stand-in's page as this person. */
export async function agreeAs(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: '或者另起一个名字' }).fill(name)
  await page.getByRole('button', { name: '同意授权' }).click()
}

/** Someone new who came by WeChat and has no number, signed in in this browser. */
export async function comeByWechat(page: Page, site: string, name: string): Promise<void> {
  await open(page, site, LOGIN)
  await consentBox(page).check()
  await page.getByRole('button', { name: '微信登录' }).click()
  await agreeAs(page, name)
  await page.waitForURL(HOME)
}

/** A code sent to `tel`, which stands in the page already. */
export async function takeCode(page: Page, site: string, tel: string): Promise<string> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  await slide(page, site)
  await expectSaid(page, '验证码已发送')
  return codeFor(site, tel)
}

export const tokenIn = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('token')))!
