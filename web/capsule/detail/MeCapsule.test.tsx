// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PAGES } from '#contract/pages.ts'
import { RECEIVED_EMPTY, type ReceivedCard } from '#contract/receiver.ts'
import { endPages, ok, openPage, pageOf, person, startPages, windowOf } from '#test/page.tsx'
import { sealed } from '#web/capsule/notice/notices.fixture.ts'
import { back, here } from '#web/ui/location.ts'

afterEach(endPages)

const ONE = sealed({ id: '11', long_tag: '第一枚' })
const TWO = sealed({ id: '12', long_tag: '第二枚' })
const LIST = PAGES.meCapsule

async function open(width: number, query: Record<string, string> = {}, cards = [ONE, TWO]) {
  const server = startPages(person())
  windowOf(width)
  server.answer('myClosedCapsules', ok({ capsules: pageOf(cards) }))
  server.answer('myOpenCapsules', ok({ capsules: pageOf([]) }))
  server.answer('capsuleDetail', ok({ capsule: ONE, is_mine: 1 as const, is_love: 0 as const }))
  return openPage(LIST, query)
}
const row = (name: string) => screen.findByRole('button', { name: new RegExp(name) })
const pane = () => screen.findByRole('region', { name: '选中的胶囊' })

it('in a wide window what is chosen stands beside the list, in its address, and back takes the choice back', async () => {
  const user = await open(1100)
  expect(within(await pane()).getByText('选一枚胶囊，在这里看看它')).toBeTruthy()
  await user.click(await row('第一枚'))
  await waitFor(() => expect(here()).toBe(`${LIST}?tab=closed&id=11`))
  await within(await pane()).findByRole('heading', { name: '第一枚' })
  expect((await row('第一枚')).getAttribute('aria-current')).toBe('true')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(await row('第二枚'))
  await waitFor(() => expect(here()).toBe(`${LIST}?tab=closed&id=12`))
  act(back)
  await waitFor(() => expect(here()).toBe(LIST))
  within(await pane()).getByText('选一枚胶囊，在这里看看它')
})

it('the address of a choice shows it beside its list in a wide window, and alone in a narrower one', async () => {
  await open(1100, { id: '11' })
  await within(await pane()).findByRole('heading', { name: '第一枚', level: 2 })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('我的胶囊')
  endPages()
  await open(1099, { id: '11' })
  await screen.findByRole('heading', { name: '第一枚' })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('胶囊详情')
  expect(screen.queryByRole('region', { name: '选中的胶囊' })).toBeNull()
})

it('arrow keys move the choice, and Enter goes on into it', async () => {
  const user = await open(1440)
  await row('第一枚')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(here()).toContain('id=11'))
  expect(document.activeElement).toBe(await row('第一枚'))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(here()).toContain('id=12'))
  await user.keyboard('{ArrowDown}')
  expect(here()).toContain('id=12')
  await user.keyboard('{ArrowUp}')
  await waitFor(() => expect(here()).toContain('id=11'))
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(document.activeElement).toBe(await pane()))
})

it('in a narrower window a tap opens the sheet as ever, and no arrow key does', async () => {
  const user = await open(1099)
  await row('第一枚')
  await user.keyboard('{ArrowDown}')
  expect(here()).toBe(LIST)
  await user.click(await row('第一枚'))
  await screen.findByRole('dialog', { name: '第一枚' })
  expect(here()).toBe(LIST)
})

const received = (fields: Partial<ReceivedCard> = {}): ReceivedCard => ({
  ...sealed({ id: '21', long_tag: '' }),
  from: '林夕',
  name: '妈妈',
  hidden: 0,
  ...fields,
})

async function openReceived(cards: ReceivedCard[], query: Record<string, string> = {}) {
  const server = startPages(person())
  windowOf(1099)
  server.answer('received', ok({ capsules: pageOf(cards) }))
  const user = await openPage(LIST, { tab: 'received', ...query })
  return { server, user }
}

it('收到的 lists what others have sent, from whom, with a mark on what can be opened, and no title before it is told', async () => {
  const due = received({ id: '20', open_time: '2026-01-01 08:00:00' })
  const opened = received({ id: '22', long_tag: '十年后见', status: 2, open_at: '2026-02-01 08:00:00' })
  await openReceived([due, received(), opened])
  const rows = (await screen.findAllByRole('button', { name: /来自 林夕/ })).map((one) => one.textContent)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain('可解封')
  expect(rows[1]).toMatch(/一枚时光胶囊.*还有 /)
  expect(rows[1]).not.toContain('可解封')
  expect(rows[2]).toMatch(/十年后见.*2026\/02\/01 解封/)
  expect(rows.join()).not.toContain('私密')
})

it('收到的 stands in the address, and a tap leads to the capsule', async () => {
  const server = startPages(person())
  windowOf(1099)
  server.answer('received', ok({ capsules: pageOf([received()]) }))
  server.answer('capsuleDetail', ok({ capsule: ONE, is_mine: 0 as const, is_love: 0 as const }))
  const user = await openPage(LIST)
  await user.click(await screen.findByRole('tab', { name: '收到的' }))
  await waitFor(() => expect(here()).toBe(`${LIST}?tab=received`))
  await user.click(await row('来自 林夕'))
  await waitFor(() => expect(here()).toBe(`${PAGES.capsuleDetail}?id=21&isOther=0`))
})

it('who has received nothing is told so, and what was hidden is listed by itself', async () => {
  const { server, user } = await openReceived([])
  await screen.findByText(RECEIVED_EMPTY)
  await user.click(screen.getByRole('button', { name: '已隐藏' }))
  await waitFor(() => expect(here()).toBe(`${LIST}?tab=received&hidden=1`))
  await screen.findByText('没有隐藏的胶囊~')
  expect(server.sent('received').at(-1)).toMatchObject({ hidden: 1 })
})
