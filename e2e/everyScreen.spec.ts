import type { Page } from '@playwright/test'
import { addressOf, PAGES } from '../contract/pages.ts'
import { DEMO, type Known, known, LONG, NAMES, OUTSIDE, SCREENS } from './everyPage.ts'
import { expect, expectAccessible, expectInside, ONCE, open, signIn, signInByCalls, test } from './site.ts'
import { textOverText } from './textOverText.ts'

/** A capsule that is made up to its last page, as the device keeps it. */
async function beMaking(page: Page, { user, content }: Known): Promise<void> {
  const draft = {
    owner: user.id,
    key: crypto.randomUUID(),
    type: 0,
    content,
    content_type: 0,
    unsealDate: '2046-11-22 23:59:59',
    sealed_at: '',
    sealed_at_format: '',
    long_tag: LONG,
    description: '',
    isLock: 0,
    key_answer: [{ question: '您的学号是？', answer: '2046' }],
    send_word: '',
    contact: { tel: '13900000000' },
    draft_id: '',
  }
  const kept = JSON.stringify({ state: { draft }, version: 1 })
  await page.evaluate((kept) => localStorage.setItem('createCapsuleInfo', kept), kept)
}

/** In both themes, of which the second differs in its colours alone. */
async function look(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, `${name}, light`)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await expectAccessible(page, `${name}, dark`, 'colours')
  await expectInside(page, name)
}

/** The page is there, and not its placeholder. */
async function come(page: Page, site: string, address: string) {
  await open(page, site, address)
  await expect(page.locator('h1'), `${address} has one title`).toHaveCount(1)
  await page.waitForLoadState('networkidle')
}

test('every page reads well and is accessible in both themes, with much in it', async ({ page, site }) => {
  test.setTimeout(600_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const person = await signIn(page, site, await signInByCalls(site, DEMO))
  const demo = await known(site, person)
  await beMaking(page, demo)
  for (const name of NAMES) {
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
