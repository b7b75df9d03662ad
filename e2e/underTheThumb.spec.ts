import type { Page } from '@playwright/test'
import { PAGES } from '../contract/pages.ts'
import { DEMO } from './everyPage.ts'
import { ask, expect, expectAccessible, expectSaid, ONCE, open, settle, signIn, signInByCalls, test } from './site.ts'

/** A finger that comes down at the top of the page and goes so far. */
async function pull(page: Page, pixels: number): Promise<void> {
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 195, y }] })
  await touch('touchStart', 200)
  for (let gone = 0; gone <= pixels; gone += 20) await touch('touchMove', 200 + gone)
  await touch('touchEnd')
  await finger.detach()
}

test('a round pen comes where the diaries are scrolled, and begins one', ONCE, async ({ page, demoSite: site }) => {
  await signIn(page, site, await signInByCalls(site, DEMO))
  await page.setViewportSize({ width: 390, height: 420 })
  await open(page, site, PAGES.diaryList)
  const pen = page.getByRole('button', { name: /^写日记，消耗1个日记胶囊/ })
  await expect(page.getByRole('button', { name: /消耗 ?1 ?个日记胶囊/ })).toHaveCount(1)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(pen).toBeInViewport({ ratio: 1 })
  await settle(page)
  await expectAccessible(page, 'diaries under the pen')
  await pen.click()
  await expect(page.getByRole('textbox', { name: '正文' })).toBeVisible()
})

test('a list whose top is pulled down is asked for anew', ONCE, async ({ page, demoSite: site }) => {
  const person = await signIn(page, site, await signInByCalls(site, DEMO))
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, site, PAGES.diaryList)
  await expect(page.getByRole('button', { name: /消耗 ?1 ?个日记胶囊/ })).toBeVisible()
  const content = [{ type: 0 as const, content: '<p>从别的手机写的</p>', comment: '' }]
  await ask(site, 'createDiaryCapsule', { content }, person.token)
  await settle(page)
  await expect(page.getByText('从别的手机写的')).toHaveCount(0)
  await pull(page, 240)
  await expectSaid(page, '刷新成功')
  await expect(page.getByText('从别的手机写的')).toBeVisible()
})
