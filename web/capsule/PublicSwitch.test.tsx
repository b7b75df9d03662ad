// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { endPages, openPage, person, startPages } from '../../test/page.tsx'

afterEach(endPages)

const capsule: Detail = {
  id: '3',
  type: 0,
  capsule: 0,
  content_type: 0,
  long_tag: '少年',
  status: 2,
  is_public: 0,
  is_lock: 0,
  open_time: '2026-01-01 00:00:00',
  open_at: '2026-01-01 00:00:00',
  sealed_at: '2025-01-01 00:00:00',
  created_at: '2025-01-01 00:00:00',
  updated_at: '',
  love_count: 0,
  colorIndex: 3,
  user: { id: '7', nickname: '小满', avatar: '', sex: '', cancelled: 0 },
}

async function detail(tel: string, fields: Partial<Detail> = {}) {
  const server = startPages(person({ tel }))
  server.answer('capsuleDetail', { code: 1000, data: { capsule: { ...capsule, ...fields }, is_mine: 1, is_love: 0 } })
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  const control = await screen.findByRole('switch', { name: '胶囊内容对他人开放' })
  await waitFor(() => expect(server.sent('userInfo')).toHaveLength(1))
  return { server, user, control }
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

it('with a number the owner opens the capsule to others', async () => {
  const { server, user, control } = await detail('13800000000')
  await user.click(control)
  await waitFor(() => expect(server.sent('capsuleIsPublic')).toEqual([{ capsule_id: '3', is_public: 1 }]))
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'))
})
