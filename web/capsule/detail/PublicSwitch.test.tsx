// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { NOT_FOR_ALL, TAKEN_DOWN, WAITS_FOR_LOOK } from '#contract/report.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { opened } from '#web/capsule/media/shown.fixture.ts'

afterEach(endPages)

async function detail(tel: string, fields: Partial<Detail> = {}) {
  const server = startPages(person({ tel }))
  const holds = (more: Partial<Detail>) => {
    const { code, data } = opened([], { is_mine: 1 })
    server.answer('capsuleDetail', { code, data: { ...data, capsule: { ...data.capsule, ...more } } })
  }
  holds(fields)
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  const control = await screen.findByRole('switch', { name: '胶囊内容对他人开放' })
  await waitFor(() => expect(server.sent('userInfo')).toHaveLength(1))
  return { server, user, control, holds }
}

it('a person without a number is asked to bind one before a capsule goes public', async () => {
  const { server, user, control } = await detail('')
  await user.click(control)
  await screen.findByText('请先绑定手机号')
  await user.click(screen.getByRole('button', { name: '取消' }))
  expect(server.sent('capsuleIsPublic')).toEqual([])
  expect(control.getAttribute('aria-checked')).toBe('false')
})

it('taking a capsule back needs no number', async () => {
  const { server, user, control } = await detail('', { is_public: 1 })
  await user.click(control)
  await waitFor(() => expect(server.sent('capsuleIsPublic')).toEqual([{ capsule_id: '3', is_public: 0 }]))
})

const sure = async (user: Awaited<ReturnType<typeof detail>>['user']) =>
  user.click(await screen.findByRole('button', { name: '公开' }))

it('one tap makes nothing public: what everybody will see is said first, and 先不 leaves it as it is', async () => {
  const { server, user, control } = await detail('13800000000')
  await user.click(control)
  const sheet = await screen.findByRole('dialog', { name: '公开这枚胶囊' })
  expect(sheet.textContent).toContain('所有人都会看到标题、描述和里面的全部内容')
  expect(sheet.textContent).toContain('仍然只有你看得到写给自己的寄语和回复')
  await user.click(screen.getByRole('button', { name: '先不' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent('capsuleIsPublic')).toEqual([])
  expect(control.getAttribute('aria-checked')).toBe('false')
})

it('撤销 takes a capsule back that has just gone public', async () => {
  const { server, user, control, holds } = await detail('13800000000')
  holds({ is_public: 1 })
  server.answer('capsuleIsPublic', published(''))
  await user.click(control)
  await sure(user)
  await screen.findByText('已公开')
  holds({ is_public: 0 })
  server.answer('capsuleIsPublic', { code: CODE.ok, data: { is_public: 0, review: '' } })
  await user.click(screen.getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(server.sent('capsuleIsPublic').at(-1)).toEqual({ capsule_id: '3', is_public: 0 }))
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('false'))
})

const published = (review: '' | 'waiting') => ({ code: CODE.ok, data: { is_public: 1 as const, review } })

it('with a number the owner opens the capsule to others', async () => {
  const { server, user, control, holds } = await detail('13800000000')
  holds({ is_public: 1 })
  server.answer('capsuleIsPublic', published(''))
  await user.click(control)
  await sure(user)
  await waitFor(() => expect(server.sent('capsuleIsPublic')).toEqual([{ capsule_id: '3', is_public: 1 }]))
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'))
  expect(screen.queryByText(WAITS_FOR_LOOK)).toBeNull()
})

it('which files go as they are stands by the switch, and the server hears that it was said', async () => {
  const content = [
    { type: 3, content: '/m/1.x/file/7/aaaaaaaaaaaaaaaa.dng', comment: '', name: 'a.dng', whole: 2 as const },
  ]
  const capsule_content = { type: 1, created_at: '2026-01-01 00:00:00', content }
  const { server, user, control } = await detail('13800000000', { content_type: 1, capsule_content })
  expect(screen.getByText('「a.dng」会原样交给别人，可能含拍摄地点')).toBeTruthy()
  server.answer('capsuleIsPublic', published(''))
  await user.click(control)
  await sure(user)
  await waitFor(() => expect(server.sent('capsuleIsPublic')).toEqual([{ capsule_id: '3', is_public: 1, told: 1 }]))
})

it('what is doubtful says that somebody has to look first', async () => {
  const { server, user, control, holds } = await detail('13800000000')
  holds({ is_public: 1, review: 'waiting' })
  server.answer('capsuleIsPublic', published('waiting'))
  await user.click(control)
  await sure(user)
  await waitFor(() => expect(screen.getAllByText(WAITS_FOR_LOOK).length).toBeGreaterThan(0))
  expect(control.getAttribute('aria-checked')).toBe('true')
})

it('what is refused goes back, and says why', async () => {
  const { server, user, control } = await detail('13800000000')
  server.answer('capsuleIsPublic', { code: CODE.refused, message: NOT_FOR_ALL })
  await user.click(control)
  await sure(user)
  await screen.findByText(NOT_FOR_ALL)
  expect(control.getAttribute('aria-checked')).toBe('false')
})

it('what was taken down cannot be opened to others again', async () => {
  const { server, user, control } = await detail('13800000000', { review: 'down' })
  await screen.findByText(TAKEN_DOWN)
  await user.click(control)
  expect(server.sent('capsuleIsPublic')).toEqual([])
})
