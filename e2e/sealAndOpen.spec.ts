import type { Page } from '@playwright/test'
import {
  afterGuard,
  CORE_ONCE,
  expect,
  expectAccessible,
  expectSaid,
  minuteIn,
  register,
  test,
  turnWheels,
} from './site.ts'

const WRITTEN = '十年后的你，还记得今晚的风吗？'
const QUESTION = '您的生肖是？'
/** The steps between choosing the minute and sealing take less, on a busy machine too. */
const SEALED_SECONDS = 45
/** A full minute is waited for, which may be another one away. */
const AT_MOST_SEALED_MS = (SEALED_SECONDS + 60) * 1_000

const lookAt = (page: Page) => (screen: string) => expectAccessible(page, screen)

test('Chinese characters really draw', CORE_ONCE, async ({ page, site }) => {
  await page.goto(site)
  const differ = await page.evaluate(() => {
    const draw = (text: string) => {
      const canvas = document.createElement('canvas')
      const pen = canvas.getContext('2d')!
      pen.font = `48px ${getComputedStyle(document.body).fontFamily}`
      pen.fillText(text, 10, 60)
      return canvas.toDataURL()
    }
    // A character no font has shows as a box; two of ours must differ from it and from each other.
    const [box, seal, unseal] = ['\u{10FFFF}', '封', '启'].map(draw)
    return box !== seal && box !== unseal && seal !== unseal
  })
  expect(differ).toBe(true)
})

test('register, take the gift, write, seal for a minute or so, try too early, answer wrong, then right, and read', async ({
  page,
  site,
}) => {
  test.setTimeout(240_000)
  const look = lookAt(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))

  await page.goto(site)
  await look('landing')
  await register(page, site, look)
  await look('home')

  await page.getByRole('button', { name: '时光', exact: true }).click()
  await look('chooser')
  await page.getByRole('button', { name: /文字胶囊/ }).click()
  await page.getByRole('textbox', { name: /正文|内容|畅所欲言/ }).click()
  await page.keyboard.insertText(WRITTEN)
  await look('editor')
  await page.getByRole('button', { name: '完成', exact: true }).click()
  await look('save-sheet')
  await page.getByRole('button', { name: '完成封存' }).click()

  // Step one: a reload in the middle keeps what was written and picked.
  await page.getByRole('textbox', { name: '标题' }).fill('今晚的风')
  await page.getByRole('button', { name: '30天' }).click()
  await page.reload()
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue('今晚的风')
  await look('seal-options')
  await page.getByRole('button', { name: /^解封日期/ }).click()
  await turnWheels(page, minuteIn(SEALED_SECONDS))
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '下一步' }).click()

  await page.getByRole('button', { name: /^第一个问题/ }).click()
  await page.getByRole('button', { name: QUESTION }).click()
  await page.getByLabel('答案').fill('兔')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('邮箱').fill('friend@example.com')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('寄语').fill('愿你一切都好')
  const sent = countCalls(page, '/api/capsule/create/time')
  await page.getByRole('button', { name: '投入胶囊宇宙' }).dblclick()
  await expectSaid(page, '封存成功')
  expect(sent()).toBe(1)
  await page.waitForURL(/pages\/home\/home/)

  // Too early: no way to open it, and nothing of it is shown.
  await page.goto(`${site}/#/subPages/me/meCapsule`)
  await look('my-capsules')
  await page.getByRole('button', { name: /今晚的风/ }).click()
  await expect(page.getByRole('button', { name: '提前解封' })).toBeVisible()
  await look('sealed-sheet')
  await expect(page.getByText(WRITTEN)).toHaveCount(0)

  // The capsule comes due while the sheet is open.
  await expect(page.getByRole('button', { name: '解封', exact: true })).toBeVisible({ timeout: AT_MOST_SEALED_MS })
  await page.getByRole('button', { name: '解封', exact: true }).click()
  await expect(page.getByText('确定解封该胶囊吗？')).toBeVisible()
  await page.getByRole('button', { name: '确定' }).click()

  await page.getByLabel(QUESTION).fill('猫')
  await look('unseal')
  await page.getByRole('button', { name: '点击解封' }).click()
  await expect(page.getByText('答案不正确')).toBeVisible()
  await expect(page.getByLabel(QUESTION)).toHaveValue('猫')
  await page.getByLabel(QUESTION).fill(' 兔 ')
  await afterGuard(page)
  await page.getByRole('button', { name: '点击解封' }).click()
  await expectSaid(page, '解封成功')
  await expect(page.getByText(WRITTEN)).toBeVisible()
  await expect(page.getByText('愿你一切都好')).toBeVisible()
  await look('opened')

  await page.getByRole('switch', { name: '胶囊内容对他人开放' }).click()
  await page.getByRole('button', { name: '公开' }).click()
  await page.goto(`${site}/#/subPages/me/meCapsule`)
  await page.getByRole('tab', { name: '已解封' }).click()
  await expect(page.getByText('今晚的风')).toBeVisible()
  await page.goto(`${site}/#/pages/me/me`)
  await expect(page.getByText('时光胶囊').first()).toBeVisible()
  await look('me')
  expect(errors).toEqual([])
})

function countCalls(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}
