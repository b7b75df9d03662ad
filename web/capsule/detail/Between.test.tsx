// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Detail, Letter } from '#contract/capsule.ts'
import { PAGES } from '#contract/pages.ts'
import { ANSWER_EMPTY, ANSWER_SENT, ANSWERED } from '#contract/receiver.ts'
import { formatChina } from '#contract/time.ts'
import { type Answer, endPages, openPage, person, startPages } from '#test/page.tsx'
import { detailOf, sealed, unsealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { here } from '#web/ui/location.ts'

const SENDER: Detail['user'] = { id: '', nickname: '林夕', avatar: '', sex: '', cancelled: 0 }
const RECEIVED: Partial<Detail> = { received_as: '妈妈', user: SENDER }
const ANSWER = { text: '那年的雪我也记得', written_at: '2026-11-20 08:00:00' }
const LATER = formatChina(Date.now() + 400 * 86_400_000)
const letter = (more: Partial<Letter>): Letter => ({
  ...{ id: '3', mine: 0, long_tag: '那年冬天', status: 2, colorIndex: 0 },
  ...{ sealed_at: '2026-11-20 08:00:00', open_time: '2026-11-21 08:00:00' },
  ...more,
})

afterEach(endPages)

async function look(capsule: Detail, is_mine: 0 | 1 = 0) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(capsule, is_mine))
  const user = await openPage(PAGES.capsuleDetail, { id: '3', isOther: '0' })
  await screen.findAllByRole('heading', { level: 2 })
  return { server, user }
}
const say = () => screen.findByRole('button', { name: '回信' })
const noButtons = (name: RegExp) => expect(screen.queryByRole('button', { name })).toBeNull()

it('who opened what they received answers it once: asked before it goes, and then it stands there for good', async () => {
  const { server, user } = await look(unsealed(RECEIVED))
  await user.click(await say())
  await user.type(screen.getByRole('textbox', { name: '回信' }), ` ${ANSWER.text} `)
  let answer: (given: Answer<'answerCapsule'>) => void = () => undefined
  server.answer('answerCapsule', new Promise((resolve) => (answer = resolve)))
  await user.click(screen.getByRole('button', { name: '寄出' }))
  const asked = await screen.findByRole('alertdialog', { name: '寄出这封回信？' })
  await user.click(within(asked).getByRole('button', { name: '寄出' }))
  await waitFor(() => expect(server.sent('answerCapsule')).toEqual([{ capsule_id: '3', text: ANSWER.text }]))
  server.answer('capsuleDetail', detailOf(unsealed({ ...RECEIVED, answer: { ...ANSWER, mine: 1 } }), 0))
  await act(async () => answer({ code: 1000, data: {} }))
  const shown = await screen.findByRole('blockquote', { name: '你的回信' })
  expect(shown.textContent).toContain(ANSWER.text)
  await screen.findByText(ANSWER_SENT)
  noButtons(/^回信$/)
  screen.getByRole('button', { name: '回寄一枚' })
})

it('an answer of nothing is not sent', async () => {
  const { server, user } = await look(unsealed(RECEIVED))
  await user.click(await say())
  await user.click(screen.getByRole('button', { name: '寄出' }))
  await screen.findByText(ANSWER_EMPTY)
  expect(server.sent('answerCapsule')).toEqual([])
})

it('where it was answered on another device it is said, and shown', async () => {
  const { server, user } = await look(unsealed(RECEIVED))
  await user.click(await say())
  await user.type(screen.getByRole('textbox', { name: '回信' }), '又写了一封')
  server.answer('answerCapsule', { code: 2, message: ANSWERED })
  server.answer('capsuleDetail', detailOf(unsealed({ ...RECEIVED, answer: { ...ANSWER, mine: 1 } }), 0))
  await user.click(screen.getByRole('button', { name: '寄出' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '寄出' }))
  await screen.findByText(ANSWERED)
  await screen.findByRole('blockquote', { name: '你的回信' })
})

it.each([
  ['still sealed', sealed({ to: '妈妈', open_time: LATER, answer: { ...ANSWER, mine: 0 } })],
  ['open', unsealed({ to: '妈妈', answer: { ...ANSWER, mine: 0 } })],
])(
  'the sender reads the answer on the page of a capsule that is %s for them, and has nothing to answer there',
  async (_is, capsule) => {
    await look(capsule, 1)
    const shown = await screen.findByRole('blockquote', { name: 'TA 的回信' })
    expect(shown.textContent).toContain(ANSWER.text)
    noButtons(/^回信$|回寄/)
  },
)

it('what went back and forth stands together, without a title that is kept, and leads to each', async () => {
  const letters = [
    letter({}),
    letter({ id: '5', mine: 1, long_tag: '等雪再下', status: 1, open_time: LATER }),
    letter({ id: '8', long_tag: '', status: 1 }),
  ]
  const { user } = await look(unsealed({ ...RECEIVED, letters }))
  const rows = within(await screen.findByRole('region', { name: '往来' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '那年冬天收到已打开',
    `等雪再下寄出${LATER.slice(0, 10).replaceAll('-', '/')} 打开`,
    '给你的一枚胶囊收到可以打开了',
  ])
  await user.click(within(rows[2]!).getByRole('button'))
  await waitFor(() => expect(here()).toBe(`${PAGES.capsuleDetail}?id=8&isOther=0`))
})

it('回寄一枚 leads to the chooser, and its editors know for whom it is', async () => {
  const { user } = await look(unsealed(RECEIVED))
  await user.click(await screen.findByRole('button', { name: '回寄一枚' }))
  await waitFor(() => expect(here()).toContain(`${PAGES.timeCapsule}?back=3`))
  await screen.findByText('写给林夕，等一个值得打开它的日子。')
  await user.click(screen.getByRole('button', { name: /文字胶囊/ }))
  await waitFor(() => expect(here()).toContain(PAGES.textCapsule))
  expect(new URLSearchParams(here().split('?')[1]).get('back')).toBe('3')
})

it('to somebody who has left there is nothing to say', async () => {
  await look(unsealed({ ...RECEIVED, user: { ...SENDER, cancelled: 1 } }))
  noButtons(/回信|回寄/)
})

it('a capsule for oneself has nothing of it', async () => {
  await look(unsealed(), 1)
  expect(screen.queryByRole('region', { name: '往来' })).toBeNull()
})
