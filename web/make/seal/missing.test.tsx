import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formatChina } from '#contract/time.ts'
import { endPages, ok, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import {
  clearDraft,
  emptyDraft,
  keepDraft,
  type SealDraft,
  textContent,
  useDraftStore,
} from '#web/draft/current/draft.ts'
import { enterSeal } from '#web/draft/editor/leaveSeal.ts'
import { go, history } from '#web/ui/location.ts'

const made: SealDraft = { ...emptyDraft('7'), content: textContent('<p>雨</p>') }
const dated: SealDraft = { ...made, unsealDate: formatChina(Date.now() + 86_400_000) }
const ready: SealDraft = {
  ...dated,
  key_answer: [{ question: '您的生肖是？', answer: '兔' }],
  contact: { tel: '13800000000' },
}
let server: StandIn

beforeEach(() => {
  server = startPages(person())
  server.answer('capsuleQlist', ok({ questions: ['您的生肖是？', '您的学号是？'], drop_at: '' }))
})
afterEach(() => {
  endPages()
  clearDraft()
})

async function open(step: string, draft: SealDraft) {
  keepDraft(draft)
  const user = await openPage(`/subPages/seal/${step}`, { type: '0' })
  const next = async () => user.click(await screen.findByRole('button', { name: /^(下一步|投入胶囊宇宙)$/ }))
  await screen.findByRole('button', { name: /^(下一步|投入胶囊宇宙)$/ })
  return { user, next }
}
/** The reason stands at this field and nowhere else, and the person is taken there. */
function standsAt(field: HTMLElement, reason: string) {
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByText(reason).id)
  expect(document.activeElement).toBe(field)
}

it('unseal date required', async () => {
  const { user, next } = await open('sealOne', made)
  const line = screen.getByRole('button', { name: /^解封日期/ })
  expect(screen.queryByText('请选择解封日期~')).toBeNull()
  await next()
  standsAt(line, '请选择解封日期~')
  await user.click(screen.getByRole('button', { name: '10年' }))
  expect(screen.queryByText('请选择解封日期~')).toBeNull()
})

it('a date that was picked without a time is said without one, and no line has seconds', async () => {
  await open('sealOne', { ...made, unsealDate: '2036-11-22 23:59:59' })
  expect(screen.getByRole('button', { name: /^解封日期/ }).textContent).toBe('解封日期2036/11/22')
  endPages()
  startPages(person())
  await open('sealOne', { ...made, unsealDate: '2036-11-22 08:30:05' })
  expect(screen.getByRole('button', { name: /^解封日期/ }).textContent).toBe('解封日期2036/11/22 08:30')
})

it('a title of more than 100 characters is refused at its field', async () => {
  const { next } = await open('sealOne', { ...dated, long_tag: '长'.repeat(101) })
  await next()
  standsAt(screen.getByLabelText('标题'), '已超出100字上限~')
})

it('each question non-empty, each answer non-empty, answer needs question first', async () => {
  const { user, next } = await open('sealTwo', dated)
  await next()
  standsAt(screen.getByRole('button', { name: /^第一个问题/ }), '请选择问题')
  await user.click(screen.getByRole('button', { name: /^第一个问题/ }))
  await user.click(await screen.findByText('您的生肖是？'))
  const answer = await screen.findByLabelText('答案')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.type(answer, ' {Enter}')
  standsAt(answer, '请输入答案')
  await user.type(answer, '兔{Enter}')
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/seal/sealThree'))
})

it('the second question wants its answer at its own field', async () => {
  const key_answer = [...ready.key_answer, { question: '您的学号是？', answer: '' }]
  const { next } = await open('sealTwo', { ...dated, key_answer })
  await next()
  standsAt(screen.getAllByLabelText('答案')[1]!, '请输入答案')
})

it('completion message: non-empty trimmed', async () => {
  const { user, next } = await open('sealFour', ready)
  await next()
  standsAt(screen.getByLabelText('寄语'), '留下些话吧~')
  await user.type(screen.getByLabelText('寄语'), '好')
  expect(screen.queryByText('留下些话吧~')).toBeNull()
  expect(server.asked()).not.toContain('createTimeCapsule')
})

it('a passed step is ticked and leads back, with what was filled in; those to come wait', async () => {
  const { user, next } = await open('sealOne', made)
  await user.click(screen.getByRole('button', { name: '5年' }))
  await next()
  await screen.findByLabelText('第2步，共4步')
  expect(screen.queryByRole('button', { name: /联系方式|寄语/ })).toBeNull()
  keepDraft({ ...ready, unsealDate: useDraftStore.getState().draft!.unsealDate })
  await next()
  await screen.findByLabelText('第3步，共4步')
  await user.click(screen.getByRole('button', { name: '封存选项，已完成' }))
  await screen.findByLabelText('第1步，共4步')
  expect(useDraftStore.getState().draft).toMatchObject({ key_answer: ready.key_answer, contact: ready.contact })
})

it('a passed step is gone back to in the history, where forward and back stay what they were', async () => {
  keepDraft(ready)
  const user = await openPage('/subPages/time/timeCapsule')
  enterSeal()
  act(() => go('sealOne', { type: '0' }))
  const next = async () => user.click(await screen.findByRole('button', { name: '下一步' }))
  await screen.findByLabelText('第1步，共4步')
  await next()
  await screen.findByLabelText('第2步，共4步')
  await next()
  await screen.findByLabelText('第3步，共4步')
  await user.click(screen.getByRole('button', { name: '封存选项，已完成' }))
  await screen.findByLabelText('第1步，共4步')
  act(() => history.forward())
  await screen.findByLabelText('第2步，共4步')
  act(() => history.go(-2))
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/time/timeCapsule'))
})
