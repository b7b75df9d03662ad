// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Card, Detail } from '#contract/capsule.ts'
import { PAGES } from '#contract/pages.ts'
import { endPages, ok, openPage, pageOf, person, startPages, windowOf } from '#test/page.tsx'
import { sealed } from '#web/capsule/notice/notices.fixture.ts'
import { detailOf } from '#web/capsule/unseal/sealed.fixture.ts'
import { here } from '#web/ui/location.ts'

afterEach(endPages)

const opened = (fields: Partial<Detail> = {}): Detail =>
  sealed({
    id: '9',
    status: 2,
    open_at: '2026-11-20 21:04:00',
    capsule_content: {
      type: 0,
      created_at: '2025-11-20 21:04:00',
      content: [{ type: 0, content: '<p>信</p>', comment: '' }],
    },
    shared: 0,
    hidden: 0,
    ...fields,
  })

async function detail(fields: Partial<Detail> = {}) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(opened(fields)))
  const user = await openPage(PAGES.capsuleDetail, { id: '9' })
  await screen.findByText('信')
  return { server, user }
}
const row = (name: RegExp) => screen.findByRole('button', { name })

it('an opened capsule is hidden from one’s list, and shown again', async () => {
  const { server, user } = await detail()
  server.answer('hideCapsule', ok({ hidden: 1 as const }))
  server.answer('capsuleDetail', detailOf(opened({ hidden: 1 })))
  await user.click(await row(/^从我的列表中隐藏/))
  await screen.findByText('已隐藏，可在「已解封」的「已隐藏」里找到')
  server.answer('hideCapsule', ok({ hidden: 0 as const }))
  server.answer('capsuleDetail', detailOf(opened()))
  await user.click(await row(/^已从我的列表中隐藏/))
  await screen.findByText('已重新显示')
  await row(/^从我的列表中隐藏/)
  expect(server.sent('hideCapsule')).toEqual([
    { capsule_id: '9', hidden: 1 },
    { capsule_id: '9', hidden: 0 },
  ])
})

it('a refusal is told, and it stays where it is', async () => {
  const { server, user } = await detail()
  server.answer('hideCapsule', { code: 2, message: '解封之后才能隐藏胶囊' })
  await user.click(await row(/^从我的列表中隐藏/))
  await screen.findByText('解封之后才能隐藏胶囊')
  await row(/^从我的列表中隐藏/)
})

it('what is another’s is not hidden', async () => {
  const server = startPages(person())
  server.answer(
    'capsuleDetail',
    ok({ ...detailOf(opened({ shared: undefined, hidden: undefined })).data, is_mine: 0 as const }),
  )
  await openPage(PAGES.capsuleDetail, { id: '9' })
  await screen.findByText('信')
  expect(screen.queryByRole('button', { name: /列表中隐藏/ })).toBeNull()
})

it('已隐藏 lists what was hidden in place of the others, in its address, beside the choice too', async () => {
  const server = startPages(person())
  windowOf(1100)
  const card: Card = opened({ id: '12', long_tag: '藏起来的' })
  server.answer('myOpenCapsules', ok({ capsules: pageOf([card]) }))
  server.answer('capsuleDetail', detailOf(opened({ id: '12', long_tag: '藏起来的', hidden: 1 })))
  const user = await openPage(PAGES.meCapsule, { tab: 'open' })
  const filter = await screen.findByRole('button', { name: '已隐藏' })
  expect(filter.getAttribute('aria-pressed')).toBe('false')
  await user.click(filter)
  await waitFor(() => expect(here()).toBe(`${PAGES.meCapsule}?tab=open&hidden=1`))
  expect((await screen.findByRole('button', { name: '已隐藏' })).getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(server.sent('myOpenCapsules').at(-1)).toMatchObject({ hidden: 1 }))
  await user.click(await screen.findByRole('button', { name: /藏起来的/ }))
  await waitFor(() => expect(here()).toBe(`${PAGES.meCapsule}?tab=open&hidden=1&id=12`))
  await row(/^已从我的列表中隐藏/)
})

it('where nothing is hidden 已隐藏 says so', async () => {
  const server = startPages(person())
  server.answer('myOpenCapsules', ok({ capsules: pageOf([]) }))
  await openPage(PAGES.meCapsule, { tab: 'open', hidden: '1' })
  await screen.findByText('没有隐藏的胶囊~')
})
