// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { REPORTED, REPORTED_SENDER } from '#contract/report.ts'
import { formatChina } from '#contract/time.ts'
import { endPages, ok, openPage, pageOf, person, startPages } from '#test/page.tsx'
import { opened } from '#web/capsule/media/shown.fixture.ts'
import { detailOf, sealed, unsealed } from '#web/capsule/unseal/sealed.fixture.ts'
import { them } from '#web/people/social/social.fixture.ts'
import { here } from '#web/ui/location.ts'

afterEach(endPages)

/** The page of a capsule that the signed-in person has received, and the sheet by which it is reported. */
async function reportingOf(capsule: ReturnType<typeof sealed>) {
  const server = startPages(person())
  server.answer('capsuleDetail', detailOf(capsule, 0))
  server.answer('capsuleQlist', ok({ questions: [], drop_at: '' }))
  server.answer('received', ok({ capsules: pageOf([]) }))
  server.answer('report', ok({}))
  const user = await openPage(PAGES.capsuleDetail, { id: '3', isOther: '0' })
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await screen.findByRole('button', { name: '举报' })
  expect(screen.queryByRole('button', { name: /拉黑/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '举报' }))
  const sheet = within(await screen.findByRole('dialog', { name: '举报这枚胶囊' }))
  await user.click(sheet.getByRole('radio', { name: '人身攻击' }))
  const send = () => user.click(sheet.getByRole('button', { name: '提交' }))
  return { server, sheet, send }
}
const LETTER = { received_as: '妈妈', user: { ...them(), id: '', cancelled: 0 as const } }
const GONE = /这一枚也会离开你的「收到的」/

it('who received a capsule reports it before opening: they hear that it leaves them, and it leaves their list', async () => {
  const { server, sheet, send } = await reportingOf(
    sealed({ ...LETTER, open_time: formatChina(Date.now() + 400 * 86_400_000) }),
  )
  sheet.getByText(GONE)
  server.answer('capsuleDetail', { code: CODE.missing, message: '胶囊不存在' })
  await send()
  await screen.findByText(REPORTED_SENDER)
  expect(server.sent('report')).toEqual([{ kind: 'capsule', id: '3', reason: 3, text: '' }])
  await waitFor(() => expect(here()).toBe(`${PAGES.meCapsule}?tab=received`))
  await waitFor(() => expect(server.sent('received')).not.toEqual([]))
})

it('after opening it they report it to the operators, and it stays', async () => {
  const { server, sheet, send } = await reportingOf(unsealed(LETTER))
  expect(sheet.queryByText(GONE)).toBeNull()
  await send()
  await screen.findByText(REPORTED)
  expect(server.sent('report')).toEqual([{ kind: 'capsule', id: '3', reason: 3, text: '' }])
  expect(here()).toContain(PAGES.capsuleDetail)
})

async function homeOf(fields: Parameters<typeof them>[0] = {}) {
  const server = startPages(person())
  const holds = (more: Parameters<typeof them>[0]) =>
    server.answer('userDetail', { code: CODE.ok, data: { user: them(more) } })
  holds(fields)
  const user = await openPage('/subPages/me/userHome', { user_id: them().id })
  await screen.findByRole('region', { name: '用户信息' })
  return { server, user, holds }
}

it('somebody is reported with a reason, and words if there are any', async () => {
  const { server, user } = await homeOf()
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(await screen.findByRole('button', { name: '举报用户' }))
  const sheet = within(await screen.findByRole('dialog', { name: '举报用户' }))
  await user.click(sheet.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('请选择举报的原因')).toBeTruthy()
  expect(server.sent('report')).toEqual([])
  await user.click(sheet.getByRole('radio', { name: '人身攻击' }))
  await user.type(sheet.getByRole('textbox'), '骂人')
  // A second press within that time is the same press.
  await act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))
  await user.click(sheet.getByRole('button', { name: '提交' }))
  await waitFor(() => expect(server.sent('report')).toEqual([{ kind: 'user', id: them().id, reason: 3, text: '骂人' }]))
  expect(await screen.findByText('举报已提交，我们会尽快处理')).toBeTruthy()
})

it('a public capsule of somebody else is reported, one of one’s own is not', async () => {
  for (const is_mine of [0, 1] as const) {
    const server = startPages(person())
    const { code, data } = opened([], { is_mine })
    server.answer('capsuleDetail', { code, data: { ...data, capsule: { ...data.capsule, is_public: 1 } } })
    const user = await openPage('/subPages/me/capsuleDetail', { id: '3' })
    await screen.findByRole('article')
    const more = screen.queryByRole('button', { name: '更多' })
    expect(more === null).toBe(is_mine === 1)
    if (more) {
      await user.click(more)
      await user.click(await screen.findByRole('button', { name: '举报' }))
      expect(await screen.findByRole('dialog', { name: '举报这枚胶囊' })).toBeTruthy()
    }
    endPages()
  }
})

it('somebody is blocked after a question, and let back in', async () => {
  const { server, user, holds } = await homeOf()
  await user.click(await screen.findByRole('button', { name: '更多' }))
  await user.click(await screen.findByRole('button', { name: '拉黑' }))
  const question = within(await screen.findByRole('alertdialog'))
  holds({ is_blocked: 1 })
  await user.click(question.getByRole('button', { name: '拉黑' }))
  await waitFor(() => expect(server.sent('block')).toEqual([{ user_id: them().id }]))
  const back = await screen.findByRole('button', { name: '移出黑名单' })
  expect(screen.queryByRole('button', { name: /关注/ })).toBeNull()
  holds({})
  await user.click(back)
  await waitFor(() => expect(server.sent('unblock')).toEqual([{ user_id: them().id }]))
})

it('the list of the blocked leads back', async () => {
  const server = startPages(person())
  const { id, nickname, avatar, sex, cancelled } = them()
  const list = (data: object[]) =>
    server.answer('blockedUsers', {
      code: CODE.ok,
      data: { users: { data: data as never, current_page: 1, per_page: 15, next: '' } },
    })
  list([{ id, nickname, avatar, sex, cancelled }])
  const user = await openPage('/subPages/me/blocked')
  list([])
  await user.click(await screen.findByRole('button', { name: `移出黑名单：${nickname}` }))
  await waitFor(() => expect(server.sent('unblock')).toEqual([{ user_id: id }]))
  expect(await screen.findByText('黑名单是空的~')).toBeTruthy()
})
