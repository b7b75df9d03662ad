// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PAGES } from '#contract/pages.ts'
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
