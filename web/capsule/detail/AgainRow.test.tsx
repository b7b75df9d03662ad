// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { CapsuleForm, CapsuleType } from '#contract/capsule.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { detailOf, unsealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { here } from '#web/ui/location.ts'

afterEach(endPages)

async function again(type: CapsuleType, content_type: CapsuleForm = 0) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(unsealed({ type, content_type })))
  server.answer('capsuleAgain', { code: 1000, data: { capsule_id: '9', type, content_type } })
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await user.click(await screen.findByRole('button', { name: /再封一段时间/ }))
  return server
}

it.each([
  [0, 0, '/subPages/time/textCapsule?type=0&id=9'],
  [0, 1, '/subPages/time/graphicCapsule?id=9'],
  [1, 0, '/subPages/time/textCapsule?type=1&id=9'],
  [2, 0, '/subPages/forecast/forecastCapsule?id=9'],
] as const)('a new capsule from one of type %i, form %i begins in its editor: %s', async (type, form, address) => {
  const server = await again(type, form)
  await waitFor(() => expect(here()).toBe(address))
  expect(server.sent('capsuleAgain')).toEqual([{ capsule_id: '3' }])
})

it('a refusal is told, and the person stays', async () => {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(unsealed()))
  server.answer('capsuleAgain', { code: 2, message: '草稿箱最多保存100份草稿，请先清理一些' })
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await user.click(await screen.findByRole('button', { name: /再封一段时间/ }))
  await screen.findByText('草稿箱最多保存100份草稿，请先清理一些')
  expect(here()).toContain('/subPages/me/capsuleDetail')
})

it.each([
  ['somebody else’s', {}, 0],
  ['a diary that was never sealed', { type: 1, sealed_at: '' }, 1],
] as const)('%s cannot be sealed again or shared', async (_, fields, is_mine) => {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(unsealed(fields), is_mine))
  await openPage('/pages/unseal', { id: '3' })
  await screen.findByText('海边的旅行')
  expect(screen.queryByRole('button', { name: /再封一段时间|分享这枚胶囊/ })).toBeNull()
})
