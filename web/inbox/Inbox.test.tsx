// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import type { Message } from '#contract/inbox.ts'
import { clearDraft, useDraftStore } from '#web/draft/draft.ts'
import { dropKeptDrafts, keepDetail } from '#web/draft/keptDrafts.ts'
import { here } from '#web/ui/location.ts'
import { endPages, openPage, person, startPages } from '../../test/page.tsx'

afterEach(endPages)

const message = (id: string, fields: Partial<Message> = {}): Message => ({
  id,
  kind: 'gift',
  text: `小满送给您${id}个时光胶囊`,
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
  const row = await screen.findByRole('button', { name: /消息/ })
  expect(row.textContent).toContain('99+')
  await user.click(row)
  expect(await screen.findByText('暂时没有消息~')).toBeTruthy()
  expect(server.sent('readInbox')).toEqual([])
})

it('what a loss has taken and this device still has is offered, and is written on as a new one', async () => {
  const content = [{ type: 0, content: '<p>船上写的</p>', comment: '' }]
  const begun = { id: '12', type: 0, content_type: 0, status: 0, long_tag: '船上的', open_time: '', is_lock: 0 }
  await keepDetail('7', { ...begun, capsule_content: { type: 0, created_at: '', content } } as Detail)
  const server = startPages(person())
  server.answer(
    'inbox',
    told(message('4', { kind: 'lost', text: '非常抱歉', to: '/subPages/me/draftBox?lost=11%2C12' })),
  )
  const user = await openPage('/subPages/me/inbox')
  const list = await screen.findByRole('list', { name: '这台设备上还留着的草稿' })
  expect(within(list).getAllByRole('button')).toHaveLength(1)
  await user.click(within(list).getByRole('button', { name: /^船上的/ }))
  await waitFor(() => expect(here()).toContain('textCapsule'))
  const { draft } = useDraftStore.getState()
  expect(draft).toMatchObject({ draft_id: '', revision: undefined, long_tag: '船上的' })
  expect(JSON.stringify(draft)).toContain('船上写的')
  clearDraft()
  await dropKeptDrafts('7')
})
