// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, openPage, person, startPages } from '#test/page.tsx'
import { detailOf, unsealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { here, history } from '#web/ui/location.ts'

const FORETOLD = {
  type: 2 as const,
  capsule: 1 as const,
  capsule_content: { type: 0, created_at: '', content: [{ type: 0, content: '会下雪吗？', comment: '会' }] },
}
const JUDGED = { result: 3 as const, text: '只下了一点', judged_at: '2026-11-20 08:00:00', counts: 1 as const }
const LINE = '写一句话（选填）'

afterEach(endPages)

async function opened(fields: Partial<Detail> = {}, is_mine: 0 | 1 = 1) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(unsealed({ ...FORETOLD, ...fields }), is_mine))
  const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
  return { server, user }
}
const card = async () => within(await screen.findByRole('region', { name: '对预测的判断' }))

it('the owner of an opened prediction chooses one of four, adds a line, and sees it with its date', async () => {
  const { server, user } = await opened({ confidence: 80 })
  const judging = await card()
  within(screen.getByRole('region', { name: '当时的结论' })).getByText('把握80%')
  const choices = within(judging.getByRole('group', { name: '预测应验了吗？' }))
  expect(choices.getAllByRole('radio').map((radio) => radio.parentElement!.textContent)).toEqual([
    '应验',
    '未应验',
    '部分',
    '无法判断',
  ])
  expect(judging.queryByRole('button', { name: '保存判断' })).toBeNull()
  await user.click(choices.getByRole('radio', { name: '部分' }))
  await user.type(judging.getByRole('textbox', { name: LINE }), ' 只下了一点 ')
  server.answer('capsuleDetail', detailOf(unsealed({ ...FORETOLD, confidence: 80, judgement: JUDGED })))
  await user.click(judging.getByRole('button', { name: '保存判断' }))
  await screen.findByText('已判断')
  expect(server.sent('forecastResolve')).toEqual([{ capsule_id: '3', result: 3, text: '只下了一点' }])
  await judging.findByText('判断于 2026/11/20')
  judging.getByRole('heading', { name: '部分' })
  expect(judging.queryByRole('radio')).toBeNull()
  await user.click(judging.getByRole('button', { name: '预测战绩' }))
  expect(here()).toBe('/subPages/forecast/forecastRecord')
})

it('a judgement can be changed as often as one likes, and left as it is', async () => {
  const { server, user } = await opened({ judgement: JUDGED })
  const judging = await card()
  await user.click(judging.getByRole('button', { name: '修改判断' }))
  expect(judging.getByRole<HTMLInputElement>('radio', { name: '部分' }).checked).toBe(true)
  await user.click(judging.getByRole('button', { name: '取消' }))
  judging.getByText('只下了一点')
  await user.click(judging.getByRole('button', { name: '修改判断' }))
  await user.click(judging.getByRole('button', { name: '保存判断' }))
  expect(server.sent('forecastResolve')).toEqual([])
  await user.click(judging.getByRole('button', { name: '修改判断' }))
  await user.click(judging.getByRole('radio', { name: '无法判断' }))
  await user.clear(judging.getByRole('textbox', { name: LINE }))
  await user.click(judging.getByRole('button', { name: '保存判断' }))
  await waitFor(() => expect(server.sent('forecastResolve')).toEqual([{ capsule_id: '3', result: 4, text: '' }]))
})

it('anyone who changes a judgement by keys goes on from there, and not from the top of the page', async () => {
  const { user } = await opened({ judgement: JUDGED })
  const judging = await card()
  const section = screen.getByRole('region', { name: '对预测的判断' })
  for (const name of ['修改判断', '取消']) {
    judging.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(section))
  }
})

it('one that was opened before its day says that it never counts', async () => {
  await opened({ open_time: formatChina(Date.now() + 86_400_000) })
  ;(await card()).getByText('提前解封的预测不计入战绩')
})

it('the line has 300 characters as people count them', async () => {
  const { server, user } = await opened()
  const judging = await card()
  expect(judging.queryByText('提前解封的预测不计入战绩')).toBeNull()
  await user.click(judging.getByRole('radio', { name: '应验' }))
  await user.click(judging.getByRole('textbox', { name: LINE }))
  await user.paste('😀'.repeat(301))
  judging.getByText('已超出300字上限~')
  await user.click(judging.getByRole('button', { name: '保存判断' }))
  expect(server.sent('forecastResolve')).toEqual([])
})

it('what is chosen and not saved is not left without a question, and a refusal keeps it', async () => {
  const { server, user } = await opened()
  const judging = await card()
  await user.click(judging.getByRole('radio', { name: '未应验' }))
  server.answer('forecastResolve', { code: 5000, message: '服务器错误' })
  await user.click(judging.getByRole('button', { name: '保存判断' }))
  await screen.findByText('服务器错误')
  expect(judging.getByRole<HTMLInputElement>('radio', { name: '未应验' }).checked).toBe(true)
  act(() => history.push('/pages/me/me'))
  await screen.findByText('这个判断还没有保存，确定离开吗？')
})

it.each([
  ['others', {}, 0],
  ['a person who opened a capsule of another kind', { type: 0 as const }, 1],
] as const)('%s judge nothing', async (_who, fields, is_mine) => {
  await opened(fields, is_mine)
  await screen.findByText(is_mine ? /封存于/ : /发布于/)
  expect(screen.queryByRole('region', { name: '对预测的判断' })).toBeNull()
})
