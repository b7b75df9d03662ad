import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Editor as Tiptap } from '@tiptap/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { linesText } from '#contract/content.ts'
import { UPLOAD } from '#contract/upload.ts'
import { CallError } from '#web/client/transport.ts'
import { decodesPictures, STRIPES } from '#web/client/upload/decoded.fixture.ts'
import { markRefused } from '#web/draft/current/refused.ts'
import '#web/ui/AskDialog.tsx'
import { catchUploads, fileOf, granted, hashUploads, type Sent, slowToRead } from '#test/uploads.ts'
import { Asks } from '#web/ui/ask.tsx'
import { lendCaret } from '#web/ui/lend.fixture.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { readColour, sameColour, TEXT_COLOURS } from './colours.ts'
import { Editor } from './Editor.tsx'
import { EditorCounter } from './EditorCounter.tsx'
import { freshImages, IMAGES_TOO_MANY, imagesAsKeys, onlyOwnImages } from './imageHtml.ts'
import { IMAGES_FAILED, IMAGES_UNDER_WAY } from './imageUploads.ts'
import { withoutColours } from './withoutColours.ts'

lendCaret()

let sent: Sent[]
beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json(granted()))
  sent = catchUploads()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const KEY = 'image/7/0123456789abcdef.jpg'
const OWN = `/m/2000000000.mac/${KEY}`

function write(html: string) {
  const onChange = vi.fn<(html: string) => void>()
  const onReady = vi.fn<(whyNot: string | undefined) => void>()
  render(
    <>
      <Editor html={html} owner="7" onChange={onChange} onReady={onReady} />
      <Toasts />
      <Asks />
    </>,
  )
  return { onChange, onReady, text: () => onChange.mock.lastCall?.[0] }
}
const picture = (name: string, size = 40) => fileOf('jpeg', name, { type: 'image/jpeg', size })
const choose = async (...files: File[]) =>
  userEvent.upload(await screen.findByLabelText('选择图片'), files, { applyAccept: false })
const arrives = async (count: number) => waitFor(() => expect(sent).toHaveLength(count))
const keyIn = (index: number) => sent[index]?.key ?? ''
const pasteOf = (html: string, files: File[] = []) => ({
  clipboardData: { files, types: ['text/html'], getData: (type: string) => (type === 'text/html' ? html : '') },
})

test('a tap on a tool leaves the focus in the text, so that half-typed Chinese keeps its letters', async () => {
  write('<p>你好</p>')
  for (const name of ['加粗', '图片']) {
    const tool = await screen.findByRole('button', { name })
    for (const press of [createEvent.mouseDown(tool), createEvent.pointerDown(tool)]) {
      fireEvent(tool, press)
      expect(press.defaultPrevented).toBe(true)
    }
  }
})

test('the tools are toggles that say whether they are on', async () => {
  const { onChange } = write('<p>你好</p>')
  const heading = await screen.findByRole('button', { name: '大标题' })
  expect(heading.getAttribute('aria-pressed')).toBe('false')
  fireEvent.click(heading)
  expect(await screen.findByRole('button', { name: '大标题', pressed: true })).toBeTruthy()
  expect(onChange).toHaveBeenLastCalledWith('<h1>你好</h1>')
})

test('several pictures are chosen, go up with a face in the text that is no part of it, and stay in their order', async () => {
  const { text, onReady } = write('<p>上</p><p>下</p>')
  await choose(picture('一.jpg'), picture('二.jpg'))
  await arrives(2)
  expect(onReady).toHaveBeenLastCalledWith(IMAGES_UNDER_WAY)
  expect(screen.getAllByRole('progressbar')).toHaveLength(2)
  act(() => sent[0]?.progress(0.5))
  expect(screen.getAllByRole<HTMLProgressElement>('progressbar')[0]?.value).toBe(0.5)
  expect(text() ?? '').not.toContain('blob:')

  sent[1]?.answer(200)
  await waitFor(() => expect(text()).toContain(keyIn(1)))
  sent[0]?.answer(200)
  await waitFor(() => expect(onReady).toHaveBeenLastCalledWith(undefined))
  const image = (index: number) => `<img src="/m/9.mac/${keyIn(index)}" alt="">`
  expect(text()).toBe(`<p>上</p>${image(0)}${image(1)}<p>下</p>`)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('a picture comes into the text with its hash, size and placeholder, and keeps them when the text is opened again', async () => {
  const hashOf = hashUploads()
  decodesPictures(3000, 4000)
  const { text } = write('<p>上</p>')
  await choose(fileOf('png', '一.png', { type: 'image/png' }))
  await arrives(1)
  sent[0]?.answer(200)
  const hash = await hashOf(sent[0]!.file)
  const fields = `data-sha256="${hash}" alt="" width="3000" height="4000" data-placeholder="${STRIPES}"`
  await waitFor(() => expect(text()).toContain(`<img src="/m/9.mac/${keyIn(0)}" ${fields}>`))
  cleanup()

  const again = write(text()!)
  const page = screen.getByRole<HTMLElement & { editor: Tiptap }>('textbox', { name: '正文' })
  act(() => void page.editor.commands.insertContentAt(0, '<p>又</p>'))
  expect(again.text()).toBe(`<p>又</p>${text()}`)
})

test('a picture takes the place of an empty line, and below it one goes on writing', async () => {
  const { text } = write('')
  await choose(picture('一.jpg'))
  await arrives(1)
  sent[0]?.answer(200)
  await waitFor(() => expect(text()).toMatch(/^<img [^>]+><p><\/p>$/))
})

test.each(['pasted', 'dropped'])(
  'a picture that is %s goes where it was put, whatever is written above while it is looked at, and the text waits',
  async (how) => {
    const { text, onReady } = write('<p>一</p><p>二</p><p>三</p>')
    const page = screen.getByRole<HTMLElement & { editor: Tiptap }>('textbox', { name: '正文' })
    const { editor } = page
    const slow = slowToRead(picture('一.jpg'))
    if (how === 'pasted') {
      editor.commands.setTextSelection(5)
      fireEvent.paste(page, pasteOf('', [slow.file]))
    } else {
      // Nothing has a place on the screen here.
      vi.spyOn(editor.view, 'posAtCoords').mockReturnValue({ pos: 5, inside: -1 })
      fireEvent.drop(page, { dataTransfer: pasteOf('', [slow.file]).clipboardData })
    }
    expect(onReady).toHaveBeenLastCalledWith(IMAGES_UNDER_WAY)
    act(() => void editor.chain().insertContentAt(0, '<p>甲</p><p>乙</p><p>丙</p>').setTextSelection(2).run())
    slow.letGo()
    await arrives(1)
    sent[0]?.answer(200)
    await waitFor(() => expect(onReady).toHaveBeenLastCalledWith(undefined))
    expect(text()?.replace(/<img[^>]*>/, '图')).toBe('<p>甲</p><p>乙</p><p>丙</p><p>一</p><p>二</p>图<p>三</p>')
  },
)

test('one that failed says why, the text waits for it, and 重试 sends it under its key', async () => {
  const { text, onReady } = write('<p>你好</p>')
  await choose(picture('一.jpg'))
  await arrives(1)
  sent[0]?.answer(500)
  expect((await screen.findByRole('alert')).textContent).toBe(UPLOAD.refused)
  expect(onReady).toHaveBeenLastCalledWith(IMAGES_FAILED)
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await arrives(2)
  expect(keyIn(1)).toBe(keyIn(0))
  sent[1]?.answer(200)
  await waitFor(() => expect(text()).toContain(keyIn(1)))
})

test('one that is no picture after all cannot be tried again, only taken away', async () => {
  const { text, onReady } = write('<p>你好</p>')
  await choose(picture('一.jpg'))
  await arrives(1)
  sent[0]?.answer(400, '<Code>InvalidArgument</Code>')
  expect((await screen.findByRole('alert')).textContent).toBe(UPLOAD.unknownImage)
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(onReady).toHaveBeenLastCalledWith(undefined))
  expect(text() ?? '').not.toContain('img')
})

test.each([
  ['too large', picture('大.jpg', 52_428_801), `「大.jpg」${UPLOAD.tooLarge}`],
  [
    'HEIC under the name of a JPEG',
    fileOf('heic', '苹果.jpg', { type: 'image/jpeg' }),
    `「苹果.jpg」${UPLOAD.unknownImage}`,
  ],
  ['empty', picture('空.jpg', 0), `「空.jpg」${UPLOAD.empty}`],
])('a picture that is %s does not go up, while others do', async (_what, wrong, reason) => {
  write('<p>你好</p>')
  await choose(wrong, picture('好.jpg'))
  await screen.findByText(reason)
  await arrives(1)
  expect(screen.getAllByRole('progressbar')).toHaveLength(1)
})

test.each(['image/jpg', 'image/pjpeg', 'application/octet-stream', ''])(
  'a picture goes up whatever its device calls it: %s',
  async (type) => {
    write('<p>你好</p>')
    await choose(fileOf('jpeg', '一.jpg', { type }))
    await arrives(1)
    expect(keyIn(0)).toMatch(/^image\/7\//)
  },
)

test('a picture that the server refused is marked with the reason until it is taken out', async () => {
  write(`<p>你好</p><img src="${OWN}"><img src="/m/9.mac/image/7/fedcba9876543210.jpg">`)
  await screen.findByRole('textbox', { name: '正文' })
  act(() => markRefused(new CallError(CODE.refused, UPLOAD.gone, { data: { field: 'content.0.content', key: KEY } })))
  await waitFor(() =>
    expect(screen.getAllByTitle(UPLOAD.gone).map((image) => image.getAttribute('src'))).toEqual([OWN]),
  )
})

test('a text holds 30 pictures', async () => {
  write(`<img src="${OWN}">`.repeat(29))
  await choose(picture('一.jpg'), picture('二.jpg'))
  await screen.findByText(IMAGES_TOO_MANY)
  expect(screen.getAllByRole('progressbar')).toHaveLength(1)
})

test.each(['删除', '清空'])('%s takes a picture on its way with it', async (name) => {
  const { onReady } = write('<p>你好</p>')
  await choose(picture('一.jpg'))
  await arrives(1)
  fireEvent.click(screen.getByRole('button', { name }))
  if (name === '清空') fireEvent.click(await screen.findByRole('button', { name: '确定' }))
  await waitFor(() => expect(onReady).toHaveBeenLastCalledWith(undefined))
  expect(sent[0]?.aborted).toBe(true)
  expect(screen.queryByRole('figure')).toBeNull()
})

test('a picture that is pasted goes up; text from an office stays text', async () => {
  write('<p>你好</p>')
  const text = screen.getByRole('textbox', { name: '正文' })
  fireEvent.paste(text, pasteOf('<p>Word</p>', [picture('word.jpg')]))
  fireEvent.paste(text, pasteOf('<img src="https://elsewhere.example/a.jpg">', [picture('一.jpg')]))
  await arrives(1)
  expect(sent[0]?.file).toMatchObject({ name: '一.jpg' })
  expect(text.textContent).toContain('Word')
})

test('of pasted text only the own pictures stay', async () => {
  const { text } = write('<p>你好</p>')
  const foreign = [
    'https://elsewhere.example/a.jpg',
    'data:image/png;base64,AA',
    `/m/2000000000.mac/image/8/0123456789abcdef.jpg`,
    `/m/2000000000.mac/video/7/0123456789abcdef.mp4`,
  ]
  const html = [`http://here.example${OWN}`, ...foreign].map((src) => `<img src="${src}" onerror="x()">`).join('')
  fireEvent.paste(screen.getByRole('textbox', { name: '正文' }), pasteOf(`<p>字</p>${html}`))
  await waitFor(() => expect(text()).toContain('字'))
  expect(text()?.match(/<img[^>]*>/g)).toEqual([`<img src="${OWN}" alt="">`])
  expect(onlyOwnImages(html, '9')).toBe('')
})

test.each([
  [
    '<table><colgroup><col></colgroup><tbody><tr><th>周一</th><th>周二</th></tr><tr><td><p>语文</p></td><td>数学</td></tr></tbody></table>',
    ['周一 | 周二', '语文 | 数学'],
  ],
  ['<p>看<img src="https://elsewhere.example/a.png" alt="[微笑]">吧</p>', ['看[微笑]吧']],
  ['<details><summary>更多</summary>藏着的话</details>', ['更多', '藏着的话']],
  ['<p><ruby>漢<rp>(</rp><rt>hàn</rt><rp>)</rp></ruby>字</p>', ['漢（hàn）字']],
])('what is pasted keeps its words, and apart what stood apart: %s', async (html, lines) => {
  const { text } = write('<p></p>')
  fireEvent.paste(screen.getByRole('textbox', { name: '正文' }), pasteOf(html))
  await waitFor(() => expect(text()).toBeTruthy())
  expect(linesText(text()!).replaceAll(/ +/g, ' ').split('\n')).toEqual(lines)
})

test('the addresses of a text become good ones, and a new address alone is no change', () => {
  const html = `<p>字</p><img src="/m/1.old/${KEY}" alt="海"><p>完</p>`
  const fresh = freshImages(html, '/m/2.new/')
  expect(fresh).toBe(`<p>字</p><img src="/m/2.new/${KEY}" alt="海"><p>完</p>`)
  expect(imagesAsKeys(fresh)).toBe(imagesAsKeys(html))
  expect(imagesAsKeys(fresh)).not.toBe(imagesAsKeys(html.replace('0123', '3210')))
})

test('the counter is always there, quiet up to the limit and loud beyond it', () => {
  const { rerender, container } = render(<EditorCounter count={0} />)
  expect(container.textContent).toBe('0/10000')
  rerender(<EditorCounter count={10_000} />)
  expect(container.textContent).toBe('10000/10000')
  expect(screen.queryByRole('alert')).toBeNull()
  rerender(<EditorCounter count={10_001} />)
  expect(screen.getByRole('alert').textContent).toBe('已超出一万字上限，10001/10000')
})

test('大, 中 and 小 are seen on the tools of the titles', async () => {
  write('<p>你好</p>')
  for (const size of ['大', '中', '小']) {
    expect((await screen.findByRole('button', { name: `${size}标题` })).textContent).toBe(size)
  }
})

test('the toolbar shows at which side there are more tools', async () => {
  write('<p>你好</p>')
  const row = await screen.findByRole('toolbar', { name: '文字格式' })
  const at = (scrollLeft: number, scrollWidth: number) => {
    for (const [name, value] of Object.entries({ scrollLeft, scrollWidth, clientWidth: 390 })) {
      Object.defineProperty(row, name, { value, configurable: true })
    }
    fireEvent.scroll(row)
    return row.dataset.more
  }
  expect([at(0, 390), at(0, 492), at(50, 492), at(102, 492)]).toEqual([undefined, 'end', 'both', 'start'])
})

const ownColour = async (typed: string) => {
  fireEvent.click(await screen.findByRole('button', { name: '文字颜色' }))
  fireEvent.change(await screen.findByLabelText('自选颜色'), { target: { value: typed } })
  fireEvent.click(screen.getByRole('button', { name: '使用' }))
}

test('a text takes a colour of one’s own, whatever its contrast', async () => {
  const { text } = write('<p>你好</p>')
  fireEvent.keyDown(screen.getByRole('textbox', { name: '正文' }), { key: 'a', ctrlKey: true })
  await ownColour('#FEFEFE')
  await waitFor(() => expect(text()).toContain('<span style="color: rgb(254, 254, 254);">你好</span>'))
})

test('what is no colour is refused at its field', async () => {
  const { onChange } = write('<p>你好</p>')
  await ownColour('rgba(1, 2')
  expect((await screen.findByRole('alert')).textContent).toBe('请填写颜色，例如#5152c9')
  expect(onChange).not.toHaveBeenCalled()
})

test.each([
  ['#5152C9', '#5152c9'],
  ['5152c9', '#5152c9'],
  ['#abc', '#abc'],
  ['#5152c980', '#5152c980'],
  ['＃ａｂｃ', '#abc'],
  ['rgba(81, 82, 201, 0.8)', 'rgba(81, 82, 201, 0.8)'],
  ['rgb(81,82,201)', 'rgba(81, 82, 201, 1)'],
  ['ｒｇｂａ（８１，８２，２０１，．５）', 'rgba(81, 82, 201, 0.5)'],
  ['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'],
])('%s is a colour', (typed, colour) => {
  expect(readColour(typed)).toBe(colour)
})

test.each(['', '#12345', '#ggg', 'red', 'rgba(256, 0, 0, 1)', 'rgba(1, 2, 3, 1.5)', 'rgba(1, 2)', 'url(#a)'])(
  '%s is none',
  (typed) => {
    expect(readColour(typed)).toBeUndefined()
  },
)

test('22 colours, each as hex or rgba, and pasted text leaves its own behind', () => {
  expect(new Set(TEXT_COLOURS.map(({ value }) => value)).size).toBe(22)
  expect(TEXT_COLOURS.every(({ value }) => /^(#[0-9a-f]{6}|rgba\(.+\))$/.test(value))).toBe(true)
  expect(sameColour('rgb(201, 67, 40)', '#c94328')).toBe(true)
  expect(withoutColours('<p style="color: #000; text-align: center">黑</p>')).toBe(
    '<p style="text-align: center;">黑</p>',
  )
})
