import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, test } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { formatChina } from '#contract/time.ts'
import { emptyDraft, forecastContent, keepDraft, type SealDraft, textContent, useDraftStore } from '#web/draft/draft.ts'
import { history } from '#web/ui/location.ts'
import { endPages, ok, openPage, person, type StandIn, startPages } from '../../test/page.tsx'

let server: StandIn

beforeEach(() => {
  server = startPages(person())
  server.answer('capsuleOpenList', { code: 1000, data: { capsules: [], next: '' } })
  server.answer('capsuleQlist', ok({ questions: ['您的生肖是？', '您的学号是？'], drop_at: '' }))
})
afterEach(endPages)

const tomorrow = () => formatChina(Date.now() + 86_400_000)
const diary = (): SealDraft => ({ ...emptyDraft('7', 1), content: textContent('<p>今天下雨</p>') })
const forecast = (): SealDraft => ({
  ...emptyDraft('7', 2),
  content: forecastContent({ content: '明年我会在哪里？', comment: '海边' }),
  unsealDate: tomorrow(),
})
const button = (name: string) => screen.findByRole('button', { name })

test('a sealed diary goes through three steps – options, questions, words – and its last is the third', async () => {
  keepDraft(diary())
  const user = await openPage('/subPages/seal/sealOne', { type: '1' })
  await screen.findByLabelText('第1步，共3步')
  await user.click(await button('5年'))
  await user.click(await button('下一步'))
  await screen.findByLabelText('第2步，共3步')
  await user.click(screen.getByRole('button', { name: /第一个问题/ }))
  await user.click(await screen.findByText('您的生肖是？'))
  await user.type(await screen.findByLabelText('答案'), '兔')
  await user.click(await button('下一步'))
  await screen.findByLabelText('第3步，共3步')
  expect(history.location.pathname).toBe('/subPages/seal/sealFour')
  await user.type(screen.getByLabelText('寄语'), '你好')
  server.answer('createDiaryCapsule', { code: 1000, data: { capsule_id: '12', revision: 1, reward: 2 } })
  await user.click(await button('投入胶囊宇宙'))
  await screen.findByText('封存成功')
  expect(server.sent('createDiaryCapsule')).toMatchObject([
    { content: [{ content: '<p>今天下雨</p>' }], key_answer: { '您的生肖是？': '兔' }, send_word: '你好' },
  ])
  expect(server.sent('createDiaryCapsule')[0]).not.toHaveProperty('contact')
  fireEvent.pointerDown(window)
  await screen.findByText('今日首篇日记，获得2个日记胶囊')
  await waitFor(() => expect(history.location.pathname).toBe(PAGES.home))
})

test('a sealed prediction goes through two steps: options and words', async () => {
  keepDraft(forecast())
  const user = await openPage('/subPages/seal/sealOne', { type: '2' })
  await screen.findByLabelText('第1步，共2步')
  await user.click(await screen.findByRole('switch', { name: '可提前解封' }))
  await user.click(await button('下一步'))
  await screen.findByLabelText('第2步，共2步')
  await user.type(screen.getByLabelText('寄语'), '你好')
  server.answer('createForecastCapsule', { code: 1000, data: { capsule_id: '12' } })
  await user.click(await button('投入胶囊宇宙'))
  await screen.findByText('封存成功')
  expect(server.sent('createForecastCapsule')).toMatchObject([
    { content: [{ type: 0, content: '明年我会在哪里？', comment: '海边' }], is_lock: 1, long_tag: '你是年少的喜欢' },
  ])
  expect(useDraftStore.getState().draft).toBeUndefined()
})

it.each([
  ['1', '/subPages/diary/diaryList'],
  ['2', '/subPages/forecast/forecastCapsule'],
  ['0', '/subPages/time/timeCapsule'],
])('without a draft, type %s leads to where it is made', async (type, place) => {
  await openPage('/subPages/seal/sealFour', { type })
  await waitFor(() => expect(history.location.pathname).toBe(place))
})
