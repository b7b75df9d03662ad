// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { type Answer, endPages, openPage, person, startPages } from '#test/page.tsx'
import { detailOf, unsealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { history } from '#web/ui/location.ts'

const SAY = '给当时的自己回一句'
const REPLY = { text: '谢谢你', written_at: '2026-11-20 08:00:00' }

afterEach(endPages)

async function opened(fields: Partial<Detail> = {}, is_mine: 0 | 1 = 1) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(unsealed(fields), is_mine))
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  await screen.findByText('海边的旅行')
  return { server, user }
}
const field = () => screen.getByRole('textbox', { name: SAY })
const said = () => screen.findByRole('blockquote', { name: '给当时的自己的回复' })

it('the owner says something back, which stands under the words with its date', async () => {
  const { server, user } = await opened()
  await user.click(screen.getByRole('button', { name: SAY }))
  let answer: (given: Answer<'capsuleReply'>) => void = () => undefined
  server.answer('capsuleReply', new Promise((resolve) => (answer = resolve)))
  await user.type(field(), '  谢谢你{Enter}我很好 ')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.sent('capsuleReply')).toEqual([{ capsule_id: '3', text: '谢谢你\n我很好' }]))
  server.answer('capsuleDetail', detailOf(unsealed({ reply: { ...REPLY, text: '谢谢你\n我很好' } })))
  await act(async () => answer({ code: 1000, data: {} }))
  expect((await said()).textContent).toContain('谢谢你\n我很好')
  await screen.findByText('回于 2026/11/20')
  expect(screen.queryByRole('button', { name: SAY })).toBeNull()
})

it('what was said can be changed', async () => {
  const { server, user } = await opened({ reply: REPLY })
  await user.click(screen.getByRole('button', { name: '修改回复' }))
  expect((field() as HTMLTextAreaElement).value).toBe('谢谢你')
  await user.type(field(), '啊')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.sent('capsuleReply')).toEqual([{ capsule_id: '3', text: '谢谢你啊' }]))
})

it('taking it away is asked once', async () => {
  const { server, user } = await opened({ reply: REPLY })
  await user.click(screen.getByRole('button', { name: '修改回复' }))
  await user.clear(field())
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('删除后，这句话将无法找回。')
  expect(server.sent('capsuleReply')).toEqual([])
  server.answer('capsuleDetail', detailOf(unsealed()))
  await user.click(screen.getByRole('button', { name: '删除' }))
  await screen.findByRole('button', { name: SAY })
  expect(server.sent('capsuleReply')).toEqual([{ capsule_id: '3', text: '' }])
})

it('1000 characters are as many as people count; one more is not sent', async () => {
  const { server, user } = await opened()
  await user.click(screen.getByRole('button', { name: SAY }))
  await user.click(field())
  await user.paste('🌊'.repeat(1000))
  await screen.findByText('已输入1000字，最多1000字')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.paste('🌊')
  await screen.findByText('已超出1000字上限~')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(server.sent('capsuleReply')).toEqual([])
})

it('a refusal keeps what was typed', async () => {
  const { server, user } = await opened()
  await user.click(screen.getByRole('button', { name: SAY }))
  server.answer('capsuleReply', { code: 5000, message: '服务器错误' })
  await user.type(field(), '谢谢你')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('服务器错误')
  expect((field() as HTMLTextAreaElement).value).toBe('谢谢你')
})

it('leaving with something unsaved is asked first', async () => {
  const { user } = await opened()
  await user.click(screen.getByRole('button', { name: SAY }))
  await user.type(field(), '谢谢你')
  act(() => history.push('/subPages/me/setting'))
  await screen.findByText('这句话还没有保存，确定离开吗？')
  await user.click(screen.getByRole('alertdialog').querySelectorAll('button')[0]!)
  expect(history.location.pathname).toBe('/subPages/me/capsuleDetail')
  expect((field() as HTMLTextAreaElement).value).toBe('谢谢你')
})

it('nobody else is asked to reply, nor sees one', async () => {
  await opened({ send_word: undefined }, 0)
  expect(screen.queryByRole('button', { name: SAY })).toBeNull()
})
