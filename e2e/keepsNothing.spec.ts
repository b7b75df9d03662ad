import type { Page } from '@playwright/test'
import {
  ask,
  chinaTimeIn,
  expect,
  expectAccessible,
  expectSaid,
  newTel,
  signInByCalls,
  test,
  untilSoon,
} from './site.ts'
import { capsule, linkTo, openNow, WRITTEN } from './unsealing.ts'

const LOST = '此浏览器不能保存，关闭页面会丢失'

/** All site data is blocked in this browser: code that asks it to keep something is refused. */
async function blockStorages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get })
    Object.assign(LockManager.prototype, { request: async () => get(), query: async () => get() })
  })
}

test('in a browser that keeps nothing a contact reads by their link, and a diary is saved', async ({ page, site }) => {
  const { tel, password, token } = await signInByCalls(site)
  const email = `friend.${newTel()}@example.com`
  await untilSoon((at) => ask(site, 'createTimeCapsule', capsule(at, { contact: { email } }), token))
  await blockStorages(page)

  await page.goto(`${site}/u/${await linkTo(site, 'u', email)}`)
  await openNow(page)
  await expect(page.getByText(WRITTEN)).toBeVisible()
  await page.waitForURL(/capsuleDetail/)

  await page.goto(`${site}/#/subPages/diary/writeDiary`)
  await expect(page.getByText(`${LOST}，再打开时需要重新登录`)).toBeVisible()
  await expectAccessible(page, 'the sign-in of a browser that keeps nothing')
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('textbox', { name: '正文' }).fill('没有地方可存')
  await expect(page.getByRole('alert').filter({ hasText: LOST })).toBeVisible()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expectSaid(page, '保存成功')
  const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
  expect(capsules.data.map(({ title }) => title)).toEqual(['没有地方可存'])
})
