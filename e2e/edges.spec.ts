import type { Page } from '@playwright/test'
import { addressOf, PAGES } from '../contract/pages.ts'
import { coveredControls } from './coveredControls.ts'
import { cutWords } from './cutWords.ts'
import { DEMO, known, NAMES, OUTSIDE, SCREENS } from './everyPage.ts'
import { enlargeText, NARROWEST } from './largeText.ts'
import { ask, expect, expectInside, ONCE, open, signIn, signInByCalls, test } from './site.ts'
import { textOverText } from './textOverText.ts'
import { withoutEdge } from './withoutEdge.ts'

/** The smallest telephone, and an ordinary one on its side. */
const ON_ITS_SIDE = { width: 844, height: 390 }
const USUAL = { width: 390, height: 844 }

async function expectEdges(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', contrast: null, reducedMotion: 'reduce' })
  expect.soft(await withoutEdge(page), `${screen}, forced colours: no edge`).toEqual([])
  await page.emulateMedia({ forcedColors: null, contrast: 'more', reducedMotion: 'reduce' })
  expect.soft(await withoutEdge(page), `${screen}, more contrast: no edge`).toEqual([])
  await page.emulateMedia({ forcedColors: null, contrast: null, reducedMotion: 'reduce' })
}

/** Laid out anew for this window, as the page does it once a resize has come to rest. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

async function expectRoom(page: Page, screen: string): Promise<void> {
  await expectInside(page, screen)
  expect.soft(await cutWords(page), `${screen}: cut words`).toEqual([])
}

async function look(page: Page, site: string, name: string, address: string): Promise<void> {
  await open(page, site, address)
  await expect(page.locator('h1'), `${address} has one title`).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  await expectEdges(page, name)
  for (const size of [NARROWEST, ON_ITS_SIDE]) {
    await resize(page, size)
    await expectRoom(page, `${name} at ${size.width}×${size.height}`)
    expect.soft(await textOverText(page), `${name} at ${size.width}×${size.height}: text over text`).toEqual([])
    expect.soft(await coveredControls(page), `${name} at ${size.width}×${size.height}: covered`).toEqual([])
  }
  await resize(page, USUAL)
  await enlargeText(page)
  await expectRoom(page, `${name} in text of twice the size`)
}

test.describe.configure({ mode: 'parallel' })
const PARTS = 3

for (let part = 0; part < PARTS; part++)
  test(
    `every page shows its controls in forced colours and in more contrast, and all its words on the smallest telephone, on its side and in text of twice the size (${part + 1} of ${PARTS})`,
    ONCE,
    async ({ page, site }) => {
      test.setTimeout(600_000)
      const ofPart = <T>(names: readonly T[]) => names.filter((_, index) => index % PARTS === part)
      for (const name of ofPart(OUTSIDE))
        await test.step(name, () => look(page, site, `${name}, signed out`, PAGES[name]))
      const person = await signIn(page, site, await signInByCalls(site, DEMO))
      const demo = await known(site, person)
      // The welcome of a newcomer would stand before the home.
      await ask(site, 'claimGift', {}, person.token).catch(() => undefined)
      await page.evaluate((id) => localStorage.setItem(`guided:${id}`, '1'), demo.user.id)
      for (const name of ofPart(NAMES)) {
        const query = SCREENS[name](demo)
        if (query) await test.step(name, () => look(page, site, name, addressOf(name, query)))
      }
    },
  )

test(
  'on a telephone’s side 首页 is reached by the rail, where no phone view is offered',
  ONCE,
  async ({ page, site }) => {
    await signIn(page, site)
    await page.setViewportSize(ON_ITS_SIDE)
    await open(page, site, PAGES.me)
    const rail = page.getByRole('navigation', { name: '主导航' })
    for (const name of ['首页', '日记', '我的'])
      await expect(rail.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    await expect(rail.getByRole('button', { name: '手机视图' })).toHaveCount(0)
    await rail.getByRole('link', { name: '首页' }).tap()
    await expect(page.getByRole('heading', { name: '胶囊宇宙' })).toBeVisible()
  },
)

test(
  'on the smallest telephone and on its side 换一批 lies above the bar and its disc',
  ONCE,
  async ({ page, site }) => {
    const person = await signIn(page, site, await signInByCalls(site, DEMO))
    const { user } = await ask(site, 'userInfo', {}, person.token)
    await ask(site, 'claimGift', {}, person.token).catch(() => undefined)
    await page.evaluate((id) => localStorage.setItem(`guided:${id}`, '1'), user.id)
    for (const size of [NARROWEST, ON_ITS_SIDE]) {
      await page.setViewportSize(size)
      await open(page, site, PAGES.home)
      const another = page.getByRole('button', { name: '换一批' })
      await expect(another).toBeVisible()
      const isFree = () =>
        another.evaluate((button) => {
          const { x, y, width, height, bottom } = button.getBoundingClientRect()
          return [y + height / 2, bottom - 1].every((at) =>
            button.contains(document.elementFromPoint(x + width / 2, at)),
          )
        })
      await expect.poll(isFree, { message: `at ${size.width}×${size.height}` }).toBe(true)
    }
  },
)

test(
  'the floating ball is out of the way while a list is scrolled, rests half docked, and covers nothing at its end',
  ONCE,
  async ({ page, site }) => {
    await signIn(page, site, await signInByCalls(site, DEMO))
    await page.setViewportSize(NARROWEST)
    await open(page, site, PAGES.capsuleRecord)
    const ball = page.getByRole('button', { name: '回到首页' })
    await expect(ball).toHaveAttribute('data-resting')
    await expect(ball).toHaveCSS('opacity', '0.62')
    const resting = (await ball.boundingBox())!
    expect(Math.round(resting.x + resting.width / 2), 'its middle is on the edge').toBe(NARROWEST.width)
    const opacity = await ball.evaluate(
      (element) =>
        new Promise((answer) => {
          new MutationObserver(() => answer(getComputedStyle(element).opacity)).observe(element, { attributes: true })
          window.scrollTo(0, document.documentElement.scrollHeight)
        }),
    )
    expect(opacity, 'while it scrolls').toBe('0')
    await expect(ball).toHaveCSS('opacity', '0.62')
    const { y } = (await ball.boundingBox())!
    const end = () =>
      page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight)
        return [...document.querySelectorAll('main li')].at(-1)!.getBoundingClientRect().bottom
      })
    // The next rows load as one scrolls to the end of those that are there.
    await expect.poll(end, { message: 'the last row ends above the ball' }).toBeLessThan(y)
  },
)

test('a control without an edge is found, and one with a line, a ground or a frame is not', ONCE, async ({ page }) => {
  const shown = async (body: string) => {
    await page.setContent(`<main style="background:#fff;padding:40px;font:20px/1.5 sans-serif">${body}</main>`)
    return withoutEdge(page)
  }
  const button = (style: string) => `<button style="border:0;background:none;${style}">换一批</button>`
  expect(await shown(button(''))).toEqual([expect.stringMatching(/^button 换一批 /)])
  expect(await shown(button('border:1px solid #eee'))).toHaveLength(1)
  expect(await shown(button('box-shadow:0 6px 24px #000'))).toHaveLength(1)
  expect(await shown(button('border:1px solid #555'))).toEqual([])
  expect(await shown(button('outline:1px solid #555'))).toEqual([])
  expect(await shown(button('box-shadow:inset 0 0 0 1px #555'))).toEqual([])
  expect(await shown(button('background:#224'))).toEqual([])
  expect(await shown(`<div style="border:1px solid #555">${button('')}</div>`)).toEqual([])
  expect(await shown(`<div style="border:1px solid #555;padding:30px">${button('')}</div>`)).toHaveLength(1)
  expect(await shown('看<a href="#">用户协议</a>')).toEqual([])
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await shown(button('background:#224;box-shadow:inset 0 0 0 1px #555'))).toHaveLength(1)
  expect(await shown(button('border:1px solid transparent'))).toEqual([])
})

test(
  'words that are cut are found, and words that are shortened by dots or can be scrolled to are not',
  ONCE,
  async ({ page }) => {
    const shown = async (style: string, words = '时光胶囊时光胶囊') => {
      await page.setContent(
        `<meta name="viewport" content="width=device-width"><p style="width:90px;font:20px/1.5 sans-serif;white-space:nowrap;${style}">${words}</p>`,
      )
      return cutWords(page)
    }
    expect(await shown('')).toEqual([])
    expect(await shown('overflow:hidden')).toEqual([expect.stringMatching(/^时光胶囊时光胶囊 /)])
    expect(await shown('overflow:hidden;text-overflow:ellipsis')).toEqual([])
    expect(await shown('overflow-x:auto')).toEqual([])
    expect(await shown('font-size:60px')).toHaveLength(1)
    expect(await shown('width:40px;white-space:normal;word-break:break-all', '<button>发布胶囊</button>')).toHaveLength(
      1,
    )
  },
)

test(
  'a control that something lies over is found, and one that can be scrolled from beneath it is not',
  ONCE,
  async ({ page }) => {
    const shown = async (body: string) => {
      await page.setContent(
        `<meta name="viewport" content="width=device-width"><main style="height:3000px;padding-top:900px">${body}</main>`,
      )
      return coveredControls(page)
    }
    const ball = (style: string) =>
      `<i aria-label="球" style="position:fixed;right:0;width:80px;height:80px;${style}"></i>`
    expect(await shown(`<button style="width:100%">换一批</button>${ball('bottom:0')}`)).toEqual([])
    expect(await shown(`<button style="float:right">赠送</button>${ball('top:50%;margin-top:-40px')}`)).toEqual([
      'button 赠送: i 球',
    ])
    expect(await shown('<label><input type="checkbox"><b style="position:absolute;inset:0"></b></label>')).toEqual([])
  },
)
