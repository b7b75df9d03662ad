import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { endPages, ok, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import {
  clearDraft,
  emptyDraft,
  keepDraft,
  type SealDraft,
  textContent,
  useDraftStore,
} from '#web/draft/current/draft.ts'
import { history } from '#web/ui/location.ts'
import { closeJustSealed } from './justSealed.ts'

let server: StandIn

beforeEach(() => {
  server = startPages(person())
  server.answer('capsuleOpenList', { code: 1000, data: { capsules: [], next: '' } })
  server.answer('capsuleQlist', ok({ questions: ['您的生肖是？', '您的学号是？'], drop_at: '' }))
})
afterEach(() => {
  closeJustSealed()
  clearDraft()
  endPages()
})

const diary = (): SealDraft => ({ ...emptyDraft('7', 1), content: textContent('<p>今天下雨</p>') })
const button = (name: string) => screen.findByRole('button', { name })

test('a sealed diary goes through three steps – options, questions, words – and its last is the third', async () => {
  keepDraft(diary())
  const user = await openPage('/subPages/seal/sealOne', { type: '1' })
  await screen.findByLabelText('第1步，共3步')
  await user.click(await button('5年'))
  await user.click(await screen.findByRole('switch', { name: '可提前解封' }))
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
    {
      content: [{ content: '<p>今天下雨</p>' }],
      key_answer: { '您的生肖是？': '兔' },
      send_word: '你好',
      is_lock: 1,
      long_tag: '你是年少的喜欢',
    },
  ])
  expect(server.sent('createDiaryCapsule')[0]).not.toHaveProperty('contact')
  expect(useDraftStore.getState().draft).toBeUndefined()
  fireEvent.pointerDown(window)
  await act(() => vi.advanceTimersByTimeAsync(TOAST_THEN_BACK_MS))
  await screen.findByText('今日首篇日记，获得2个日记胶囊')
  await waitFor(() => expect(history.location.pathname).toBe(PAGES.home))
})

it.each([
  ['1', '/subPages/diary/diaryList'],
  ['2', '/subPages/forecast/forecastCapsule'],
  ['0', '/subPages/time/timeCapsule'],
])('without a draft, type %s leads to where it is made', async (type, place) => {
  await openPage('/subPages/seal/sealFour', { type })
  await waitFor(() => expect(history.location.pathname).toBe(place))
})
