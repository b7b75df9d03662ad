import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/** The scripts of this page are on their way until they are let come. */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let come = () => {}
  const scripts = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route('**/*.js', async (asked) => {
    await scripts
    await asked.continue()
  })
  return async () => {
    come()
    await expect(page.locator('#first')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  }
}
