import type { Page } from '@playwright/test'
import { addressOf, PAGES } from '../contract/pages.ts'
import { beMaking, DEMO, known, NAMES, OUTSIDE, SCREENS } from './everyPage.ts'
import { expect, expectAccessible, expectInside, ONCE, open, settle, signIn, signInByCalls, test } from './site.ts'
import { textOverText } from './textOverText.ts'

/** In both themes, of which the second differs in its colours alone. Between telephone and desk only places differ. */
async function look(page: Page, name: string) {
  if (test.info().project.name === 'tablet') return expectInPlace(page, name)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, `${name}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, `${name}, dark`, 'colours')
  await expectInside(page, name)
}

async function expectInPlace(page: Page, name: string) {
  await settle(page)
  expect(await textOverText(page), `${name}: text over text`).toEqual([])
  await expectInside(page, name)
}

/** Waits until the page is there, and not its placeholder. */
async function come(page: Page, site: string, address: string) {
  await open(page, site, address)
  await expect(page.locator('h1'), `${address} has one title`).toHaveCount(1)
  await page.waitForLoadState('networkidle')
}

// The pages are looked at in parts, by as many workers as are free: one after another they took a third of the whole run.
test.describe.configure({ mode: 'parallel' })
const PARTS = 4

for (let part = 0; part < PARTS; part++)
  test(`every page reads well and is accessible in both themes, with much in it (${part + 1} of ${PARTS})`, async ({
    page,
    site,
  }) => {
    test.setTimeout(600_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const person = await signIn(page, site, await signInByCalls(site, DEMO))
    const demo = await known(site, person)
    await beMaking(page, demo)
    for (const name of NAMES.filter((_, index) => index % PARTS === part)) {
      const query = SCREENS[name](demo)
      if (!query) continue
      await test.step(name, async () => {
        await come(page, site, addressOf(name, query))
        await look(page, name)
      })
    }
  })

test('every page reads well and is accessible in both themes, with nothing in it', async ({ page, site }) => {
  test.setTimeout(360_000)
  await signIn(page, site)
  for (const name of ['home', 'me', 'meCapsule', 'draftBox', 'mylove', 'capsuleRecord', 'orders', 'diaryList'] as const)
    await test.step(name, async () => {
      await come(page, site, PAGES[name])
      await look(page, `${name}, empty`)
    })
})

test('every page that a stranger sees reads well and is accessible in both themes', async ({ page, site }) => {
  for (const name of OUTSIDE)
    await test.step(name, async () => {
      await come(page, site, PAGES[name])
      await look(page, `${name}, signed out`)
    })
})

test('what is scrolled goes away beneath the bar, at night too', ONCE, async ({ page, site }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await signIn(page, site, await signInByCalls(site, DEMO))
  await come(page, site, PAGES.meCapsule)
  const tab = page.getByRole('tab', { name: '已解封' })
  await tab.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - 16))
  const { y } = (await page.getByRole('heading', { level: 1 }).boundingBox())!
  expect(Math.abs((await tab.boundingBox())!.y - y), 'it lies behind the title').toBeLessThan(24)
  expect(await textOverText(page)).toEqual([])
})

test('a text that is printed over another is found, and one under an opaque surface is not', ONCE, async ({ page }) => {
  const over = (surface: string) =>
    page.setContent(`<main style="position:relative;font:20px/1.5 sans-serif"><p style="margin:0">发布后内容不可修改</p>
      <footer style="position:absolute;top:8px;left:0;${surface}">发布消耗1个预测胶囊</footer></main>`)
  await over('')
  expect(await textOverText(page)).toEqual([expect.stringMatching(/^发布后内容不可修改 × 发布消耗1个预测胶囊 /)])
  await over('background:#fff')
  expect(await textOverText(page)).toEqual([])
  await over('background:rgba(255,255,255,.5)')
  expect(await textOverText(page)).toHaveLength(1)
  const back = (inset: string) =>
    page.addStyleTag({
      content: `footer::before { content: ''; position: absolute; inset: ${inset}; z-index: -1; background: #fff }`,
    })
  await over('z-index:1')
  await back('20px -9px -9px')
  expect(await textOverText(page)).toHaveLength(1)
  await over('z-index:1')
  await back('-9px')
  expect(await textOverText(page)).toEqual([])
  await over('top:40px')
  expect(await textOverText(page)).toEqual([])
})
