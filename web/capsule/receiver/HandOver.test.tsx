import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { RECEIVER_CHANGED, RECEIVER_OPENED, RECEIVER_UNDONE, WAITING_TITLE } from '#contract/receiver.ts'
import { endPages, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { here } from '#web/ui/location.ts'
import { receiverOf } from './waiting.fixture.ts'

const URL_NOW = new URL('/w/abc', location.origin).href
const UNDO = '撤回并换一个链接'
let server: StandIn

beforeEach(() => {
  server = startPages(person())
  server.answer('capsuleReceiver', receiverOf())
})
afterEach(() => {
  endPages()
  Reflect.deleteProperty(navigator, 'share')
})

const open = (query: Record<string, string> = {}) => openPage(PAGES.handOver, { id: '12', ...query })
const card = () => screen.findByRole('region', { name: '给妈妈的卡片' })
const button = (name: string) => screen.findByRole('button', { name })
const onPaper = () => document.querySelector('body > [aria-hidden="true"]')

it('the card has the code, whom it is for, its day and its address, and neither title nor content', async () => {
  await open()
  const shown = within(await card())
  await shown.findByRole('img', { name: '给妈妈的二维码' })
  shown.getByText('给妈妈')
  shown.getByText(WAITING_TITLE)
  await shown.findByText(/^2036年11月21日.*打开$/)
  shown.getByText(URL_NOW)
  expect((await card()).textContent).not.toContain('今晚的风')
  screen.getByText('还没有人收下')
})

it('the link is copied, and handed to the device’s own sharing where there is one', async () => {
  const share = vi.fn(async () => {})
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  const user = await open()
  await user.click(await button('复制链接'))
  await screen.findByText('链接已复制')
  expect(await navigator.clipboard.readText()).toBe(URL_NOW)
  await user.click(await button('分享'))
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: WAITING_TITLE, url: URL_NOW })
})

it('what is printed is one card: whom it is for, its day and its code, and neither title nor content', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const user = await open()
  await waitFor(() => expect(onPaper()?.querySelector('svg')).toBeTruthy())
  const paper = onPaper()!.textContent!
  for (const said of ['给妈妈', WAITING_TITLE, '2036年11月21日', URL_NOW]) expect(paper).toContain(said)
  expect(paper).not.toContain('今晚的风')
  await user.click(await button('打印卡片'))
  expect(print).toHaveBeenCalledOnce()
})

it('after sealing it leads home, and says where it is found again', async () => {
  server.answer('capsuleOpenList', { code: 1000, data: { capsules: [], next: '' } })
  const user = await open({ sealed: '1' })
  await screen.findByRole('heading', { name: '封存好了，把它交给妈妈吧' })
  screen.getByText(/点「寄给妈妈」就能再找到它/)
  expect(screen.queryByRole('button', { name: UNDO })).toBeNull()
  await user.click(await button('返回首页'))
  await waitFor(() => expect(here()).toBe(PAGES.home))
})

it.each([
  ['已于 2027/01/02 被收下', { received_at: '2027-01-02 08:00:00' }],
  ['未收下', { refused: 1 }],
] as const)('how it stands is said: %s', async (text, fields) => {
  server.answer('capsuleReceiver', receiverOf(fields))
  await open()
  await screen.findByText(text)
  await button(UNDO)
})

it('once the receiver has opened it there is nothing to hand over and nothing to undo', async () => {
  server.answer('capsuleReceiver', receiverOf({ received_at: '2027-01-02 08:00:00', opened: 1 }))
  await open()
  await screen.findByText(RECEIVER_OPENED)
  expect(screen.queryByRole('button', { name: UNDO })).toBeNull()
  expect(screen.queryByRole('img', { name: '给妈妈的二维码' })).toBeNull()
})

it('undoing says first that all that was handed over ends, then shows the new address alone', async () => {
  const user = await open()
  await user.click(await button(UNDO))
  const question = within(await screen.findByRole('alertdialog'))
  question.getByText(/已经印好的卡片、交出去的二维码和链接都会失效/)
  expect(server.sent('undoReceiver')).toEqual([])
  const fresh = receiverOf({ waiting_url: '/w/new' })
  server.answer('undoReceiver', fresh)
  server.answer('capsuleReceiver', fresh)
  await user.click(question.getByRole('button', { name: '撤回并换一个' }))
  await screen.findByText(RECEIVER_UNDONE)
  await within(await card()).findByText(new URL('/w/new', location.origin).href)
  expect(document.body.textContent).not.toContain(URL_NOW)
  expect(server.sent('undoReceiver')).toEqual([{ capsule_id: '12' }])
})

it('who thinks better of undoing has undone nothing', async () => {
  const user = await open()
  await user.click(await button(UNDO))
  await user.click(await button('取消'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.sent('undoReceiver')).toEqual([])
})

it('a receiver who has opened it meanwhile ends the undoing', async () => {
  const user = await open()
  await user.click(await button(UNDO))
  server.answer('undoReceiver', { code: 2, message: RECEIVER_OPENED })
  server.answer('capsuleReceiver', receiverOf({ opened: 1 }))
  await user.click(await button('撤回并换一个'))
  await waitFor(() => expect(screen.queryByRole('button', { name: UNDO })).toBeNull())
})

it('a capsule that is not there, or not one’s own, has nothing to hand over', async () => {
  server.answer('capsuleReceiver', { code: 1004, message: '内容不存在或已删除' })
  await open()
  await screen.findByText('暂无胶囊~')
})

it.each([
  ['封存好了，我们这就告诉妈妈', { way: 'tel', address: '139****0000', tell_now: 1 }],
  ['封存好了，到那天我们会告诉妈妈', { way: 'email', address: 'm***@example.com' }],
] as const)('sealed for an address it says how she hears of it: %s', async (title, fields) => {
  server.answer('capsuleReceiver', receiverOf(fields))
  await open({ sealed: '1' })
  await screen.findByRole('heading', { name: title })
  const reached = within(await screen.findByRole('region', { name: '怎么通知 TA' }))
  reached.getByText(fields.address)
})

it('an address that takes nothing says so, and another is given after a warning that all that was handed over ends', async () => {
  server.answer('capsuleReceiver', receiverOf({ way: 'tel', address: '139****0000', bounced: 1 }))
  const user = await open()
  await screen.findByText('无法送达，请更正')
  await user.click(await button('换一个联系方式'))
  const sheet = within(await screen.findByRole('dialog', { name: '换一个联系方式' }))
  sheet.getByText(/已经印好的卡片、交出去的二维码和链接都会失效/)
  await user.click(sheet.getByRole('button', { name: '保存' }))
  await sheet.findByText('请填写手机号')
  await user.click(sheet.getByRole('button', { name: '邮箱' }))
  const changed = receiverOf({ way: 'email', address: 'm***@example.com', waiting_url: '/w/new' })
  server.answer('changeReceiver', changed)
  server.answer('capsuleReceiver', changed)
  await user.type(sheet.getByLabelText('TA 的邮箱'), 'mother@example.com{Enter}')
  await screen.findByText(RECEIVER_CHANGED)
  await screen.findByText('m***@example.com')
  expect(server.sent('changeReceiver')).toEqual([{ capsule_id: '12', email: 'mother@example.com', tell_now: 0 }])
})

it('once somebody has taken it no address can be given', async () => {
  server.answer('capsuleReceiver', receiverOf({ received_at: '2027-01-02 08:00:00' }))
  await open()
  await screen.findByText('已于 2027/01/02 被收下')
  expect(screen.queryByRole('region', { name: '怎么通知 TA' })).toBeNull()
})
