// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import type { Message } from '#contract/inbox.ts'
import { PAGES } from '#contract/pages.ts'
import { endPages, ok, openPage, pageOf, person, startPages } from '#test/page.tsx'
import { drafted, words } from '#web/capsule/notice/drafted.fixture.ts'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { clearDraft, useDraftStore } from '#web/draft/current/draft.ts'
import { offlineDetail, saveOffline } from '#web/draft/offline/offlineDrafts.ts'
import { goTo, here } from '#web/ui/location.ts'

afterEach(endPages)

const message = (id: string, fields: Partial<Message> = {}): Message => ({
  id,
  kind: 'gift',
  text: `小满送给你${id}个时光胶囊`,
  to: '/subPages/me/capsuleRecord',
  created_at: '2026-11-23 10:00:00',
  read: 0,
  appeal: '',
  ...fields,
})
const told = (...data: Message[]) => ({
  code: CODE.ok,
  data: { messages: { data, current_page: 1, per_page: 15 } },
})

it('the inbox shows what was told, newest first, reads it up to the newest, and leads where it says', async () => {
  const server = startPages(person({ unread: 2 }))
  server.answer('inbox', told(message('3'), message('2'), message('1', { read: 1 })))
  const user = await openPage('/subPages/me/inbox')
  const rows = await screen.findAllByRole('article')
  expect(rows.map((row) => within(row).queryByText('未读') !== null)).toEqual([true, true, false])
  await waitFor(() => expect(server.sent('readInbox')).toEqual([{ newest: '3' }]))
  await user.click(within(rows[0]!).getByRole('button', { name: '查看' }))
  await waitFor(() => expect(here()).toBe('/subPages/me/capsuleRecord'))
})

it('a decision can be appealed against in one sentence, once', async () => {
  const server = startPages(person())
  server.answer('inbox', told(message('9', { kind: 'down', text: '胶囊已被下架：x', appeal: 'open', to: '' })))
  const user = await openPage('/subPages/me/inbox')
  await user.click(await screen.findByRole('button', { name: '申诉' }))
  await user.type(await screen.findByRole('textbox'), '这是一首诗')
  server.answer('inbox', told(message('9', { kind: 'down', text: '胶囊已被下架：x', appeal: 'sent', to: '' })))
  await user.click(screen.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(server.sent('appeal')).toEqual([{ message_id: '9', text: '这是一首诗' }]))
  expect(await screen.findByText('已申诉')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '申诉' })).toBeNull()
})

it('an empty inbox says so, and 我的 tells how many were not seen', async () => {
  const server = startPages(person({ unread: 120 }))
  server.answer('inbox', told())
  const user = await openPage('/pages/me/me')
  await user.click(await screen.findByRole('button', { name: '消息，120条未读' }))
  expect(await screen.findByText('暂时没有消息~')).toBeTruthy()
  expect(server.sent('readInbox')).toEqual([])
})

const saved = (text: string, fields: Partial<Detail>) =>
  drafted([words(`<p>${text}</p>`)], { id: '12', long_tag: '船上的', ...fields })
const LOSS = message('4', { kind: 'lost', text: '非常抱歉', to: `${PAGES.draftBox}?lost=11%2C12` })
const keptList = () => screen.findByRole('list', { name: '这台设备上还留着的草稿' })

/** Expects that a tap on the device's copy of the lost draft opens it as a new one. */
async function expectWrittenOn(user: UserEvent, text: string) {
  await user.click(within(await keptList()).getByRole('button', { name: /^船上的/ }))
  await waitFor(() => expect(here()).toContain('textCapsule'))
  const { draft } = useDraftStore.getState()
  expect(draft).toMatchObject({ draft_id: '', revision: undefined, long_tag: '船上的' })
  expect(JSON.stringify(draft)).toContain(text)
  clearDraft()
  await forgetRows('7')
}

it('what a loss has taken and this device still has is offered, and is written on as a new one', async () => {
  await saveOffline('7', saved('船上写的', { revision: 0 }))
  const server = startPages(person())
  server.answer('inbox', told(LOSS))
  const user = await openPage('/subPages/me/inbox')
  expect(within(await keptList()).getAllByRole('button')).toHaveLength(1)
  await expectWrittenOn(user, '船上写的')
})

it.each([
  ['older', 3],
  ['another one of the same number', 5],
])('who opens the draft that the server still has (%s) loses nothing that this device kept', async (_, revision) => {
  await saveOffline('7', saved('后来写的', { revision: 5, updated_at: '2026-11-23 10:00:00' }))
  const server = startPages(person())
  server.answer('inbox', told(LOSS))
  const older = saved('早先写的', { revision, updated_at: '2026-11-23 09:00:00' })
  server.answer('myDrafts', ok({ capsules: pageOf([{ ...older, updatedDate: '26/11/23 09:00', thumbnail: '' }]) }))
  server.answer('capsuleDetail', detailOf(older))
  const user = await openPage('/subPages/me/inbox')
  await user.click(await screen.findByRole('button', { name: '查看' }))
  const box = await screen.findByRole('list', { name: '草稿' })
  await user.click(within(box).getByRole('button', { name: /^船上的/ }))
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('早先写的')
  await waitFor(async () => expect((await offlineDetail('7', '12'))?.updated_at).toBe(older.updated_at))
  act(() => goTo('/subPages/me/inbox'))
  await expectWrittenOn(user, '后来写的')
})
