// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ForecastRecord, Score } from '#contract/judge.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { here } from '#web/ui/location.ts'

const RECORD: ForecastRecord = {
  sealed: 9,
  opened: 6,
  judged: 5,
  early: 0,
  hits: 3,
  misses: 1,
  partials: 1,
  unknowns: 0,
  hit_rate: 0.7,
  with_confidence: 4,
  score: null,
}
const NONE = { count: 0, confidence: null, hit_rate: null }
const SCORE: Score = {
  count: 12,
  brier: 0.18249,
  reliability: 0.02,
  resolution: 0.05,
  uncertainty: 0.21249,
  tenths: [
    { from: 50, to: 59, ...NONE },
    { from: 60, to: 69, count: 4, confidence: 0.65, hit_rate: 0.5 },
    { from: 70, to: 79, ...NONE },
    { from: 80, to: 89, count: 8, confidence: 0.8, hit_rate: 0.875 },
    { from: 90, to: 99, ...NONE },
  ],
}

afterEach(endPages)

async function open(record: Partial<ForecastRecord> = {}, next_id = '') {
  const server = startPages(person())
  server.answer('forecastRecord', ok({ record: { ...RECORD, ...record }, next_id }))
  const user = await openPage('/subPages/forecast/forecastRecord')
  return { server, user }
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const partsOf = (name: string) =>
  [...screen.getByRole('region', { name }).querySelectorAll('dl > div')].map(({ textContent }) => textContent)

it('says how many are sealed, opened and judged, and the hit rate', async () => {
  await open()
  await region('命中率')
  expect(partsOf('预测')).toEqual(['已封存9', '已解封6', '已判断5'])
  screen.getByRole('heading', { name: '命中率70%' })
  expect(partsOf('命中率')).toEqual(['应验3', '未应验1', '部分1', '无法判断0'])
  expect(screen.queryByText(/提前解封/)).toBeNull()
})

it('leads to the next that is to be judged', async () => {
  const { user } = await open({}, '41')
  await user.click(await screen.findByRole('button', { name: /还有1个预测等你判断/ }))
  expect(here()).toBe('/subPages/me/capsuleDetail?id=41&isOther=0')
})

it('has no score before ten, and says how far it is', async () => {
  await open({ early: 2 })
  const scores = await region('把握准不准')
  scores.getByText('4/10')
  scores.getByText(/判断满10个之后/)
  screen.getByText('提前解封的预测不计入战绩（2个）')
  expect(screen.queryByRole('table')).toBeNull()
})

it('says in a word how well confidences fit, has the Brier score behind it, and the calibration in tenths with counts', async () => {
  await open({ score: SCORE, with_confidence: 12 })
  await screen.findByRole('heading', { name: '把握准不准较准' })
  expect(partsOf('把握准不准')).toEqual([
    expect.stringMatching(/^布里尔分数.*0\.182$/),
    expect.stringMatching(/^偏差.*0\.020$/),
    expect.stringMatching(/^区分.*0\.050$/),
    expect.stringMatching(/^不确定.*0\.212$/),
  ])
  const rows = within(screen.getByRole('table', { name: '校准' })).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    '50–59%—0',
    '60–69%50%4',
    '70–79%—0',
    '80–89%88%8',
    '90–99%—0',
  ])
})

it('is private until the switch shows it', async () => {
  const { server, user } = await open()
  const shows = await screen.findByRole('switch', { name: '公开我的预测战绩' })
  expect(shows.getAttribute('aria-checked')).toBe('false')
  server.change('userInfoUpdate', { show_forecasts: 1 })
  await user.click(shows)
  await waitFor(() => expect(server.sent('userInfoUpdate')).toEqual([{ show_forecasts: 1 }]))
  await waitFor(() => expect(shows.getAttribute('aria-checked')).toBe('true'))
})

it('without a prediction it leads to writing one', async () => {
  const { user } = await open({ sealed: 0, opened: 0, judged: 0 })
  await screen.findByText('还没有封存过预测~')
  await user.click(screen.getByRole('button', { name: '写下一个预测' }))
  await waitFor(() => expect(here()).toBe('/subPages/forecast/forecastCapsule'))
})

it('a record that does not come says why, and comes when asked for again', async () => {
  const server = startPages(person())
  server.answer('forecastRecord', { code: 5000, message: '服务器错误' })
  const user = await openPage('/subPages/forecast/forecastRecord')
  await screen.findByText('服务器错误')
  server.answer('forecastRecord', ok({ record: RECORD, next_id: '' }))
  await user.click(screen.getByRole('button', { name: '重试' }))
  await region('命中率')
})

it('is found among one’s own things', async () => {
  const server = startPages(person())
  server.answer('forecastRecord', ok({ record: RECORD, next_id: '' }))
  const user = await openPage('/pages/me/me')
  await user.click(await screen.findByRole('button', { name: '预测战绩' }))
  await region('命中率')
})
