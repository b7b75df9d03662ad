import 'fake-indexeddb/auto'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Fragment, StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetRows } from '#web/client/storage/database.ts'
import { KeepingText } from '#web/draft/editor/KeepingText.tsx'
import { type Autosave, useAutosave } from '#web/draft/editor/useAutosave.tsx'
import { autosave, autosavedOf, documentOf, dropDocument, hasAutosaved, openSession, sessionKey } from './autosave.ts'

const DIARY = documentOf(1, '42')
const AT = Date.UTC(2026, 10, 21, 12, 31)
const OFFER = /^发现上次没有保存的内容（11月21日 20:31），是否恢复？/

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  cleanup()
  await forgetRows('7')
  await forgetRows('8')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const leave = (value: string, { user = '7', document = DIARY, session = 'dead', revision = 3, at = AT } = {}) =>
  autosave({ key: sessionKey(user, document, session), value, revision, at })
const texts = async (user = '7', document = DIARY) =>
  (await autosavedOf<string>(user, document)).map(({ value }) => value)

/** An editor that has opened diary 42, of which the server holds 原文. */
function openEditor({ user = '7', document = DIARY, strict = false } = {}) {
  const typing: { now?: Autosave<string> } = {}
  function Editor() {
    const now = useAutosave<string>({
      user,
      document,
      revision: 5,
      sentAs: 'own',
      same: (value) => value === '原文',
      firstWords: (value) => value,
    })
    typing.now = now
    return (
      <>
        {now.ready && <p>{now.restored?.value ?? '原文'}</p>}
        {now.ready && now.elsewhere && <p>elsewhere</p>}
        {now.question}
      </>
    )
  }
  const Around = strict ? StrictMode : Fragment
  const { unmount } = render(
    <Around>
      <Editor />
    </Around>,
  )
  return {
    type: (value: string) => act(() => typing.now?.note(value)),
    drop: () => act(() => typing.now?.drop()),
    revision: () => typing.now?.restored?.revision,
    keeping: () => typing.now?.keeping.now(),
    ready: () => waitFor(() => expect(typing.now?.ready).toBe(true)),
    close: unmount,
  }
}
const fullDatabase = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
const names = async () => (await autosavedOf('7', DIARY)).map(({ key }) => key)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('what is being typed is kept within a second', async () => {
  const editor = openEditor()
  await editor.ready()
  editor.type('海')
  editor.type('海边')
  expect(await texts()).toEqual([])
  act(() => vi.advanceTimersByTime(999))
  await waitFor(async () => expect(await texts()).toEqual(['海边']))
})

test('somebody who types without a pause is kept all the same', async () => {
  const editor = openEditor()
  await editor.ready()
  for (let letters = 1; letters <= 10; letters += 1) {
    editor.type('海'.repeat(letters))
    act(() => vi.advanceTimersByTime(100))
  }
  await waitFor(async () => expect((await texts())[0]?.length).toBeGreaterThan(5))
})

test.each(['pagehide', 'visibilitychange'])('%s keeps what was typed at once', async (event) => {
  const editor = openEditor()
  await editor.ready()
  editor.type('海边')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void (event === 'pagehide' ? window : document).dispatchEvent(new Event(event)))
  await waitFor(async () => expect(await texts()).toEqual(['海边']))
})

test('a dead session is offered again, with the revision it was begun with, and goes on in this one', async () => {
  await leave('海边')
  const editor = openEditor()
  await screen.findByText(OFFER)
  await screen.findByText(/不恢复将删除「.+」。$/)
  await press('恢复')
  await screen.findByText('海边')
  expect(editor.revision()).toBe(3)
  await waitFor(async () => expect(await texts()).toEqual(['海边']))
  editor.type('海边的风')
  editor.close()
  await waitFor(async () => expect(await autosavedOf('7', DIARY)).toMatchObject([{ value: '海边的风', revision: 3 }]))
})

test('where effects run twice it is offered once, and written on', async () => {
  await leave('海边')
  const editor = openEditor({ strict: true })
  await screen.findByText(OFFER)
  await press('恢复')
  await screen.findByText('海边')
  editor.type('海边的风')
  editor.close()
  await waitFor(async () => expect(await texts()).toEqual(['海边的风']))
})

test('不恢复 throws away only what was offered, and the next one is offered', async () => {
  await leave('新的')
  await leave('旧的', { session: 'older', at: AT - 60_000 })
  const editor = openEditor()
  await screen.findByText(OFFER)
  await press('不恢复')
  await screen.findByText(/20:30/)
  await waitFor(async () => expect(await texts()).toEqual(['旧的']))
  await press('恢复')
  await editor.ready()
  await screen.findByText('旧的')
})

test('Escape decides nothing: it is offered again the next time', async () => {
  await leave('海边')
  const editor = openEditor()
  await screen.findByText(OFFER)
  await userEvent.keyboard('{Escape}')
  await screen.findByText('原文')
  editor.close()
  expect(await texts()).toEqual(['海边'])
})

test('what the server holds by now is not offered', async () => {
  await leave('原文')
  await openEditor().ready()
  expect(screen.queryByText(OFFER)).toBeNull()
  await waitFor(async () => expect(await texts()).toEqual([]))
})

test('a text that is back at what the server holds is not kept', async () => {
  const editor = openEditor()
  await editor.ready()
  editor.type('海边')
  act(() => vi.advanceTimersByTime(300))
  await waitFor(async () => expect(await texts()).toEqual(['海边']))
  editor.type('原文')
  act(() => vi.advanceTimersByTime(300))
  await waitFor(async () => expect(await texts()).toEqual([]))
})

test('after a saving it is gone, and what is typed then is not kept', async () => {
  const editor = openEditor()
  await editor.ready()
  editor.type('海边')
  act(() => vi.advanceTimersByTime(300))
  editor.drop()
  editor.type('海边的')
  act(() => vi.advanceTimersByTime(300))
  editor.close()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await texts()).toEqual([])
})

test('two that write the same do not overwrite each other, and one at work is not offered but told of', async () => {
  const stop = openSession(sessionKey('7', DIARY, 'other tab'))
  await leave('那边', { session: 'other tab' })
  const editor = openEditor()
  await screen.findByText('elsewhere')
  expect(screen.queryByText(OFFER)).toBeNull()
  editor.type('这边')
  editor.close()
  await waitFor(async () => expect((await texts()).sort()).toEqual(['这边', '那边'].sort()))
  stop()
})

test('a session that another tab holds a lock of is at work', async () => {
  const name = sessionKey('7', DIARY, 'other tab')
  const locks = { request: async () => undefined, query: async () => ({ held: [{ name }], pending: [] }) }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }))
  await leave('那边', { session: 'other tab' })
  openEditor()
  await screen.findByText('elsewhere')
  expect(await texts()).toEqual(['那边'])
})

test('another person on this device never sees it, nor does another document', async () => {
  await leave('海边')
  await openEditor({ user: '8' }).ready()
  await openEditor({ document: documentOf(1, '4') }).ready()
  expect(screen.queryByText(OFFER)).toBeNull()
  expect(await hasAutosaved('7')).toBe(true)
  expect(await hasAutosaved('8')).toBe(false)
})

test('a document that is gone takes along what was typed into it, and nothing else', async () => {
  await leave('海边')
  await leave('山里', { document: documentOf(0, '17') })
  await dropDocument('7', DIARY)
  expect(await texts()).toEqual([])
  expect(await texts('7', 'text:0:17')).toEqual(['山里'])
})

test('what the database does not take lasts as long as the page', async () => {
  const full = fullDatabase()
  await leave('海边')
  full.mockRestore()
  expect(await texts()).toEqual(['海边'])
})

test('what is taken up again stays stored until the database has taken it anew', async () => {
  await leave('海边')
  const full = fullDatabase()
  const editor = openEditor()
  await press('恢复')
  await screen.findByText('海边')
  await waitFor(async () => expect(await names()).toHaveLength(2))
  expect(await names()).toContain(sessionKey('7', DIARY, 'dead'))

  full.mockRestore()
  editor.type('海边的风')
  editor.close()
  await waitFor(async () => expect(await texts()).toEqual(['海边的风']))
})

test('what was taken up from a full database goes with the rest when it is saved', async () => {
  await leave('海边')
  const full = fullDatabase()
  const editor = openEditor()
  await press('恢复')
  await screen.findByText('海边')
  editor.drop()
  full.mockRestore()
  await waitFor(async () => expect(await texts()).toEqual([]))
})

test('what another tab has thrown away is not kept again when this one closes', async () => {
  const editor = openEditor()
  await editor.ready()
  editor.type('海边')
  act(() => vi.advanceTimersByTime(300))
  await waitFor(async () => expect(await texts()).toEqual(['海边']))
  await forgetRows('7')
  editor.close()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await hasAutosaved('7')).toBe(false)
})

test('a database that does not answer is waited for once', async () => {
  vi.resetModules()
  vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest)
  const hung = await import('./autosave.ts')
  const found = vi.fn()
  void hung.autosavedOf('7', DIARY).then(found)
  await vi.advanceTimersByTimeAsync(2_000)
  vi.restoreAllMocks()
  expect(found).toHaveBeenCalledWith([])
})

test('says that it is being kept only while it is, and that it is kept only once it is', async () => {
  const editor = openEditor()
  await editor.ready()
  expect(editor.keeping()).toBeUndefined()
  editor.type('今天')
  expect(editor.keeping()).toBe('going')
  await waitFor(() => expect(editor.keeping()).toBe('kept'))
  expect(await texts()).toEqual(['今天'])
  editor.type('原文')
  await waitFor(() => expect(editor.keeping()).toBeUndefined())
  editor.type('明天')
  editor.drop()
  expect(editor.keeping()).toBeUndefined()
})

test('says so when this browser does not take it', async () => {
  const editor = openEditor()
  await editor.ready()
  const put = fullDatabase()
  editor.type('今天')
  await waitFor(() => expect(editor.keeping()).toBe('refused'))
  put.mockRestore()
  editor.type('明天')
  await waitFor(() => expect(editor.keeping()).toBe('kept'))
})

test.each([
  ['going', '保存中...'],
  ['kept', '已保存在本机'],
  ['refused', '此浏览器不能保存，关闭页面会丢失'],
] as const)('%s is said as %s, and aloud only when it is nowhere', (now, said) => {
  render(<KeepingText keeping={{ subscribe: () => () => {}, now: () => now }} />)
  expect(screen.getByText(said).getAttribute('role')).toBe(now === 'refused' ? 'alert' : null)
})
