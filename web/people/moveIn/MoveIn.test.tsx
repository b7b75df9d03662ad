// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { TEXT } from '#contract/codes.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { type Answer, endPages, ok, openPage, person, silence, startPages } from '#test/page.tsx'
import { catchUploads, fileOf, granted } from '#test/uploads.ts'
import { here } from '#web/ui/location.ts'
import { parsedOf, textEntry, workersRead } from './moveIn.fixture.ts'
import { NotReadable, type Parsed } from './parsed.ts'

const LEFT_OUT = [{ name: '读书/没有日期.md', why: '没有日期' }]
const TRIP = () =>
  parsedOf({
    entries: [
      textEntry('a', '<p>出发</p>', '2019-05-01'),
      textEntry('b', '<p>海边</p><img data-file="0">', '2019-05-01'),
      textEntry('c', '<p>回家</p>', '2021-08-20'),
    ],
    files: [fileOf('jpeg', 'sea.jpg')],
    leftOut: LEFT_OUT,
    lost: ['标签'],
  })
const KNOWN_NONE = { known: [], days: ['2021-08-20'], room: 5 * 1024 ** 2, left: 19_000 }
const IMPORT = {
  ...{ batch_id: '0123456789ab0000', source: 'markdown' as const, written: 320, undone: false },
  ...{ created_at: '2026-11-28 20:00:00', undo_until: '2026-12-05 20:00:00' },
}

let server: ReturnType<typeof startPages>
beforeEach(() => {
  server = startPages(person())
  server.answer('imports', ok({ list: [] }))
  server.answer('importPreview', ok(KNOWN_NONE))
  server.answer('importDiaries', ok({ written: 3, known: 0 }))
  server.answer('ossToken', granted())
})
afterEach(endPages)

async function chooseFile(parsed: Parsed | Promise<Parsed> = TRIP()) {
  const uploads = catchUploads()
  workersRead(parsed)
  const user = await openPage(PAGES.moveIn)
  await user.upload(await screen.findByLabelText('选择文件：Markdown 和纯文本', { selector: 'input' }), [
    new File(['notes'], '笔记.zip', { type: 'application/zip' }),
  ])
  return { user, uploads }
}
const begin = () => screen.findByRole('button', { name: '开始搬入' })
const facts = () => screen.getAllByRole('definition').map(({ textContent }) => textContent)

it('a preview says all of it, and nothing is sent before one presses 开始搬入', async () => {
  const { user, uploads } = await chooseFile()
  await screen.findByRole('heading', { name: '可以搬进来 3 篇' })
  expect(facts()).toEqual(['2019/05/01 – 2021/08/20', '1 个，40 B（还能存 5 MB）', '1 天，会放在一起', '标签'])
  screen.getByText('读书/没有日期.md：没有日期')
  const days = TRIP().entries.map(({ source_id, created_at }) => ({ source_id, day: created_at.slice(0, 10) }))
  expect(server.sent('importPreview')).toEqual([{ source: 'markdown', entries: days }])
  expect([server.sent('importDiaries'), uploads]).toEqual([[], []])
  await user.click(await begin())
  await waitFor(() => expect(uploads).toHaveLength(1))
  uploads[0]!.answer(200)
  await screen.findByRole('heading', { name: '搬来了 3 篇' })
  expect(server.sent('importDiaries')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '去看看' }))
  await waitFor(() => expect(here()).toBe(`${PAGES.diaryList}?month=2021-08`))
})

it('what is known already is passed over, its pictures as well', async () => {
  server.answer('importPreview', ok({ ...KNOWN_NONE, known: ['a', 'b'] }))
  const { user, uploads } = await chooseFile()
  await screen.findByRole('heading', { name: '可以搬进来 1 篇' })
  expect(facts()).toContain('2 篇，会跳过')
  await user.click(await begin())
  await screen.findByRole('heading', { name: '搬来了 1 篇' })
  const ids = server.sent('importDiaries').map((body) => (body as { entries: { source_id: string }[] }).entries)
  expect([ids.flat().map(({ source_id }) => source_id), uploads]).toEqual([['c'], []])
})

it('where the room is too small nothing begins, and the reason stands at the button', async () => {
  server.answer('importPreview', ok({ ...KNOWN_NONE, room: 30 }))
  await chooseFile()
  expect((await begin()).getAttribute('aria-disabled')).toBe('true')
  screen.getByText('空间不够，还差 10 B')
})

it('where pictures do not fit their words can come alone, and it is said what stays behind', async () => {
  server.answer('importPreview', ok({ ...KNOWN_NONE, room: 30 }))
  const { user, uploads } = await chooseFile(
    parsedOf({
      entries: [
        textEntry('a', '<p>出发</p>'),
        textEntry('b', '<p>海边</p><img data-file="0" alt="退潮"><p>晚</p>'),
        textEntry('c', '<img data-file="1">'),
        { ...textEntry('d', ''), content_type: 1, items: [{ type: 1, file: 1, name: 'b.jpg', comment: '' }] },
      ],
      files: [fileOf('jpeg', 'a.jpg'), fileOf('jpeg', 'b.jpg')],
    }),
  )
  await screen.findByRole('heading', { name: '可以搬进来 4 篇' })
  expect(facts()).toContain('留下 3 个图片和文件，2 篇只有图片或文件的也不搬。以后想补上，要先撤销这次搬家再重新搬')
  await user.click(screen.getByRole('button', { name: '只搬文字（2 篇）' }))
  await screen.findByRole('heading', { name: '搬来了 2 篇' })
  expect(uploads).toEqual([])
  expect(server.sent('importDiaries')).toMatchObject([
    { entries: [{ source_id: 'a' }, { source_id: 'b', content: [{ content: '<p>海边</p>退潮<p>晚</p>' }] }] },
  ])
  const left = screen.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent)
  expect(left).toEqual(
    expect.arrayContaining(['2019/05/01 海边：1 个图片和文件没有搬', '2019/05/01：1 个图片和文件没有搬']),
  )
})

it('entries are asked for five hundred at a time', async () => {
  await chooseFile(parsedOf({ entries: Array.from({ length: 1_201 }, (_, at) => textEntry(`${at}`, '<p>一</p>')) }))
  await begin()
  const asked = server.sent('importPreview').map((body) => (body as { entries: unknown[] }).entries.length)
  expect(asked).toEqual([500, 500, 201])
})

it('no more are sent than may still come, and how many do not fit is said', async () => {
  server.answer('importPreview', ok({ ...KNOWN_NONE, left: 1 }))
  const { user } = await chooseFile()
  await screen.findByRole('heading', { name: '可以搬进来 1 篇' })
  expect(facts()).toContain('2 篇，一共最多搬 20,000 篇')
  await user.click(await begin())
  await screen.findByRole('heading', { name: '搬来了 1 篇' })
})

it('a file that cannot be read says why, and another one can be chosen', async () => {
  const unreadable = Promise.reject<Parsed>(new NotReadable('这不是 ZIP 文件'))
  unreadable.catch(() => undefined)
  const { user } = await chooseFile(unreadable)
  expect((await screen.findByRole('alert')).textContent).toBe('这不是 ZIP 文件')
  workersRead(TRIP())
  const input = screen.getByLabelText('选择文件：flomo 浮墨', { selector: 'input' })
  await user.upload(input, new File(['x'], 'flomo.zip', { type: 'application/zip' }))
  await begin()
})

it('a file with no diary in it offers nothing but another file', async () => {
  await chooseFile(parsedOf({ entries: [], leftOut: LEFT_OUT }))
  await screen.findByText('里面没有找到可以搬的日记')
  expect(screen.queryByRole('button', { name: '开始搬入' })).toBeNull()
  screen.getByRole('button', { name: '换一个文件' })
})

it('reading can be called off', async () => {
  const { user } = await chooseFile(new Promise<Parsed>(() => undefined))
  await screen.findByText('正在读文件：Markdown 和纯文本')
  await user.click(screen.getByRole('button', { name: '取消' }))
  await screen.findByLabelText('选择文件：Day One', { selector: 'input' })
})

it('the list of what does not come is saved as a text', async () => {
  const saved: File[] = []
  const { user } = await chooseFile()
  await begin()
  URL.createObjectURL = (file) => `blob:${saved.push(file as File)}`
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await user.click(screen.getByText('没有搬的 1 项'))
  await user.click(screen.getByRole('button', { name: '保存清单' }))
  press.mockRestore()
  expect(saved.map(({ name, type }) => [name, type])).toEqual([
    [expect.stringMatching(/^没有搬的-\d{4}-\d\d-\d\d\.txt$/), 'text/plain'],
  ])
  expect(await saved[0]!.text()).toBe('读书/没有日期.md：没有日期\r\n')
})

it('a picture that the store refuses is said at the end, and its entry has come', async () => {
  const { user, uploads } = await chooseFile()
  await user.click(await begin())
  await waitFor(() => expect(uploads).toHaveLength(1))
  uploads[0]!.answer(400, '<Error><Code>InvalidArgument</Code></Error>')
  await screen.findByRole('heading', { name: '搬来了 3 篇' })
  screen.getByText('2019/05/01 海边：「sea.jpg」暂不支持这种图片格式')
})

const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

it('a lost line is waited for, and it goes on by itself', async () => {
  const { user, uploads } = await chooseFile()
  server.answer('importDiaries', silence())
  await user.click(await begin())
  await waitFor(() => expect(uploads).toHaveLength(1))
  uploads[0]!.answer(200)
  await screen.findByRole('heading', { name: `${TEXT.network}，恢复后会接着来` })
  server.answer('importDiaries', ok({ written: 3, known: 0 }))
  act(() => void window.dispatchEvent(new Event('online')))
  await screen.findByRole('heading', { name: '搬来了 3 篇' })
})

it('it rests when one wishes and goes on; leaving meanwhile asks', async () => {
  const { user, uploads } = await chooseFile()
  await user.click(await begin())
  await waitFor(() => expect(uploads).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: '暂停' }))
  uploads[0]!.answer(200)
  await screen.findByRole('heading', { name: '已暂停' })
  expect(server.sent('importDiaries')).toEqual([])
  await user.click(screen.getByRole('button', { name: '返回' }))
  const question = await screen.findByRole('alertdialog', { name: '离开会停下搬家' })
  await user.click(within(question).getByRole('button', { name: '接着搬' }))
  const goOn = await screen.findByRole('button', { name: '继续' })
  // It stands where 暂停 was: a second tap of that would be this one.
  await act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))
  await user.click(goOn)
  await screen.findByRole('heading', { name: '搬来了 3 篇' })
})

it('a refusal stops it with its reason; 继续 asks again what is known, and counts on', async () => {
  const entries = Array.from({ length: 25 }, (_, at) => textEntry(`${at}`, '<p>一</p>'))
  const { user } = await chooseFile(parsedOf({ entries }))
  let come!: (answer: Answer<'importDiaries'>) => void
  server.answer('importDiaries', new Promise<Answer<'importDiaries'>>((resolve) => (come = resolve)))
  await user.click(await begin())
  await waitFor(() => expect(server.sent('importDiaries')).toHaveLength(1))
  server.answer('importDiaries', { code: 2, message: '最多搬进20000篇日记' })
  come(ok({ written: 20, known: 0 }))
  expect((await screen.findByRole('alert')).textContent).toBe('最多搬进20000篇日记')
  server.answer('importDiaries', ok({ written: 5, known: 0 }))
  server.answer('importPreview', ok({ ...KNOWN_NONE, known: entries.slice(0, 20).map(({ source_id }) => source_id) }))
  await user.click(screen.getByRole('button', { name: '继续' }))
  await screen.findByRole('heading', { name: '搬来了 25 篇' })
})

it('the way is said aloud in tenths, and not at each entry', async () => {
  const { user, uploads } = await chooseFile()
  await user.click(await begin())
  await waitFor(() => expect(uploads).toHaveLength(1))
  await screen.findByText('第 3 篇，共 3 篇')
  expect(screen.getByRole('progressbar', { name: '搬家进度' })).toHaveProperty('value', 2)
  expect(status()).toContain('正在搬入…，60%')
  uploads[0]!.answer(200)
  await screen.findByRole('heading', { name: '搬来了 3 篇' })
})

it('one that was not done is known after a reload, to its own person, and forgotten when it is', async () => {
  const note = { owner: '7', source: 'markdown', name: '笔记.zip', done: 1_240, all: 3_000 }
  const keep = (owner: string) => localStorage.setItem('movingIn', JSON.stringify({ ...note, owner }))
  keep('8')
  const { user, uploads } = await chooseFile()
  await begin()
  await user.click(screen.getByRole('button', { name: '换一个文件' }))
  expect(screen.queryByText(/上次的搬家没有做完/)).toBeNull()
  endPages()
  server = startPages(person())
  server.answer('imports', ok({ list: [] }))
  keep('7')
  await openPage(PAGES.moveIn)
  await screen.findByText(/上次的搬家没有做完：再选一次同一个文件，就会接着来/)
  screen.getByText('Markdown 和纯文本 ·「笔记.zip」· 搬了 1,240/3,000 篇')
  expect(uploads).toEqual([])
})

/** An answer that comes when it is given. */
function held() {
  let come!: (answer: Answer<'undoImport'>) => void
  const answer = new Promise<Answer<'undoImport'>>((resolve) => (come = resolve))
  return { come: answer, give: (data: Output<'undoImport'>) => come(ok(data)) }
}

const imports = (one: Partial<typeof IMPORT> = {}): Output<'imports'> => ({ list: [{ ...IMPORT, ...one }] })

it('an import is undone after a question, by as many calls as it takes, and edited ones are said', async () => {
  server.answer('imports', ok(imports()))
  const answers = [held(), held()] as const
  server.answer('undoImport', answers[0].come)
  const user = await openPage(PAGES.moveIn)
  await user.click(await screen.findByRole('button', { name: '撤销从Markdown 和纯文本搬来的 320 篇' }))
  const question = await screen.findByRole('alertdialog', { name: '撤销这次搬家' })
  within(question).getByText('这次搬来的 320 篇会被删除，你改过的会留下。')
  expect(server.sent('undoImport')).toEqual([])
  await user.click(within(question).getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(server.sent('undoImport')).toEqual([{ batch_id: IMPORT.batch_id }]))
  server.answer('imports', ok(imports({ undone: true, written: 2 })))
  server.answer('undoImport', answers[1].come)
  answers[0].give({ removed: 200, kept: 2, left: 118 })
  await waitFor(() => expect(server.sent('undoImport')).toHaveLength(2))
  answers[1].give({ removed: 118, kept: 2, left: 0 })
  await screen.findByText('撤回 318 篇，留下 2 篇改过的')
  await screen.findByText(/已撤销，留下 2 篇$/)
  expect(screen.queryByRole('button', { name: /^撤销/ })).toBeNull()
})
