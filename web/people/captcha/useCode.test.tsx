// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#web/client/queryClient.ts'
import { telephone } from '#web/client/vibration.fixture.ts'
import { lend } from '#web/ui/lend.fixture.ts'
import { history } from '#web/ui/location.ts'
import { Toasts } from '#web/ui/toast.tsx'
import { CodeField } from './CodeField.tsx'
import { SLIDE } from './slide.fixture.ts'
import { useCode } from './useCode.tsx'

const MOST = SLIDE.width - SLIDE.piece_width
const TRACK_PX = 190
const HANDLE_PX = 60
const MINUTE_MS = 60_000

type Answer = { status?: number; code?: number; message?: string; data?: unknown }
const server = vi.fn<typeof fetch>()
/** The next answers of each path; when they are used up, success. */
const answers: Record<string, Answer[]> = {}
const calls = (path: string) => server.mock.calls.filter(([url]) => url === path)
const sent = (path: string) => calls(path).map(([, init]) => JSON.parse(String(init?.body)))
const CREATE = '/api/user/createSlideCode'
const VERIFY = '/api/user/verifySlideCode'
const CAPTCHA = '/api/user/captcha'

// jsdom captures no pointer.
lend(HTMLElement.prototype, { setPointerCapture: () => undefined })
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  for (const path of [CREATE, VERIFY, CAPTCHA]) answers[path] = []
  server.mockReset()
  server.mockImplementation(async (url) => {
    const answer = answers[String(url)]?.shift() ?? {}
    if (answer.code === 0) throw new TypeError('no network')
    const data = answer.data ?? (url === CREATE ? SLIDE : {})
    return Response.json({ code: 1000, ...answer, data }, { status: answer.status ?? 200 })
  })
  vi.stubGlobal('fetch', server)
  // jsdom lays nothing out.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(TRACK_PX)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(HANDLE_PX)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Page() {
  const [tel, setTel] = useState('13900000000')
  const [captcha, setCaptcha] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const code = useCode()
  return (
    <>
      <input aria-label="tel" value={tel} onChange={(event) => setTel(event.target.value)} />
      <CodeField
        ref={field}
        value={captcha}
        onChange={setCaptcha}
        code={code}
        onSend={() => code.send(tel, () => field.current?.focus())}
      />
      {code.dialog}
      <Toasts />
    </>
  )
}

function openPage() {
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  )
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}
type User = ReturnType<typeof openPage>

const dialog = () => screen.findByRole('dialog', { name: '安全验证' })
const range = () => screen.getByRole<HTMLInputElement>('slider', { name: '拼图块的位置' })
const master = () => screen.findByAltText<HTMLImageElement>('有一个缺口的图片')
const sendButton = () => screen.getByRole('button', { name: /^(获取验证码|重新发送|\d+s)/ })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const asked = async (user: User) => {
  await user.click(sendButton())
  return openedPuzzle()
}

/** The dialog with both pictures of its puzzle there. */
async function openedPuzzle() {
  const shown = await dialog()
  await drawn()
  return shown
}
async function drawn() {
  const pictures = (await master()).parentElement!.querySelectorAll('img')
  expect(pictures).toHaveLength(2)
  for (const picture of pictures) fireEvent.load(picture)
  await waitFor(() => expect(range().getAttribute('aria-disabled')).toBeNull())
}
/** The next puzzle, after the one whose picture had this address. */
async function anotherThan(src: string) {
  await act(() => vi.advanceTimersByTimeAsync(500))
  await waitFor(async () => expect((await master()).src).not.toBe(src))
  await drawn()
}

const handle = () => range().parentElement!.querySelector('svg')!.parentElement!
function drag(px: number) {
  fireEvent.pointerDown(handle(), { pointerId: 1, isPrimary: true, button: 0, clientX: 10 })
  fireEvent.pointerMove(handle(), { pointerId: 1, clientX: 10 + px / 2 })
  fireEvent.pointerMove(handle(), { pointerId: 1, clientX: 10 + px })
  fireEvent.pointerUp(handle(), { pointerId: 1, clientX: 10 + px })
}

const pointer = (type: string, clientX: number) =>
  new PointerEvent(type, { pointerId: 1, isPrimary: true, button: 0, clientX, bubbles: true })

it('the slider is asked for first: a puzzle under a label of the page, its two pictures, and what to do', async () => {
  const user = openPage()
  await user.click(sendButton())
  const shown = await dialog()
  expect(screen.getByText('加载中...')).toBeTruthy()
  expect(screen.getByRole('button', { name: '确认' }).getAttribute('aria-disabled')).toBe('true')
  const { pk_id } = sent(CREATE)[0]
  expect(pk_id).toMatch(/^[\w-]{8,64}$/)
  const picture = await master()
  const piece = picture.parentElement!.querySelectorAll('img')[1]!
  expect(picture.getAttribute('src')).toMatch(new RegExp(`^/api/slideCode/createMasterMap\\?pk_id=${pk_id}&time=\\d+$`))
  expect(piece.getAttribute('src')).toMatch(new RegExp(`^/api/slideCode/createAuxiliaryChart\\?pk_id=${pk_id}&time=`))
  expect(piece.style.width).toBe(`${(60 / 320) * 100}%`)
  await drawn()
  expect(shown.textContent).toContain('拖动下方滑块完成拼图')
  expect(screen.getByRole('button', { name: '确认' }).getAttribute('aria-disabled')).toBeNull()
  expect(sent(CREATE)).toHaveLength(1)
  expect(sent(CAPTCHA)).toEqual([])
})

it('nothing can be slid before both pictures are there', async () => {
  const user = openPage()
  await user.click(sendButton())
  await dialog()
  fireEvent.load(await master())
  drag(65)
  expect(range().value).toBe('0')
  expect(sent(VERIFY)).toEqual([])
})

it('letting go of the handle sends where the piece is in pixels of the picture, and a pass vibrates and sends the code', async () => {
  const user = openPage()
  await asked(user)
  const told = telephone()
  drag(65)
  expect(await screen.findByText('验证成功')).toBeTruthy()
  expect(told).toHaveBeenCalledOnce()
  expect(sent(VERIFY)).toEqual([{ pk_id: sent(CREATE)[0].pk_id, tel: '13900000000', x_value: MOST / 2 }])
  await gone()
  expect(screen.getByText('验证码已发送')).toBeTruthy()
  expect(sendButton().textContent).toMatch(/^(60|59|58)s/)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('验证码')))
})

it('it says 验证中... until the server has spoken, and takes nothing more meanwhile', async () => {
  const user = openPage()
  await asked(user)
  let answer: (response: Response) => void = () => undefined
  server.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  drag(65)
  expect(await screen.findByText('验证中...')).toBeTruthy()
  drag(20)
  expect(range().value).toBe(String(MOST / 2))
  await act(async () => answer(Response.json({ code: 1000, data: {} })))
  expect(await screen.findByText('验证成功')).toBeTruthy()
  expect(sent(VERIFY)).toHaveLength(1)
})

it('a handle that was only touched is not a try', async () => {
  const user = openPage()
  await asked(user)
  drag(0)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent(VERIFY)).toEqual([])
})

it('anyone who moves with the buttons keeps the focus there when another puzzle comes', async () => {
  answers[VERIFY] = [{ code: 2, message: '验证失败', data: { why: 'failed' } }]
  const user = openPage()
  await asked(user)
  const { src } = await master()
  await user.click(screen.getByRole('button', { name: '右移' }))
  await user.click(screen.getByRole('button', { name: '确认' }))
  await screen.findByRole('alert')
  await anotherThan(src)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '确认' }))
})

it('a drag counts to where the finger left, however fast it was', async () => {
  const user = openPage()
  await asked(user)
  act(() => {
    handle().dispatchEvent(pointer('pointerdown', 10))
    handle().dispatchEvent(pointer('pointermove', 40))
    handle().dispatchEvent(pointer('pointerup', 75))
  })
  await screen.findByText('验证成功')
  expect(sent(VERIFY)[0].x_value).toBe(MOST / 2)
})

it.each([{ why: 'failed' }, {}])(
  '验证失败 (%o) is told, shakes the picture, and brings another puzzle under the same label',
  async (data) => {
    answers[VERIFY] = [{ code: 2, message: '验证失败', data }]
    const user = openPage()
    await asked(user)
    const { src } = await master()
    drag(65)
    expect((await screen.findByRole('alert')).textContent).toBe('验证失败')
    expect((await master()).parentElement!.dataset.missed).toBe('')
    await anotherThan(src)
    expect(range().value).toBe('0')
    expect(new Set(sent(CREATE).map(({ pk_id }) => pk_id)).size).toBe(1)
    drag(30)
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

it('请控制拼图块对齐缺口 is told and keeps the puzzle with its piece', async () => {
  answers[VERIFY] = [{ code: 2, message: '请控制拼图块对齐缺口', data: { why: 'align' } }]
  const user = openPage()
  await asked(user)
  drag(65)
  expect((await screen.findByRole('alert')).textContent).toBe('请控制拼图块对齐缺口')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(range().value).toBe(String(MOST / 2))
  expect(sent(CREATE)).toHaveLength(1)
  drag(5)
  await waitFor(() => expect(sent(VERIFY)).toHaveLength(2))
  expect(sent(VERIFY)[1].x_value).toBe(MOST / 2 + 10)
})

it('the fifth failure is one too many: it is toasted and the dialog closes', async () => {
  const failed = { code: 2, message: '验证失败', data: { why: 'failed' } }
  answers[VERIFY] = [failed, failed, failed, failed, { code: 2, message: '验证失败次数过多', data: { why: 'over' } }]
  const user = openPage()
  await asked(user)
  for (let tries = 1; tries < 5; tries += 1) {
    const { src } = await master()
    drag(10 * tries)
    await screen.findByText('验证失败')
    await anotherThan(src)
  }
  drag(65)
  await gone()
  expect(screen.getByRole('status').textContent).toBe('验证失败次数过多')
  expect(sendButton().textContent).toBe('获取验证码')
  await waitFor(() => expect(document.activeElement).toBe(sendButton()))
  await asked(user)
  const labels = sent(CREATE).map(({ pk_id }) => pk_id)
  expect(labels.at(-1)).not.toBe(labels[0])
})

it.each<[string, Answer, string]>([
  ['no network', { code: 0 }, '请求失败，请稍后再试'],
  ['a fault', { status: 500, code: 5000, message: '服务器错误' }, '请求失败，请稍后再试'],
  ['too many tries', { code: 1029, message: '操作太频繁，请稍后再试' }, '操作太频繁，请稍后再试'],
  [
    'a code that did not go out',
    { code: 2, message: '验证码发送失败，请稍后再试', data: { why: 'unsent' } },
    '验证码发送失败，请稍后再试',
  ],
])('%s ends the slider with its words', async (_, answer, words) => {
  answers[VERIFY] = [answer]
  const user = openPage()
  await asked(user)
  drag(65)
  await gone()
  expect(screen.getByRole('status').textContent).toBe(words)
  expect(sendButton().textContent).toBe('获取验证码')
})

it.each<[string, Answer, string]>([
  ['no network', { code: 0 }, '请求失败，请稍后再试'],
  ['a flood', { status: 429, code: 1029, message: '操作太频繁，请稍后再试' }, '操作太频繁，请稍后再试'],
])('a puzzle that cannot be had (%s) closes the dialog', async (_, answer, words) => {
  answers[CREATE] = [answer]
  const user = openPage()
  await user.click(sendButton())
  await waitFor(() => expect(screen.getByText(words)).toBeTruthy())
  await gone()
})

it('keys move the piece and Enter or Space submits; an untouched piece is told to be moved', async () => {
  answers[VERIFY] = [{ code: 2, message: '请控制拼图块对齐缺口', data: { why: 'align' } }]
  const user = openPage()
  const shown = await asked(user)
  await waitFor(() => expect(document.activeElement).toBe(range()))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('请控制拼图块对齐缺口')
  expect(sent(VERIFY)).toEqual([])
  fireEvent.change(range(), { target: { value: '120' } })
  expect(screen.queryByRole('alert')).toBeNull()
  await user.keyboard('{Enter}')
  await screen.findByRole('alert')
  fireEvent.change(range(), { target: { value: '126' } })
  await user.keyboard(' ')
  await screen.findByText('验证成功')
  expect(sent(VERIFY).map(({ x_value }) => x_value)).toEqual([120, 126])
  expect(shown.contains(document.activeElement)).toBe(true)
})

it('anyone who cannot drag moves the piece with two buttons, finer after each turn, and confirms', async () => {
  const user = openPage()
  await asked(user)
  const [left, right] = ['左移', '右移'].map((name) => screen.getByRole('button', { name }))
  for (const button of [left, right, right, right, right, left, left, right]) await user.click(button!)
  expect(range().value).toBe('104')
  await user.click(screen.getByRole('button', { name: '确认' }))
  await screen.findByText('验证成功')
  expect(sent(VERIFY)[0].x_value).toBe(104)
})

it('换一张 brings another puzzle, and pictures that do not come can be asked for again', async () => {
  const user = openPage()
  await asked(user)
  let { src } = await master()
  await user.click(screen.getByRole('button', { name: '换一张' }))
  await anotherThan(src)
  src = (await master()).src
  fireEvent.error(await master())
  expect(screen.getByRole('alert').textContent).toContain('图片加载失败')
  expect((await dialog()).textContent).not.toContain('拖动下方滑块完成拼图')
  expect(screen.getByRole('button', { name: '确认' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: '重试' }))
  await anotherThan(src)
  expect(document.activeElement).toBe(range())
  expect(sent(CREATE)).toHaveLength(3)
})

it('Escape closes the slider and gives the focus back; nothing was sent', async () => {
  const user = openPage()
  await asked(user)
  await user.keyboard('{Escape}')
  await gone()
  await waitFor(() => expect(document.activeElement).toBe(sendButton()))
  expect(sent(VERIFY)).toEqual([])
  expect(sendButton().textContent).toBe('获取验证码')
})

it.each(['/', '/pages/login/login?flag=1'])('leaving for %s takes the slider away; nothing was sent', async (href) => {
  history.push('/pages/login/login?flag=0')
  const user = openPage()
  await asked(user)
  act(() => history.push(href))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent(VERIFY)).toEqual([])
  await asked(user)
})

it('a code that went out after the dialog was closed is counted all the same', async () => {
  const user = openPage()
  await asked(user)
  let answer: (response: Response) => void = () => undefined
  server.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  drag(65)
  await user.keyboard('{Escape}')
  await gone()
  await act(async () => answer(Response.json({ code: 1000, data: {} })))
  await waitFor(() => expect(sendButton().textContent).toMatch(/^(60|59)s/))
})

async function pass(user: User) {
  await asked(user)
  drag(65)
  await screen.findByText('验证成功')
  await gone()
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('the countdown refuses a repeat; after it the code is sent again without a second slider', async () => {
  const user = openPage()
  await pass(user)
  await user.click(sendButton())
  expect(screen.getByRole('status').textContent).toBe('请勿重复操作')
  await wait(MINUTE_MS)
  expect(sendButton().textContent).toBe('重新发送')
  await user.click(sendButton())
  await waitFor(() => expect(sent(CAPTCHA)).toEqual([{ tel: '13900000000' }]))
  await waitFor(() => expect(sendButton().textContent).toMatch(/^(60|59)s/))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('another number, or a pass of nine minutes ago, asks for the slider anew', async () => {
  const user = openPage()
  await pass(user)
  await wait(MINUTE_MS)
  await user.clear(screen.getByLabelText('tel'))
  await user.type(screen.getByLabelText('tel'), '13700000000')
  await pass(user)
  expect(sent(VERIFY)[1].tel).toBe('13700000000')
  await wait(9 * MINUTE_MS)
  await asked(user)
  expect(sent(CAPTCHA)).toEqual([])
})

it('a server that has forgotten the pass asks for the slider; its other refusals are told', async () => {
  answers[CAPTCHA] = [
    { code: 1029, message: '操作太频繁，请稍后再试' },
    { code: 2, message: '请先完成安全验证', data: { why: 'needed' } },
  ]
  const user = openPage()
  await pass(user)
  await wait(MINUTE_MS)
  await user.click(sendButton())
  expect(await screen.findByText('操作太频繁，请稍后再试')).toBeTruthy()
  await user.click(sendButton())
  await openedPuzzle()
  drag(65)
  await screen.findByText('验证成功')
})

it('a code that did not go out can be asked for again without a second slider', async () => {
  answers[VERIFY] = [{ code: 2, message: '验证码发送失败，请稍后再试', data: { why: 'unsent' } }]
  const user = openPage()
  await asked(user)
  drag(65)
  await gone()
  await user.click(sendButton())
  await waitFor(() => expect(sent(CAPTCHA)).toHaveLength(1))
})

it('the field takes the code a telephone offers', () => {
  openPage()
  const field = screen.getByLabelText('验证码')
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(field.getAttribute('inputmode')).toBe('numeric')
})
