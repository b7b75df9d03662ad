import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { emptyDraft, keepDraft, textContent } from '#web/seal/draft.ts'
import { setToken } from '#web/session.ts'
import { history } from '#web/ui/location.ts'
import { endPages, openPage, person, startPages } from '../../test/page.tsx'
import { catchUploads, granted } from '../../test/uploads.ts'
import { IMAGES_UNDER_WAY } from './imageUploads.ts'

// jsdom has no layout to measure a caret in.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()
afterEach(endPages)

const PAGE = '/subPages/time/textCapsule'
const KEY = 'image/7/0123456789abcdef.jpg'
const textWith = (address: string) => `<p>海边</p><img src="${address}${KEY}" alt=""><p>完</p>`

function begin() {
  const server = startPages(person())
  // What was granted belongs to a sign-in.
  setToken(String(Math.random()))
  return server
}

/** The editor, with this text in a draft of the draft box. */
async function write(html?: string) {
  const server = begin()
  const sent = catchUploads()
  server.answer('ossToken', granted())
  const capsule = { id: '3', status: 0, type: 0, content_type: 0, long_tag: '夏天的', open_time: '', is_lock: 0 }
  const capsule_content = { type: 0, created_at: '', content: [{ type: 0, content: html, comment: '' }] }
  server.answer('capsuleDetail', { code: 1000, data: { capsule: { ...capsule, capsule_content }, is_mine: 1 } })
  const user = await openPage(PAGE, html ? { type: '0', id: '3' } : { type: '0' })
  const text = await screen.findByRole('textbox', { name: '正文' })
  return { server, sent, user, text }
}
const shown = (text: HTMLElement) => text.querySelector('p + img')?.getAttribute('src')

it('a draft with pictures is shown with addresses that are good now, and left without a question', async () => {
  const { server, text } = await write(textWith('/m/1.old/'))
  expect(shown(text)).toBe(`/m/9.mac/${KEY}`)
  expect(server.asked().filter((name) => name === 'ossToken')).toHaveLength(1)
  act(() => history.push('/pages/home/home'))
  await waitFor(() => expect(history.location.pathname).toBe('/pages/home/home'))
  expect(screen.queryByText('是否存入草稿箱?')).toBeNull()
})

it('a capsule on its way to being sealed comes back with its pictures', async () => {
  const server = begin()
  server.answer('ossToken', granted())
  keepDraft({ ...emptyDraft('7'), content: textContent(textWith('/m/1.old/')) })
  await openPage(PAGE, { type: '0' })
  expect(shown(await screen.findByRole('textbox', { name: '正文' }))).toBe(`/m/9.mac/${KEY}`)
})

it('a text is there to be written on though no fresh addresses come', async () => {
  const server = begin()
  server.answer('ossToken', { code: 2, message: '稍后再试' })
  keepDraft({ ...emptyDraft('7'), content: textContent(textWith('/m/1.old/')) })
  await openPage(PAGE, { type: '0' })
  expect(shown(await screen.findByRole('textbox', { name: '正文' }))).toBe(`/m/1.old/${KEY}`)
})

it('a text without pictures waits for nothing', async () => {
  const { server } = await write('<p>海边</p>')
  expect(server.asked()).not.toContain('ossToken')
})

it('a graphic draft is not opened as an empty text', async () => {
  const server = begin()
  const capsule = { id: '3', status: 0, type: 0, content_type: 1, long_tag: '', open_time: '', is_lock: 0 }
  const capsule_content = { type: 0, created_at: '', content: [{ type: 1, content: `/m/1.old/${KEY}`, comment: '' }] }
  server.answer('capsuleDetail', { code: 1000, data: { capsule: { ...capsule, capsule_content }, is_mine: 1 } })
  await openPage(PAGE, { id: '3' })
  await screen.findByText('这是一份图文草稿，请从草稿箱打开')
  expect(screen.queryByRole('textbox')).toBeNull()
})

it.each(['存入草稿箱', '完成封存'])('%s waits for pictures on their way: 图片正在上传', async (label) => {
  const { server, sent, user } = await write('<p>海边</p>')
  await userEvent.upload(await screen.findByLabelText('选择图片'), new File(['x'], '一.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: '完成' }))
  await user.click(await screen.findByRole('button', { name: label }))
  await screen.findByText(IMAGES_UNDER_WAY)
  expect(server.asked()).not.toContain('createTimeDraft')
  expect(history.location.pathname).toBe(PAGE)
})
