import type { Page } from '@playwright/test'
import {
  afterGuard,
  ask,
  CORE,
  expect,
  expectAccessible,
  expectSaid,
  minuteIn,
  ONCE,
  open,
  sealSooner,
  signIn,
  test,
  turnWheels,
} from './site.ts'

const name = async (page: Page, adjective?: string) => {
  const dialog = page.getByRole('dialog', { name: '请为你的这份记忆填入专属的形容词' })
  if (adjective) await dialog.getByRole('textbox').fill(adjective)
  await dialog.getByRole('button', { name: '确定' }).click()
}

test('a prediction goes from its draft to its release and, on its day, shows both sides', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  await open(page, site, '/pages/home/home')
  await page.getByRole('button', { name: '预测', exact: true }).click()
  await expect(page.getByText('发布后内容不可修改')).toBeVisible()
  await expectAccessible(page, 'prediction')
  await page.getByRole('button', { name: '发布胶囊' }).click()
  await expectSaid(page, '请填写预测的内容与结论~')
  await page.getByLabel('预测内容').fill('明年今日，我会养一只猫吗？')
  await page.getByRole('button', { name: '存入草稿箱' }).click()
  await name(page, '毛茸茸的')
  await expectSaid(page, '已存入草稿箱')
  await page.waitForURL(/draftBox/)

  await page.getByRole('button', { name: /^毛茸茸的/ }).click()
  await page.getByLabel('预测结论').fill('会。而且它已经在沙发上了。\n名字叫“小满”。')
  await page.getByRole('button', { name: '发布胶囊' }).click()
  await expect(page.getByText('请选择解封日期~')).toBeVisible()
  await page.getByRole('button', { name: /^解封日期/ }).click()
  const opens = minuteIn(86_400)
  await turnWheels(page, opens)
  await page.getByRole('button', { name: '确定' }).click()
  await afterGuard(page)
  const picked = await sealSooner(page, 'createForecastCapsule')
  await page.getByRole('button', { name: '发布胶囊' }).click()
  await name(page)
  await expectSaid(page, '发布成功')
  await page.waitForURL(/pages\/home\/home/)
  expect((await ask(site, 'userInfo', {}, token)).user.forecast_count).toBe(5)
  expect((await ask(site, 'myDrafts', {}, token)).capsules.data).toEqual([])

  const [card] = (await ask(site, 'myClosedCapsules', {}, token)).capsules.data
  expect(card).toMatchObject({ type: 2, capsule: 1, long_tag: '毛茸茸的' })
  expect(picked()).toBe(opens)
  await open(page, site, `/subPages/forecast/forecastCapsule?id=${card!.id}`)
  await expect(page.getByText('这枚胶囊已经封存，不能再编辑了')).toBeVisible()
  await open(page, site, '/subPages/me/meCapsule')
  await page.getByRole('button', { name: /毛茸茸的/ }).click()
  await expect(page.getByText('养一只猫')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '解封', exact: true })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: '解封', exact: true }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '点击解封' }).click()
  await expect(page.getByText('明年今日，我会养一只猫吗？')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('名字叫“小满”。')).toBeVisible()
  await expectAccessible(page, 'prediction-open')
  const [question, conclusion] = await Promise.all(
    ['当时的预测', '当时的结论'].map(async (label) => (await page.getByText(label).boundingBox())!),
  )
  if (page.viewportSize()!.width >= 700) expect(Math.abs(question!.y - conclusion!.y)).toBeLessThan(4)
})

test(
  'a prediction goes through two seal pages when its words and its lock are wanted',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    await open(page, site, '/subPages/forecast/forecastCapsule')
    await page.getByLabel('预测内容').fill('十年后房子会更便宜吗？')
    await page.getByLabel('预测结论').fill('会')
    await page.getByRole('button', { name: '10年' }).click()
    await page.getByRole('button', { name: /更多封存选项/ }).click()
    await expect(page.getByLabel('第1步，共2步')).toBeVisible()
    await expectAccessible(page, 'prediction: options')
    await page.getByRole('switch', { name: '可提前解封' }).click()
    await page.reload()
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page.getByLabel('第2步，共2步')).toBeVisible()
    await page.getByLabel('寄语').fill('到时候请客')
    await page.getByRole('button', { name: '投入胶囊宇宙' }).dblclick()
    await expectSaid(page, '封存成功')
    await page.waitForURL(/pages\/home\/home/)
    const { capsules } = await ask(site, 'myClosedCapsules', {}, token)
    expect(capsules.data).toMatchObject([{ type: 2, is_lock: 1, long_tag: '你是年少的喜欢' }])
    expect((await ask(site, 'userInfo', {}, token)).user.forecast_count).toBe(5)
  },
)

test('what publishing means and what it costs are both read whole above the buttons', ONCE, async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/subPages/forecast/forecastCapsule')
  for (const size of [
    { width: 390, height: 844 },
    { width: 375, height: 667 },
  ]) {
    await page.setViewportSize(size)
    for (const said of [page.getByText('发布后内容不可修改'), page.getByText(/^发布消耗1个预测胶囊/)]) {
      await expect(said).toBeInViewport({ ratio: 1 })
      // Nothing lies on it, at its ends either.
      const isSeen = await said.evaluate((element) => {
        const { left, right, top, height } = element.getBoundingClientRect()
        return [left + 2, (left + right) / 2, right - 2].every((x) =>
          element.contains(document.elementFromPoint(x, top + height / 2)),
        )
      })
      expect(isSeen, `${size.width}×${size.height}`).toBe(true)
    }
  }
})
