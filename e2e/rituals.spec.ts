import type { Page } from '@playwright/test'
import { film, nightsOf, sinceNightfall } from './film.ts'
import { ask, expect, ONCE, open, signIn, test, toWords, untilSoon } from './site.ts'
import { capsule, openButton } from './unsealing.ts'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
/** At least this much of a page of the universe is night; the rest is its words and a card. */
const MOSTLY_NIGHT = 0.6

const useTheme = (page: Page, theme: Theme) =>
  page.addInitScript((theme) => localStorage.setItem('theme', theme), theme)

/** Writes a text capsule up to its words, starting at the editor: a first visit, with no other page loaded ahead. */
async function writeToTheWords(page: Page, site: string) {
  await signIn(page, site)
  await open(page, site, '/subPages/time/textCapsule?type=0')
  await page.getByRole('textbox').click()
  await page.keyboard.insertText('今晚的风很大')
  await page.getByRole('button', { name: '完成', exact: true }).click()
  await page.getByRole('button', { name: '完成封存' }).click()
  await toWords(page)
  await page.getByLabel('寄语').fill('你好')
}

const atHome = (page: Page) => expect(page.getByRole('heading', { name: '胶囊宇宙' })).toBeVisible()

/** Nothing but the night from the ritual on. */
async function expectNightUntilHome(page: Page, name: string, act: () => Promise<void>) {
  const shots = sinceNightfall(
    await film(page, name, async () => {
      await act()
      await atHome(page)
      await expect(page.getByRole('main')).toHaveCount(1)
      await expect(page.locator('[data-night]'), 'the night has gone').toHaveCount(0)
      await expect(page.getByRole('list', { name: '公开的胶囊' })).toBeVisible()
    }),
  )
  expect(shots.length, 'frames of the ritual').toBeGreaterThan(5)
  for (const [at, { night }] of shots.entries())
    expect(night, `frame ${at} of ${name}: ${nightsOf(shots)}`).toBeGreaterThan(MOSTLY_NIGHT)
}

for (const theme of THEMES)
  test(`from the rising capsule to home there is nothing but the night (${theme})`, ONCE, async ({ page, site }) => {
    await useTheme(page, theme)
    await writeToTheWords(page, site)
    await expectNightUntilHome(page, `sealing-${theme}`, () =>
      page.getByRole('button', { name: '投入胶囊宇宙' }).click(),
    )
  })

test('a prediction that is published rises as all that is sealed, to a home at night', ONCE, async ({ page, site }) => {
  await useTheme(page, 'light')
  await signIn(page, site)
  await open(page, site, '/subPages/forecast/forecastCapsule')
  await page.getByLabel('预测内容').fill('明年今日，我会养一只猫吗？')
  await page.getByLabel('预测结论').fill('会')
  await page.getByRole('button', { name: '5年' }).click()
  await page.getByRole('button', { name: '发布胶囊' }).click()
  const dialog = page.getByRole('dialog', { name: '请为你的这份记忆填入专属的形容词' })
  await dialog.getByRole('textbox').fill('毛茸茸的')
  await expectNightUntilHome(page, 'publishing', () => dialog.getByRole('button', { name: '确定' }).click())
})

/**
 * Runs in the page: at every frame, how far apart the words and the foot below them are on their way to be seen, and what is
 * drawn behind them, as often as it changes.
 */
function watchTogether() {
  const seen = (selector: string) => {
    let whole = 1
    for (let at = document.querySelector(selector); at; at = at.parentElement)
      whole *= Number(getComputedStyle(at).opacity)
    return whole
  }
  const world = window as unknown as Watched
  world.apart = 0
  world.drawn = []
  const drawn = () => {
    const { mood, ritual } = document.documentElement.dataset
    const sky = getComputedStyle(document.querySelector('#root [data-layer]')!.parentElement!.parentElement!).opacity
    const over = document.querySelector('[data-night]')
      ? 'night'
      : (document.querySelector('h1')?.textContent ?? 'nothing')
    return `${mood}${ritual === undefined ? '' : ' ritual'}, sky ${sky}, ${over}`
  }
  const look = () => {
    const now = drawn()
    if (world.drawn.at(-1) !== now) world.drawn.push(now)
    if (document.querySelector('blockquote') && document.querySelector('main button'))
      world.apart = Math.max(world.apart, Math.abs(seen('blockquote') - seen('main button')))
    requestAnimationFrame(look)
  }
  look()
}
const watched = () => {
  const { apart, drawn } = window as unknown as Watched
  return { apart, drawn }
}
type Watched = { apart: number; drawn: string[] }

/** Stars twinkle. */
const BARELY = 0.04
const ALL_PAPER = 0.03

for (const theme of THEMES)
  test(
    `the sheet grows whole and is the ground of the words, which come with their foot (${theme})`,
    ONCE,
    async ({ page, site }) => {
      await useTheme(page, theme)
      const { token } = await signIn(page, site)
      const { capsule_id } = await untilSoon((at) => ask(site, 'createTimeCapsule', capsule(at), token))
      await open(page, site, `/pages/unseal?id=${capsule_id}`)
      await expect(openButton(page)).toBeVisible()
      const toRead = page.getByRole('button', { name: '看看当时的胶囊' })
      const shots = sinceNightfall(
        await film(page, `opening-${theme}`, async () => {
          await page.evaluate(watchTogether)
          await openButton(page).click()
          await expect(toRead).toBeVisible()
          await expect(page.getByRole('blockquote', { name: '寄语' })).toHaveCSS('opacity', '1')
        }),
      )
      // By then the sheet has most of the window.
      const grown = shots.findIndex(({ night }) => night < 0.5)
      expect(grown, `frames of the night before: ${nightsOf(shots)}`).toBeGreaterThan(5)
      const { apart, drawn } = await page.evaluate(watched)
      const told = `${nightsOf(shots)}; ${drawn.join('; ')}`
      let least = 1
      for (const [at, { night }] of shots.entries()) {
        if (at > grown) expect(night, `what was paper is paper in frame ${at}: ${told}`).toBeLessThan(least + BARELY)
        least = Math.min(least, night)
      }
      expect(apart, 'the foot comes with the words').toBeLessThan(0.3)
      expect(shots.at(-1)!.night).toBeLessThan(ALL_PAPER)
    },
  )
