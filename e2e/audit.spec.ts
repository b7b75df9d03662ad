import type { Page } from '@playwright/test'
import { PAGES } from '../contract/pages.ts'
import { DEMO } from './everyPage.ts'
import { expect, ONCE, open, settle, signIn, signInByCalls, test } from './site.ts'

// The audit of the specification, run again: a journey is named after the row it answers. Rows of calls are in
// test/system/audit.test.ts; docs/decisions/specification.md says of every row where it is tested, or why it stays.

/** The words and amounts of the page's own column on which the resting ball lies. */
const underBall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const ball = document.querySelector('[aria-label="回到首页"]')!.getBoundingClientRect()
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (walker.nextNode()) {
      // For screen readers alone.
      if (walker.currentNode.parentElement!.closest('.hidden')) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const lies = [...range.getClientRects()].some(
        (rect) =>
          rect.width > 0 &&
          rect.right > ball.left &&
          rect.left < ball.right &&
          rect.bottom > ball.top &&
          rect.top < ball.bottom,
      )
      if (lies) found.push(walker.currentNode.textContent!)
    }
    return found
  })

for (const name of ['capsuleRecord', 'userProtocol'] as const)
  test(
    `D1 the resting ball lies on no word and no amount of ${name}, at first sight and at its end`,
    ONCE,
    async ({ page, site }) => {
      await signIn(page, site, await signInByCalls(site, DEMO))
      await open(page, site, PAGES[name])
      await expect(page.getByRole('button', { name: '回到首页' })).toHaveAttribute('data-resting')
      await settle(page)
      expect(await underBall(page), 'at first sight').toEqual([])
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      await settle(page)
      expect(await underBall(page), 'at the end').toEqual([])
    },
  )

test(
  'D4 a wide page opened by its address keeps the rail, and says once where the phone view is',
  ONCE,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await signIn(page, site)
    await open(page, site, PAGES.home)
    const view = page.getByRole('button', { name: /^手机视图/ })
    await expect(view).toContainText('装进手机里看')
    await page.reload()
    await expect(view).toHaveText('手机视图')
    await view.click()
    await expect(page.getByTitle('时光胶囊手机版')).toBeVisible()
  },
)

test(
  'D8 the landing shows the code of the pages from 700 px on, and a telephone the download row alone',
  ONCE,
  async ({ page, site }) => {
    const row = page.getByRole('list', { name: '下载与使用' })
    const code = page.getByRole('img', { name: '手机网页版二维码' })
    await open(page, site, '/')
    for (const width of [390, 699, 700, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect(row, `${width} px`).toBeVisible()
      await expect(code, `${width} px`).toHaveCount(width < 700 ? 0 : 1)
    }
  },
)

test('D20 关于 shows the version with its code', ONCE, async ({ page, site }) => {
  await open(page, site, PAGES.about)
  await expect(page.getByText('版本 1.0.4 (108)')).toBeVisible()
})
