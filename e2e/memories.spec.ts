import type { Page } from '@playwright/test'
import { DEMO } from './everyPage.ts'
import {
  ask,
  CORE,
  chinaTimeIn,
  expect,
  expectAccessible,
  open,
  type Person,
  signIn,
  signInByCalls,
  test,
} from './site.ts'

const LIST = '/subPages/diary/diaryList'

/** The list with what was written on this day in earlier years; on a slow machine that comes too late to be shown. */
const openWithMemories = (page: Page, site: string) =>
  expect(async () => {
    await open(page, site, LIST)
    await expect(page.getByRole('heading', { name: '那年今日' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
/** Something in the current month: on its first day the newest of the demonstration's is in the one before. */
const writtenToday = (site: string, { token }: Person, words: string) =>
  ask(site, 'createDiaryCapsule', { content: [{ type: 0, content: `<p>${words}</p>`, comment: '' }] }, token)
const months = (from: string, by: number) => {
  const [year, month] = from.split('-').map(Number) as [number, number]
  const at = year * 12 + month - 1 + by
  return { year: Math.floor(at / 12), month: (at % 12) + 1 }
}

test(
  'the calendar goes back over the turn of a year to a marked day, and back to the current month',
  CORE,
  async ({ page, demoSite: site, isMobile }) => {
    const person = await signInByCalls(site, DEMO)
    await writtenToday(site, person, '今天的晚霞')
    await signIn(page, site, person)
    await openWithMemories(page, site)
    await expectAccessible(page, 'diaries')
    const today = chinaTimeIn(0).slice(0, 10)
    // On a wide screen it stands beside the list.
    const openCalendar = () => (isMobile ? page.getByRole('button', { name: /选择月份/ }).click() : undefined)
    await openCalendar()
    const dialog = page.getByRole(isMobile ? 'dialog' : 'region', { name: '日记日历' })
    const grid = dialog.getByRole('grid')
    await expect(grid).toHaveAttribute('aria-busy', 'false')
    await expectAccessible(page, 'diary-calendar')
    expect(await grid.getByRole('columnheader').first().textContent()).toBe('日')
    const next = dialog.getByRole('button', { name: '下个月' })
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    for (let back = 1; back <= 12; back++) {
      await dialog.getByRole('button', { name: '上个月' }).click()
      const { year, month } = months(today, -back)
      await expect(dialog.getByRole('heading', { name: `${year}年${month}月` })).toBeVisible()
    }
    await next.click()
    await dialog.getByRole('button', { name: '上个月' }).click()
    const day = `${Number(today.slice(5, 7))}月${Number(today.slice(8, 10))}日，1篇日记`
    await dialog.getByRole('button', { name: day }).click()
    await expect(page.getByRole('button', { name: /和妈妈包了一百个饺子/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: '那年今日' })).toHaveCount(0)
    // Back from a diary the month is still there.
    await page.getByRole('button', { name: /和妈妈包了一百个饺子/ }).click()
    await expect(page.getByRole('article').getByText('冻了满满一抽屉')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: /和妈妈包了一百个饺子/ })).toBeVisible()
    await openCalendar()
    await page.getByRole('button', { name: '回到本月' }).click()
    const { year, month } = months(today, 0)
    if (isMobile) await page.getByRole('button', { name: `查看${year}年${month}月` }).click()
    await expect(page.getByRole('button', { name: /今天的晚霞/ })).toBeVisible()
  },
)

test('one or two columns are remembered, 那年今日 hidden for today, and turned off in the settings', async ({
  page,
  demoSite: site,
}) => {
  const person = await signInByCalls(site, DEMO)
  await ask(site, 'userInfoUpdate', { show_this_day: 1 }, person.token)
  await writtenToday(site, person, '今晚的月亮')
  await signIn(page, site, person)
  await open(page, site, LIST)
  await page.getByRole('button', { name: '双列显示' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: '双列显示', pressed: true })).toBeVisible()
  await openWithMemories(page, site)
  await expectAccessible(page, 'diaries-double')
  await expect(page.getByText('1年前的今天').first()).toBeVisible()
  await page.getByRole('button', { name: '更多' }).click()
  await expect(page.getByText('2年前的今天')).toBeVisible()
  const heading = page.getByRole('heading', { name: '那年今日' })
  const hide = async () => {
    await page.getByRole('button', { name: '今天不看那年今日' }).click()
    await expect(heading).toHaveCount(0)
  }
  await hide()
  await open(page, site, LIST)
  await expect(page.getByRole('button', { name: /今晚的月亮/ })).toBeVisible()
  await expect(heading).toHaveCount(0)

  await page.evaluate(() => localStorage.removeItem('thisDayHidden'))
  for (const shown of [0, 1]) {
    await open(page, site, '/subPages/me/setting')
    await page.getByRole('switch', { name: '那年今日' }).click()
    await expect(page.getByRole('switch', { name: '那年今日' })).toBeChecked({ checked: shown === 1 })
    await expectAccessible(page, 'settings')
    if (shown) await openWithMemories(page, site)
    else await open(page, site, LIST)
    await expect(page.getByRole('button', { name: /今晚的月亮/ })).toBeVisible()
    await expect(heading).toHaveCount(shown)
  }
})
