// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkpointText } from '#contract/checkpoint.ts'
import { NO_RECEIPT, type Receipt } from '#contract/receipt.ts'
import { receiptProofText } from '#contract/receiptProof.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { detailOf, sealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { here } from '#web/ui/location.ts'
import { ticketOf } from './ticketOf.ts'

const PAGE = '/subPages/me/ticket'
const NOW = Date.UTC(2026, 10, 28, 4)
const DAY_MS = 86_400_000
const COMMITMENT = `3fa901bc77de90aa${'0'.repeat(48)}`
const CAPSULE = sealed({
  long_tag: '写给十年后的我们',
  send_word: '愿你一切都好',
  sealed_at: formatChina(NOW),
  open_time: '2036-11-27 08:30:00',
})

/** A receipt of this place in the log; `later`: how long after the sealing its checkpoint was made. */
function made({ index = 42, origin = 'capsule.example/log', later = 0 } = {}): Receipt {
  const head = { origin, size: index + 1, root: new Uint8Array(32), seconds: (NOW + later) / 1000 }
  const note = `${checkpointText(head)}\n— ${origin} ${btoa('0'.repeat(68))}\n`
  return { commitment: COMMITMENT, index, proof: receiptProofText({ index, path: [], note }) }
}

/** All that was written on a picture here. */
let written: string[] = []
let pictures = 0
beforeEach(() => {
  written = []
  const nothing = () => ({ addColorStop: () => {}, width: 9 })
  const fillText = (text: string) => void written.push(text)
  const pen = new Proxy({}, { get: (_, name) => (name === 'fillText' ? fillText : nothing), set: () => true })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['drawn'])))
  vi.stubGlobal('Path2D', class {})
  URL.createObjectURL = () => `blob:${++pictures}`
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  endPages()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function ticket(receipt: Receipt = made(), fields = {}, is_mine: 0 | 1 = 1) {
  const server = startPages(person())
  vi.setSystemTime(NOW)
  server.answer('capsuleDetail', detailOf({ ...CAPSULE, ...fields }, is_mine))
  server.answer('receipt', ok(receipt))
  const user = await openPage(PAGE, { id: '3' })
  return { server, user }
}

const picture = () => screen.findByRole('img', { name: /^一张票/ })

it('a ticket has the number in the log, the day, the days that are left, and the short form of the commitment', async () => {
  await ticket()
  const words = '凭证日志 No. 000042，2026年11月28日封存，离打开还有3,652天，凭证简码 3fa9 01bc 77de 90aa'
  expect((await picture()).getAttribute('alt')).toContain(words)
  for (const text of ['No. 000042', '2026年11月28日封存', '离打开还有', '3,652天', '3fa9 01bc', '77de 90aa'])
    expect(written).toContain(text)
  const line = screen.getByRole('link', { name: '看它公开的那一行' })
  expect(line.getAttribute('href')).toBe(`${location.origin}/verify?i=42`)
})

it('nothing on it tells of whom it is, of what, or the day it opens', async () => {
  await ticket()
  await picture()
  expect(written.length).toBeGreaterThan(8)
  const all = `${written.join('\n')}\n${document.body.innerHTML}`
  for (const told of ['写给十年后', '愿你', '小满', '2036', '11/27', '11月27日', '08:30'])
    expect(all).not.toContain(told)
})

it('until the log has taken it up the page says so, and looks again by itself', async () => {
  const { server } = await ticket({ commitment: COMMITMENT })
  await screen.findByText('票正在印… 不到一分钟')
  expect(screen.queryByRole('img')).toBeNull()
  server.answer('receipt', ok(made()))
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  await picture()
  const asked = server.sent('receipt').length
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(server.sent('receipt')).toHaveLength(asked)
})

it('while nobody looks at the page it does not look again', async () => {
  const { server } = await ticket({ commitment: COMMITMENT })
  await screen.findByText('票正在印… 不到一分钟')
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  const asked = server.sent('receipt').length
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(server.sent('receipt')).toHaveLength(asked)
  seen.mockReturnValue('visible')
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(server.sent('receipt').length).toBeGreaterThan(asked))
})

it('one that was sealed without a receipt has no ticket', async () => {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(CAPSULE))
  server.answer('receipt', { code: 2, message: NO_RECEIPT })
  await openPage(PAGE, { id: '3' })
  await screen.findByText(NO_RECEIPT)
  expect(screen.queryByRole('img', { name: /^一张票/ })).toBeNull()
})

it('one that was sealed without a receipt shows no way to a ticket', async () => {
  const server = startPages(person())
  vi.setSystemTime(NOW)
  server.answer('capsuleDetail', detailOf(CAPSULE))
  server.answer('receipt', { code: 2, message: NO_RECEIPT })
  await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await screen.findByRole('button', { name: /送达记录/ })
  expect(server.sent('receipt').length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: '一张票' })).toBeNull()
})

it.each([
  ['somebody else’s', {}, 0],
  ['one that is open', { status: 2 }, 1],
] as const)('there is none of %s', async (_, fields, is_mine) => {
  await ticket(made(), fields, is_mine)
  await screen.findByText('暂无胶囊~')
  expect(screen.queryByRole('img', { name: /^一张票/ })).toBeNull()
})

it('its owner comes to it from the sealed capsule', async () => {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(sealed({ open_time: formatChina(Date.now() + DAY_MS) })))
  server.answer('receipt', ok({ commitment: COMMITMENT }))
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await user.click(await screen.findByRole('button', { name: '一张票' }))
  await waitFor(() => expect(here()).toBe(`${PAGE}?id=3`))
})

it('it is printed alone, saved under its number, and handed on as a picture', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const share = vi.fn(async (_: { files: File[] }) => undefined)
  Object.assign(navigator, { canShare: () => true, share })
  const { user } = await ticket()
  const src = (await picture()).getAttribute('src')
  const kept = screen.getByRole('link', { name: '保存图片' })
  expect(kept.getAttribute('download')).toBe('时光胶囊 一张票 No. 000042.png')
  expect(document.querySelector('body > img')?.getAttribute('src')).toBe(src)
  await user.click(screen.getByRole('button', { name: '打印' }))
  expect(print).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: '发给朋友' }))
  expect(share).toHaveBeenCalledOnce()
  expect(share.mock.calls[0]![0].files.map(({ name }) => name)).toEqual(['时光胶囊 一张票 No. 000042.png'])
  Object.assign(navigator, { canShare: undefined, share: undefined })
})

it('a browser that draws nothing has the ticket in words', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  await ticket()
  const words = (await screen.findByRole('alert')).textContent
  for (const told of ['No. 000042', '离打开还有3,652天', '3fa9 01bc 77de 90aa']) expect(words).toContain(told)
  expect(screen.queryByRole('link', { name: '保存图片' })).toBeNull()
  expect(screen.queryByRole('button', { name: '打印' })).toBeNull()
})

it.each([
  ['on the day before', '2026-11-29 00:00:01', '离打开还有1天'],
  ['on the day itself', '2026-11-28 23:59:59', '打开的日子就是今天'],
  ['when it has come', '2026-11-28 11:00:00', '打开的日子已经到了'],
])('the days are those of the calendar: %s', (_, open_time, left) => {
  expect(ticketOf({ ...CAPSULE, open_time }, made(), NOW)?.left.join('')).toBe(left)
})

it('one of a later log names it, in its number and in its code', () => {
  const ticket = ticketOf(CAPSULE, made({ index: 7, origin: 'capsule.example/log/2' }), NOW)
  expect(ticket).toMatchObject({ serial: 'No. 2-000007', url: `${location.origin}/verify?i=7&l=2` })
})

it('one that the log took up more than a day late has the day of its checkpoint', () => {
  expect(ticketOf(CAPSULE, made({ later: DAY_MS }), NOW)?.day).toBe('2026年11月28日封存')
  expect(ticketOf(CAPSULE, made({ later: 2 * DAY_MS }), NOW)?.day).toBe('2026年11月30日登记')
})
