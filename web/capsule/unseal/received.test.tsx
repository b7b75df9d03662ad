// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { PAGES } from '#contract/pages.ts'
import { NOT_ALLOWED_YET } from '#contract/receiver.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, ok, openPage, pageOf, person, startPages, windowOf } from '#test/page.tsx'
import { here } from '#web/ui/location.ts'
import { detailOf, sealed, unsealed } from './sealed.fixture.ts'

const RITUAL_MS = 1_500
const LATER = formatChina(Date.now() + 400 * 86_400_000)
const SENDER: Detail['user'] = { id: '9', nickname: '林夕', avatar: '', sex: '', cancelled: 0 }
/** A capsule of 林夕's that the signed-in person has received. */
const RECEIVED: Partial<Detail> = { received_as: '妈妈', user: SENDER, long_tag: '' }

afterEach(endPages)

async function look(capsule: Detail, is_mine: 0 | 1 = 0, questions: string[] = []) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(capsule, is_mine))
  server.answer('capsuleQlist', ok({ questions, drop_at: '' }))
  const user = await openPage(PAGES.capsuleDetail, { id: '3', isOther: '0' })
  return { server, user }
}
const noButtons = (name: RegExp) => expect(screen.queryByRole('button', { name })).toBeNull()

it('who received it sees from whom it is and counts the days; no title, no early opening, nothing of its owner’s', async () => {
  await look(sealed({ ...RECEIVED, open_time: LATER }))
  await screen.findByText('来自 林夕 的时光胶囊')
  screen.getByRole('heading', { name: '给妈妈' })
  screen.getByText('距离解封还有')
  noButtons(/提前解封|提交解封申请|送达记录|一张票|加入系统日历|寄给/)
})

it('the title stands there where its sender shows it', async () => {
  await look(sealed({ ...RECEIVED, open_time: LATER, long_tag: '十年后见' }))
  await screen.findByRole('heading', { name: '十年后见' })
})

it('on its day who received it opens it by its questions, with the whole ritual and the words to them', async () => {
  const { server, user } = await look(sealed(RECEIVED), 0, ['你的小名？'])
  await waitFor(() => expect(here()).toBe(`${PAGES.unseal}?id=3`))
  await user.type(await screen.findByLabelText('你的小名？'), '小满')
  expect(screen.queryByText('忘记答案？')).toBeNull()
  server.answer('unseal', ok({ capsule_id: '3' }))
  server.answer('capsuleDetail', detailOf(unsealed({ ...RECEIVED, long_tag: '十年后见' }), 0))
  await user.click(screen.getByRole('button', { name: '点击解封' }))
  await screen.findByRole('main', { name: '胶囊正在打开' })
  await act(() => vi.advanceTimersByTimeAsync(RITUAL_MS))
  const words = await screen.findByRole('blockquote', { name: '寄语' })
  expect(words.textContent).toContain('前的林夕，对现在的你说')
  await user.click(screen.getByRole('button', { name: '看看当时的胶囊' }))
  await screen.findByText('海边的旅行')
})

it('who has used up the tries of a received capsule is sent to its owner', async () => {
  const { server, user } = await look(sealed(RECEIVED), 0, ['你的小名？'])
  await user.type(await screen.findByLabelText('你的小名？'), '小满')
  server.answer('unseal', { code: 1029, message: '尝试次数太多', data: { retry_after: 90_000 } })
  await user.click(screen.getByRole('button', { name: '点击解封' }))
  await screen.findByText(/请联系胶囊的主人/)
  noButtons(/短信/)
})

it('an opened one is a letter to them, with its words, and can be hidden; nothing of a public place stands there', async () => {
  const { server, user } = await look(unsealed({ ...RECEIVED, long_tag: '十年后见', hidden: 0 }))
  const letter = await screen.findByRole('article', { name: '十年后见' })
  expect(letter.textContent).toContain('寄给你的时光胶囊')
  expect(letter.textContent).toContain('海边的旅行')
  expect(screen.getByLabelText('寄语').textContent).toBe('愿你一切都好')
  expect(letter.textContent).not.toContain('发布于')
  noButtons(/喜欢|再拆一枚|分享|海报|送达记录|再封一段时间/)
  expect(screen.queryByRole('switch', { name: /对他人开放/ })).toBeNull()
  server.answer('hideCapsule', ok({ hidden: 1 as const }))
  await user.click(screen.getByRole('button', { name: /从我的列表中隐藏/ }))
  await screen.findByText('已隐藏，可在「收到的」的「已隐藏」里找到')
})

it('its receiver may agree that its sender shows it to others, and take that back', async () => {
  const { server, user } = await look(unsealed({ ...RECEIVED, long_tag: '十年后见', allowed: 0 }))
  const yes = await screen.findByRole('switch', { name: '同意对方公开或分享这枚胶囊' })
  expect(yes.getAttribute('aria-checked')).toBe('false')
  server.answer('allowSharing', ok({}))
  server.answer('capsuleDetail', detailOf(unsealed({ ...RECEIVED, long_tag: '十年后见', allowed: 1 }), 0))
  await user.click(yes)
  await screen.findByText('已同意')
  await waitFor(() => expect(yes.getAttribute('aria-checked')).toBe('true'))
  expect(server.sent('allowSharing')).toEqual([{ capsule_id: '3', allowed: 1 }])
})

it('the sender of a sealed one finds what they hand over, also on its day', async () => {
  const { user } = await look(sealed({ to: '妈妈' }), 1)
  await user.click(await screen.findByRole('button', { name: '寄给妈妈' }))
  await waitFor(() => expect(here()).toBe(`${PAGES.handOver}?id=3`))
})

it('the sheet of a sealed one in one’s list leads there too', async () => {
  const server = startPages(person())
  windowOf(390)
  server.answer('myClosedCapsules', ok({ capsules: pageOf([sealed({ open_time: LATER })]) }))
  server.answer('capsuleDetail', detailOf(sealed({ to: '妈妈', open_time: LATER })))
  const user = await openPage(PAGES.meCapsule)
  await user.click(await screen.findByRole('button', { name: /少年/ }))
  await user.click(await screen.findByRole('button', { name: '寄给妈妈' }))
  await waitFor(() => expect(here()).toBe(`${PAGES.handOver}?id=3`))
})

it('the sender of an opened one finds it as well, and can neither share it nor make it public before its receiver agrees', async () => {
  const { user } = await look(unsealed({ to: '妈妈' }), 1)
  await user.click(await screen.findByRole('button', { name: /^寄给妈妈/ }))
  await waitFor(() => expect(here()).toBe(`${PAGES.handOver}?id=3`))
  endPages()
  await look(unsealed({ to: '妈妈' }), 1)
  await screen.findByText(NOT_ALLOWED_YET)
  expect(screen.getByRole('switch', { name: /对他人开放/ }).getAttribute('aria-disabled')).toBe('true')
  noButtons(/分享这枚胶囊|做成海报/)
  endPages()
  await look(unsealed({ to: '妈妈', allowed: 1 }), 1)
  await screen.findByRole('button', { name: /做成海报/ })
  screen.getByRole('button', { name: /分享这枚胶囊/ })
  expect(screen.getByRole('switch', { name: /对他人开放/ }).getAttribute('aria-disabled')).toBeNull()
})
