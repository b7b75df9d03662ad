import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TOAST_ERROR_MS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { SEALED_BEFORE } from '#contract/seal.ts'
import { formatChina } from '#contract/time.ts'
import { changeDraft, emptyDraft, keepDraft, type SealDraft, textContent, useDraftStore } from '#web/draft/draft.ts'
import { here } from '#web/ui/location.ts'
import { detailOf, sealed } from '#web/unseal/sealed.fixture.ts'
import { endPages, openPage, person, type StandIn, silence, startPages } from '../../test/page.tsx'

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
  server.answer('capsuleOpenList', { code: 1000, data: { capsules: [] } })
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

it('a capsule whose answer was lost is sealed once, and the person is told what is not in it', async () => {
  server.loseAnswer('createTimeCapsule')
  await press()
  await screen.findByText(NO_NETWORK)
  await words('后来的话')
  await press()
  await screen.findByLabelText('胶囊正在升入夜空')
  expect(new Set(server.keys('createTimeCapsule'))).toEqual(new Set([ready.key]))
  await waitFor(() => expect(here()).toBe(PAGES.home), { timeout: 5_000 })
  await screen.findByText(SEALED_BEFORE)
  // Its own date, not the one that came too late.
  await screen.findByText('2031年5月1日再见')
  await vi.advanceTimersByTimeAsync(TOAST_ERROR_MS)
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
