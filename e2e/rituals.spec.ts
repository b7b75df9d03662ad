import type { Page } from '@playwright/test'
import { film, sinceNightfall } from './film.ts'
import { CORE_ONCE, expect, ONCE, open, signIn, test, toWords } from './site.ts'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]
/** Of a page of the universe: what is read in it, and a card. */
const MOSTLY_NIGHT = 0.6

const useTheme = (page: Page, theme: Theme) =>
  page.addInitScript((theme) => localStorage.setItem('theme', theme), theme)

/** A text as far as its words, from the editor on: as whoever comes to it first, with no other page loaded ahead. */
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
      await expect(page.getByRole('list', { name: '公开的胶囊' })).toBeVisible()
    }),
  )
  expect(shots.length, 'frames of the ritual').toBeGreaterThan(5)
  for (const [at, { night }] of shots.entries()) expect(night, `frame ${at} of ${name}`).toBeGreaterThan(MOSTLY_NIGHT)
}

for (const theme of THEMES)
  test(
    `from the rising capsule to home there is nothing but the night (${theme})`,
    theme === 'light' ? CORE_ONCE : ONCE,
    async ({ page, site }) => {
      await useTheme(page, theme)
      await writeToTheWords(page, site)
      await expectNightUntilHome(page, `sealing-${theme}`, () =>
        page.getByRole('button', { name: '投入胶囊宇宙' }).click(),
      )
    },
  )

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
