import type { Page } from '@playwright/test'
import { expectAccessible, expectInside } from './site.ts'

/** Nothing for axe by day and by night, and nothing wider than the window. */
export async function look(page: Page, screen: string): Promise<void> {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme)
    await expectAccessible(page, `${screen}, ${theme}`, theme === 'light' ? undefined : 'colours')
    await expectInside(page, screen)
    const to = process.env.SCREENS
    if (to)
      await page.screenshot({ path: `${to}/${screen}-${theme}-${page.viewportSize()!.width}.png`, fullPage: true })
  }
}
