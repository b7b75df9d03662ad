import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { SEALED_BEFORE } from '#contract/seal.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, ok, openPage, pageOf, person, type StandIn, silence, startPages } from '#test/page.tsx'
import { detailOf, sealed } from '#web/capsule/unseal/sealed.fixture.ts'
import {
  changeDraft,
  emptyDraft,
  keepDraft,
  type SealDraft,
  textContent,
  useDraftStore,
} from '#web/draft/current/draft.ts'
import { here } from '#web/ui/location.ts'

const ready: SealDraft = {
  ...emptyDraft('7'),
  content: textContent('<p>雨</p>'),
  unsealDate: formatChina(Date.now() + 86_400_000),
  key_answer: [{ question: '您的生肖是？', answer: '兔' }],
  contact: { tel: '13800000000' },
  send_word: '你好',
}
const NO_NETWORK = '请求出错，请稍后再试'
let server: StandIn

beforeEach(async () => {
  server = startPages(person())
  server.answer('createTimeCapsule', { code: 1000, data: { capsule_id: '3' } })
  server.answer('capsuleOpenList', { code: 1000, data: { capsules: [], next: '' } })
  server.answer('capsuleDetail', detailOf(sealed({ open_time: '2031-05-01 08:00:00' })))
  keepDraft(ready)
  await openPage('/subPages/seal/sealFour')
})
afterEach(() => {
  useDraftStore.setState({ draft: undefined })
  endPages()
})

const press = async () => fireEvent.click(await screen.findByRole('button', { name: '投入胶囊宇宙' }))
const words = async (send_word: string) => {
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('寄语').readOnly).toBe(false))
  changeDraft({ send_word, unsealDate: formatChina(Date.now() + 2 * 86_400_000) })
  await vi.advanceTimersByTimeAsync(1_000)
}

it('a capsule whose answer was lost is sealed once, and what was changed since is not lost', async () => {
  server.loseAnswer('createTimeCapsule')
  await press()
  await screen.findByText(NO_NETWORK)
  await words('后来的话')
  await press()
  await screen.findByText(SEALED_BEFORE)
  expect(server.keys('createTimeCapsule')).toEqual([ready.key, ready.key])
  const left = useDraftStore.getState().draft!
  expect(left).toMatchObject({ send_word: '后来的话', content: ready.content, draft_id: '' })
  expect(left.key).not.toBe(ready.key)
  fireEvent.click(await screen.findByRole('button', { name: '继续编辑' }))
  await waitFor(() => expect(screen.queryByText(SEALED_BEFORE)).toBeNull())
  await vi.advanceTimersByTimeAsync(1_000)
  await press()
  await screen.findByLabelText('胶囊正在升入夜空')
  expect(server.keys('createTimeCapsule')[2]).toBe(left.key)
})

it('the one that is sealed already is among one’s capsules, a press away', async () => {
  server.answer('myClosedCapsules', ok({ capsules: pageOf([]) }))
  server.loseAnswer('createTimeCapsule')
  await press()
  await screen.findByText(NO_NETWORK)
  await words('后来的话')
  await press()
  fireEvent.click(await screen.findByRole('button', { name: '我的胶囊' }))
  await waitFor(() => expect(here()).toBe(PAGES.meCapsule))
  expect(useDraftStore.getState().draft).toMatchObject({ send_word: '后来的话' })
})

it('the same once more after a lost answer is the capsule, with its ritual', async () => {
  server.loseAnswer('createTimeCapsule')
  await press()
  await screen.findByText(NO_NETWORK)
  await vi.advanceTimersByTimeAsync(1_000)
  await press()
  await screen.findByLabelText('胶囊正在升入夜空')
  expect(screen.queryByText(SEALED_BEFORE)).toBeNull()
})

it('a capsule that never came to the server is sealed as it is by now', async () => {
  server.answer('createTimeCapsule', silence())
  await press()
  await screen.findByText(NO_NETWORK)
  await words('后来的话')
  server.answer('createTimeCapsule', { code: 1000, data: { capsule_id: '3' } })
  await press()
  await screen.findByLabelText('胶囊正在升入夜空')
  expect(server.sent('createTimeCapsule')).toMatchObject([{ send_word: '你好' }, { send_word: '后来的话' }])
  expect(new Set(server.keys('createTimeCapsule'))).toEqual(new Set([ready.key]))
  expect(screen.queryByText(SEALED_BEFORE)).toBeNull()
})
