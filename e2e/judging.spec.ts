import type { Page } from '@playwright/test'
import { RESULT, type Result } from '../contract/judge.ts'
import {
  ask,
  CORE,
  expect,
  expectAccessible,
  expectInside,
  expectSaid,
  ONCE,
  open,
  signIn,
  test,
  unsealWhenDue,
  untilSoon,
} from './site.ts'

const RECORD = '/subPages/forecast/forecastRecord'
const detail = (id: string) => `/subPages/me/capsuleDetail?id=${id}&isOther=0`

/** Seen by axe in both themes. */
async function look(page: Page, screen: string) {
  await expectInside(page, screen)
  for (const theme of ['dark', 'light']) {
    await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme)
    await expectAccessible(page, `${screen}, ${theme}`, theme === 'light' ? undefined : 'colours')
  }
}

type Foretold = { content: string; comment: string; confidence?: number }

/** Sealed by the calls, and opened as soon as their day has come. */
async function openedSoon(site: string, token: string, forecasts: readonly Foretold[]): Promise<string[]> {
  const ids: string[] = []
  for (const { content, comment, confidence } of forecasts) {
    const made = { content: [{ type: 0 as const, content, comment }], confidence, long_tag: content.slice(0, 6) }
    const seal = (open_time: string) => ask(site, 'createForecastCapsule', { ...made, open_time }, token)
    ids.push((await untilSoon(seal)).capsule_id)
  }
  for (const capsule_id of ids) await unsealWhenDue(site, token, capsule_id)
  return ids
}

test('a confidence is sealed with a prediction by those who want to give one', ONCE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  await open(page, site, '/subPages/forecast/forecastCapsule')
  await page.getByLabel('预测内容').fill('明年春天，阳台上的月季会开吗？')
  await page.getByLabel('预测结论').fill('会开，而且不止一朵')
  await page.getByRole('button', { name: '30天' }).click()
  await expect(page.getByRole('slider')).toHaveCount(0)
  await page.getByRole('switch', { name: '写下把握' }).click()
  await page.getByRole('slider', { name: '把握' }).focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
  await expect(page.getByText('75%')).toBeVisible()
  await look(page, 'prediction-confidence')
  await page.getByRole('button', { name: '发布胶囊' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('带刺的')
  await page.getByRole('button', { name: '确定' }).click()
  await expectSaid(page, '发布成功')
  await page.waitForURL(/pages\/home\/home/)
  const [card] = (await ask(site, 'myClosedCapsules', {}, token)).capsules.data
  const { capsule } = await ask(site, 'capsuleDetail', { capsule_id: card!.id }, token)
  expect(capsule).toMatchObject({ type: 2, long_tag: '带刺的' })
  expect(capsule).not.toHaveProperty('confidence')
})

test(
  'an opened prediction is judged with a line, judged anew, and stands in the record',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    await open(page, site, RECORD)
    await expect(page.getByText('还没有封存过预测~')).toBeVisible()
    await look(page, 'record-empty')
    const foretold = { content: '今年会下第一场雪吗？', comment: '会，在十二月', confidence: 80 }
    const other = { content: '小满会学会游泳吗？', comment: '会' }
    const [id, second] = await openedSoon(site, token, [foretold, other])
    await open(page, site, detail(id!))
    const card = page.getByRole('region', { name: '对预测的判断' })
    await expect(page.getByRole('region', { name: '当时的结论' })).toContainText('把握80%')
    await look(page, 'judge')
    await card.getByText('应验', { exact: true }).click()
    await card.getByLabel('写一句话（选填）').fill('十二月八日，下了一整夜。')
    await look(page, 'judge-chosen')
    await card.getByRole('button', { name: '保存判断' }).click()
    await expect(card.getByText('十二月八日，下了一整夜。')).toBeVisible()
    await look(page, 'judged')
    await card.getByRole('button', { name: '修改判断' }).click()
    await card.getByText('部分', { exact: true }).click()
    await card.getByRole('button', { name: '保存判断' }).click()
    await expect(card.getByRole('heading', { name: '部分' })).toBeVisible()
    await page.reload()
    await expect(card.getByText('十二月八日，下了一整夜。')).toBeVisible()

    await card.getByRole('button', { name: '预测战绩' }).click()
    await expect(page.getByRole('heading', { name: /命中率\s*50%/ })).toBeVisible()
    await expect(page.getByText('1/10', { exact: true })).toBeVisible()
    await look(page, 'record-begun')
    await page.getByRole('button', { name: /还有1个预测等你判断/ }).click()
    await expect(page).toHaveURL(new RegExp(`capsuleDetail\\?id=${second}`))
  },
)

test(
  'ten judged with confidence have a score and a calibration, which are shown to others only when one wants',
  ONCE,
  async ({ page, site }) => {
    test.setTimeout(180_000)
    const { token } = await signIn(page, site)
    await ask(site, 'changeCapsule', { type: 2, price: 4 }, token)
    const said: [number, Result][] = [
      [55, RESULT.miss],
      [58, RESULT.hit],
      [65, RESULT.hit],
      [70, RESULT.hit],
      [75, RESULT.miss],
      [80, RESULT.hit],
      [80, RESULT.hit],
      [85, RESULT.partial],
      [90, RESULT.hit],
      [95, RESULT.hit],
      [99, RESULT.hit],
      [60, RESULT.unknown],
    ]
    const forecasts = said.map(([confidence], at) => ({
      content: `第${at + 1}件还没有答案的事`,
      comment: '会',
      confidence,
    }))
    const ids = await openedSoon(site, token, forecasts)
    for (const [at, capsule_id] of ids.entries())
      await ask(site, 'forecastResolve', { capsule_id, result: said[at]![1] }, token)
    await open(page, site, '/pages/me/me')
    await look(page, 'me-with-record')
    await page.getByRole('button', { name: '预测战绩' }).click()
    const { record } = await ask(site, 'forecastRecord', {}, token)
    expect(record).toMatchObject({ sealed: 12, opened: 12, judged: 12, with_confidence: 11, score: { count: 11 } })
    await expect(page.getByRole('heading', { name: /^把握准不准\s*(很准|较准|一般|不太准)$/ })).toBeVisible()
    await page.getByText('怎么算的').click()
    await expect(page.getByText(record.score!.brier.toFixed(3), { exact: true })).toBeVisible()
    await expect(page.getByRole('table', { name: '校准' }).getByRole('row')).toHaveCount(6)
    await look(page, 'forecast-record')

    const { user } = await ask(site, 'userInfo', {}, token)
    const seen = async () => (await ask(site, 'userDetail', { user_id: user.id }, token)).user.forecasts
    expect(await seen()).toBeUndefined()
    await page.getByRole('switch', { name: '公开我的预测战绩' }).click()
    await expectSaid(page, '修改成功')
    expect(await seen()).toMatchObject({ judged: 12, brier: record.score!.brier })
    await open(page, site, `/subPages/me/userHome?user_id=${user.id}`)
    await expect(page.getByRole('region', { name: '预测战绩' })).toContainText('命中率77%')
    await look(page, 'home-with-record')
  },
)
