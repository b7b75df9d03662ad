// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { opened } from '#web/media/shown.fixture.ts'
import { endPages, openPage, person, startPages } from '../../test/page.tsx'

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

it('with a number the owner opens the capsule to others', async () => {
  const { server, user, control, holds } = await detail('13800000000')
  holds({ is_public: 1 })
  await user.click(control)
  await waitFor(() => expect(server.sent('capsuleIsPublic')).toEqual([{ capsule_id: '3', is_public: 1 }]))
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'))
})
