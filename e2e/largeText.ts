import { expect, type Page } from '@playwright/test'
import { cutWords } from './cutWords.ts'
import { textOverText } from './textOverText.ts'
import { unreachable } from './unreachable.ts'

/** The smallest telephone. */
export const NARROWEST = { width: 320, height: 568 }
const TELEPHONE_MOST = 480

/** Doubles the size of all text; the function gives it its own size again. */
export async function enlargeText(page: Page): Promise<() => Promise<void>> {
  const style = await page.addStyleTag({ content: 'html { font-size: 200% }' })
  return () => style.evaluate((element) => (element as HTMLStyleElement).remove())
}

/** All words of the open dialog are whole, none lies over another, and all that can be pressed can be brought into the window. */
export async function expectDialogRoom(page: Page, screen: string): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )
  expect.soft(await cutWords(page), `${screen}: cut words`).toEqual([])
  expect.soft(await textOverText(page), `${screen}: text over text`).toEqual([])
  expect.soft(await unreachable(page), `${screen}: unreachable`).toEqual([])
}

/** The same in text of twice the size, on a telephone at 320×568 too; afterwards the page is as it was. */
export async function expectRoomInLargeText(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()!
  const asItWas = await enlargeText(page)
  await expectDialogRoom(page, `${screen} in text of twice the size`)
  if (before.width <= TELEPHONE_MOST) {
    await page.setViewportSize(NARROWEST)
    await expectDialogRoom(page, `${screen} in text of twice the size at 320×568`)
    await page.setViewportSize(before)
  }
  await asItWas()
}
