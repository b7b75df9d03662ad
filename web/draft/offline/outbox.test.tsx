import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { PAGES } from '#contract/pages.ts'
import { endPages, ok, openPage, pageOf, person, type StandIn, silence, startPages } from '#test/page.tsx'
import { fillStorages } from '#test/storages.ts'
import { granted } from '#test/uploads.ts'
import { drafted, words } from '#web/capsule/notice/drafted.fixture.ts'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { LOST_WITH_PAGE } from '#web/client/lost.ts'
import { forgetRows } from '#web/client/storage/database.ts'
import { clearDraft, emptyDraft, textContent } from '#web/draft/current/draft.ts'
import { ordinary } from '#web/look/diary/diary.fixture.ts'
import { lendCaret } from '#web/ui/lend.fixture.ts'
import { go, here } from '#web/ui/location.ts'
import { type Outgoing, putOut, waitingOf } from './outbox.ts'
import { sendOutbox } from './sendOutbox.ts'

lendCaret()
afterEach(async () => {
  endPages()
  vi.restoreAllMocks()
  clearDraft()
  await forgetRows('7')
  await forgetRows('8')
})

const WAITS = '没有网络，已存在这台设备上，连上网络后自动保存'
const ROW = /等待网络，连上后自动保存$/
const DAY_MS = 86_400_000
const written = ok({ capsule_id: '42', revision: 0, reward: 0 })

function online(server: StandIn, is: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is)
  for (const call of ['createDiaryCapsule', 'createTimeDraft', 'diaryEdit'] as const)
    server.answer(call, is ? written : silence())
  if (is) act(() => void window.dispatchEvent(new Event('online')))
}

async function start(page: string = PAGES.home, query: Record<string, string> = {}) {
  const server = startPages(person())
  server.answer('diaryList', ok({ capsules: pageOf([]) }))
  server.answer('myDrafts', ok({ capsules: pageOf([]) }))
  const hand = await openPage(page, query)
  return { server, hand }
}

async function type(text: string) {
  const paper = await screen.findByRole('textbox', { name: '正文' })
  act(() => paper.querySelector('p')!.append(text))
  await waitFor(() => expect(paper.textContent).toContain(text))
}

const entry = (fields: Partial<Outgoing> = {}): Outgoing => {
  const draft = { ...emptyDraft('7', 1), content: textContent('<p>船上写的</p>') }
  const input = { content: draft.content, draft_id: '' } as Input<'createDiaryCapsule'>
  return { key: 'k-1', owner: '7', call: 'createDiaryCapsule', input, draft, at: Date.now(), ...fields }
}

/** How long ago the diaries that were sent say they were written. */
const agosOf = (server: StandIn) =>
  (server.sent('createDiaryCapsule') as Input<'createDiaryCapsule'>[]).map(({ written_ago }) => written_ago)

it('a diary that is written without a network is kept here and says so, and is sent once when there is one', async () => {
  const { server, hand } = await start()
  await waitFor(() => expect(server.asked()).toContain('userInfo'))
  act(() => go('writeDiary'))
  await type('船上写的')
  online(server, false)
  await hand.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText(WAITS)
  act(() => vi.advanceTimersByTime(1_500))
  await waitFor(() => expect(here()).toBe(PAGES.home))
  expect(server.asked()).not.toContain('createDiaryCapsule')

  act(() => go('diaryList'))
  await screen.findByRole('button', { name: ROW })
  online(server, true)
  await screen.findByText('网络恢复了，刚才的 1 份内容已保存')
  await waitFor(() => expect(screen.queryByRole('button', { name: ROW })).toBeNull())
  await act(() => sendOutbox('7'))
  expect(server.sent('createDiaryCapsule')).toMatchObject([{ content: textContent('<p>船上写的</p>'), draft_id: '' }])
})

it('a diary with a picture that is changed without a network is sent later with the hash of its picture', async () => {
  const { server, hand } = await start()
  const picture = `src="/m/9.mac/image/7/0123456789abcdef.jpg" data-sha256="${'ab'.repeat(32)}" alt=""`
  server.answer('ossToken', granted())
  server.answer('capsuleDetail', detailOf(ordinary(`<p>昨天</p><img ${picture}>`, { id: '42', revision: 5 })))
  act(() => go('writeDiary', { id: '42' }))
  await type('的风')
  online(server, false)
  await hand.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText(WAITS)
  online(server, true)
  await waitFor(() => expect(server.sent('diaryEdit')).toHaveLength(1))
  expect(server.sent('diaryEdit')).toMatchObject([{ content: textContent(`<p>昨天的风</p><img ${picture}>`) }])
})

it('what a full browser does not take waits on the page, which says so, asks before it goes and sends it', async () => {
  const asksBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { server, hand } = await start(PAGES.diaryList)
  act(() => go('writeDiary'))
  await type('存不下的')
  online(server, false)
  fillStorages()
  await hand.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText(`没有网络。${LOST_WITH_PAGE}`)
  act(() => vi.advanceTimersByTime(1_500))
  const row = await screen.findByRole('button', { name: /^存不下的/ })
  expect(row.textContent).toContain(LOST_WITH_PAGE)
  expect(asksBeforeClosing()).toBe(true)
  online(server, true)
  await screen.findByText('网络恢复了，刚才的 1 份内容已保存')
  expect(server.sent('createDiaryCapsule')).toHaveLength(1)
  expect(asksBeforeClosing()).toBe(false)
})

it('a diary tells how long ago it was written, each time it is sent, and a draft does not', async () => {
  const { server } = await start()
  await putOut(entry({ at: Date.now() - DAY_MS }))
  await putOut(entry({ key: 'k-2', call: 'createDiaryDraft' } as Partial<Outgoing>))
  server.answer('createDiaryDraft', ok({ capsule_id: '9', revision: 0 }))
  server.answer('createDiaryCapsule', written)
  server.loseAnswer('createDiaryCapsule')
  await sendOutbox('7')
  act(() => vi.advanceTimersByTime(60_000))
  await sendOutbox('7')
  const [first, second] = agosOf(server)
  expect(first).toBeGreaterThanOrEqual(DAY_MS / 1_000)
  expect(second! - first!).toBeGreaterThanOrEqual(60)
  expect(server.sent('createDiaryDraft')[0]).not.toHaveProperty('written_ago')
})

it('a diary that is written on before it was sent keeps the moment it was first saved', async () => {
  const { server, hand } = await start(PAGES.diaryList)
  await putOut(entry({ at: Date.now() - DAY_MS }))
  await hand.click(await screen.findByRole('button', { name: ROW }))
  await type('，上岸了')
  server.answer('createDiaryCapsule', written)
  await hand.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.sent('createDiaryCapsule')).toHaveLength(1))
  expect(agosOf(server)[0]).toBeGreaterThanOrEqual(DAY_MS / 1_000)
})

it('a draft that is kept without a network waits in the draft box, and is written on from there', async () => {
  const { server, hand } = await start(PAGES.textCapsule, { type: '0' })
  await type('信号不好')
  online(server, false)
  await hand.click(screen.getByRole('button', { name: '完成' }))
  await hand.click(await screen.findByRole('button', { name: '存入草稿箱' }))
  await hand.type(await screen.findByRole('textbox', { name: /形容词|例如/ }), '山里的')
  await hand.click(screen.getByRole('button', { name: '确定' }))
  await screen.findByText(WAITS)
  act(() => vi.advanceTimersByTime(1_500))
  await hand.click(await screen.findByRole('button', { name: /^山里的/ }))
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('信号不好')
  expect(await waitingOf('7')).toEqual([])
  expect(server.asked()).not.toContain('createTimeDraft')
})

it('what got no answer is sent again under its key', async () => {
  const { server } = await start()
  await putOut(entry())
  server.answer('createDiaryCapsule', written)
  server.loseAnswer('createDiaryCapsule')
  await sendOutbox('7')
  expect(await waitingOf('7')).toHaveLength(1)
  await sendOutbox('7')
  expect(await waitingOf('7')).toEqual([])
  expect(server.keys('createDiaryCapsule')).toEqual(['k-1', 'k-1'])
})

it('what was sent under its key before it was changed is written over, once', async () => {
  const { server } = await start()
  await putOut(entry({ input: { content: textContent('<p>早先的</p>') } as Input<'createDiaryCapsule'> }))
  server.answer('createDiaryCapsule', written)
  server.answer('diaryEdit', ok({ capsule_id: '42', revision: 1 }))
  server.loseAnswer('createDiaryCapsule')
  await sendOutbox('7')
  await putOut(entry())
  await sendOutbox('7')
  expect(await waitingOf('7')).toEqual([])
  expect(server.sent('diaryEdit')).toEqual([{ capsule_id: '42', content: entry().draft.content, revision: 0 }])
})

it('what the server refuses stays, says why, holds nothing else up and can be written on', async () => {
  const { server, hand } = await start(PAGES.diaryList)
  await putOut(entry())
  await putOut(entry({ key: 'k-2', call: 'createTimeDraft', at: Date.now() + 1 } as Partial<Outgoing>))
  server.answer('createDiaryCapsule', { code: 2, message: '日记胶囊不足' })
  server.answer('createTimeDraft', ok({ capsule_id: '9', revision: 0 }))
  await act(() => sendOutbox('7'))
  expect(server.asked()).toContain('createTimeDraft')
  await act(() => sendOutbox('7'))
  expect(server.sent('createDiaryCapsule')).toHaveLength(1)
  await hand.click(await screen.findByRole('button', { name: /没能保存：日记胶囊不足$/ }))
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('船上写的')
})

it('what was changed of a diary that is deleted meanwhile is written on as a new one', async () => {
  const { server, hand } = await start(PAGES.diaryList)
  const changed = entry()
  await putOut({
    ...changed,
    call: 'diaryEdit',
    input: { capsule_id: '42', content: changed.draft.content, revision: 3 },
    draft: { ...changed.draft, draft_id: '42', revision: 3 },
  } as Outgoing)
  const gone = { code: 1004 as const, message: '内容不存在或已删除' }
  server.answer('diaryEdit', gone)
  server.answer('capsuleDetail', gone)
  await act(() => sendOutbox('7'))
  await hand.click(await screen.findByRole('button', { name: /没能保存：内容不存在或已删除$/ }))
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('船上写的')
  expect(here()).toBe(PAGES.writeDiary)
  server.answer('createDiaryCapsule', written)
  await hand.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.sent('createDiaryCapsule')).toMatchObject([{ draft_id: '' }]))
})

it('what may have reached the server longer ago than it remembers is not sent again unasked', async () => {
  const { server } = await start()
  await putOut(entry({ triedAt: Date.now() - 26 * DAY_MS }))
  await sendOutbox('7')
  expect(server.asked()).not.toContain('createDiaryCapsule')
  expect((await waitingOf('7'))[0]?.refused).toMatch(/请核对/)
})

it('what never left is sent however long it has waited', async () => {
  const { server } = await start()
  await putOut(entry({ at: Date.now() - 300 * DAY_MS }))
  server.answer('createDiaryCapsule', written)
  await sendOutbox('7')
  expect(await waitingOf('7')).toEqual([])
})

it('what somebody else has written here is not sent, and not shown', async () => {
  const { server } = await start(PAGES.diaryList)
  await putOut(entry({ owner: '8' }))
  await act(() => sendOutbox('7'))
  expect(server.asked()).not.toContain('createDiaryCapsule')
  expect(screen.queryByRole('button', { name: ROW })).toBeNull()
  expect(await waitingOf('8')).toHaveLength(1)
})

it('signing out says that what waits would be gone, and it stays when the person thinks better of it', async () => {
  const { hand } = await start(PAGES.setting)
  await putOut(entry())
  await hand.click(await screen.findByRole('button', { name: '退出登录' }))
  await screen.findByText(/^还有没保存的内容，退出后将从本机删除/)
  await hand.click(screen.getByRole('button', { name: '取消' }))
  expect(await waitingOf('7')).toHaveLength(1)
})

it('without a network the draft box is as it was, and its drafts open', async () => {
  const capsule = drafted([words('<p>写了一半</p>')], { id: '3', long_tag: '夏天的' })
  const { server } = await start()
  const row = { ...capsule, updatedDate: '26/11/21 20:31', thumbnail: '' }
  server.answer('myDrafts', ok({ capsules: pageOf([row as never]) }))
  server.answer('capsuleDetail', detailOf(capsule))
  act(() => go('draftBox'))
  await screen.findByRole('button', { name: /^夏天的/ })
  act(() => go('textCapsule', { type: '0', id: '3' }))
  await screen.findByRole('textbox', { name: '正文' })
  endPages()

  const away = startPages(person())
  for (const call of ['userInfo', 'myDrafts', 'capsuleDetail'] as const) away.answer(call, silence())
  localStorage.setItem('person', JSON.stringify({ of: 'fresh', person: { user: person() } }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const hand = await openPage(PAGES.draftBox)
  await hand.click(await screen.findByRole('button', { name: /^夏天的/ }))
  expect((await screen.findByRole('textbox', { name: '正文' })).textContent).toBe('写了一半')
})
