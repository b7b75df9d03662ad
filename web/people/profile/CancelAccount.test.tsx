// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#contract/profile.ts'
import { endPages, ok, openPage, pageOf, person, silence, startPages } from '#test/page.tsx'
import { queryClient } from '#web/client/queryClient.ts'
import { getToken, rememberRoute } from '#web/client/session.ts'
import { tab } from '#web/client/storage/storage.ts'
import { emptyDraft, keepDraft, useDraftStore } from '#web/draft/current/draft.ts'
import { passSlider, SLIDE } from '#web/people/captcha/slide.fixture.ts'
import { history } from '#web/ui/location.ts'

afterEach(endPages)

async function cancelAccount(fields: Partial<User> = {}, query: Record<string, string> = {}, letters = 0, asking = 0) {
  const server = startPages(person(fields))
  server.answer('sentLetters', ok({ letters, asking }))
  const user = await openPage('/subPages/me/cancelAccount', query)
  await screen.findByLabelText('我已了解以上后果')
  return { server, user }
}
const understand = () => screen.getByRole('checkbox', { name: '我已了解以上后果' })
const cancel = () => screen.getByRole('button', { name: '注销账号' })

it('the consequences stand before anything else, with the numbers', async () => {
  await cancelAccount()
  const numbers = screen.getAllByRole('definition').map((number) => number.textContent)
  expect(numbers).toEqual(['6', '5', '4'])
  expect(screen.getByText(/仍在封存中的胶囊会被永久删除/)).toBeTruthy()
  expect(screen.getByText(/该用户已注销/)).toBeTruthy()
})

it.each([
  ['open orders', 2, 0, [/2笔订单没有付款，.*原路退回.*由 Apple 决定/], [/退款后欠下/, /如果还有/]],
  ['what is owed', 0, 12, [/欠下的12个时光胶囊一笔勾销/], [/订单/]],
  ['neither', 0, 0, [], [/订单/, /退款后欠下/]],
])('%s stand among the consequences', async (_which, waiting, owed, said, unsaid) => {
  const server = startPages(person())
  server.answer('orderList', ok({ orders: pageOf([]), waiting, owed }))
  await openPage('/subPages/me/cancelAccount')
  await screen.findByLabelText('我已了解以上后果')
  for (const text of said) screen.getByText(text)
  for (const text of unsaid) expect(screen.queryByText(text)).toBeNull()
})

it('orders that did not come: what holds of any is said', async () => {
  await cancelAccount()
  screen.getByText(/^如果还有没付完的订单，.*原路退回/)
})

it('nothing is sent without the tick and the last yes', async () => {
  const { server, user } = await cancelAccount()
  server.answer('createSlideCode', ok(SLIDE))
  await user.click(cancel())
  await screen.findAllByText('请先勾选「我已了解以上后果」')
  expect(screen.queryByLabelText('验证码')).toBeNull()
  await user.click(understand())
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await passSlider()
  expect(server.sent('verifySlideCode')).toMatchObject([{ tel: '13800000000' }])
  await user.type(screen.getByLabelText('验证码'), '1234')
  await act(() => vi.advanceTimersByTimeAsync(600))
  await user.click(cancel())
  await screen.findByRole('alertdialog', { name: '注销账号' })
  await user.click(screen.getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.sent('cancelAccount')).toEqual([])
  expect(getToken()).toBe('fresh')
})

it('a closed account leaves nothing in this browser and leads to the landing page', async () => {
  const { server, user } = await cancelAccount()
  rememberRoute('/subPages/me/draftBox')
  keepDraft(emptyDraft('7'))
  await user.click(understand())
  await user.type(screen.getByLabelText('验证码'), '1234{Enter}')
  await user.click(await screen.findByRole('button', { name: '确定注销' }))
  await screen.findByText('账号已注销')
  await waitFor(() => expect(history.location.pathname).toBe('/'))
  expect(server.sent('cancelAccount')).toEqual([{ captcha: '1234', keep_letters: 1 }])
  expect(getToken()).toBeUndefined()
  expect(localStorage.getItem('routerTo')).toBeNull()
  expect(useDraftStore.getState().draft).toBeUndefined()
  expect(queryClient.getQueryData(['userInfo', {}])).toBeUndefined()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(server.sent('userInfo')).toHaveLength(1)
})

it('a refused proof leaves the person where they are', async () => {
  const { server, user } = await cancelAccount()
  server.answer('cancelAccount', { code: 2, message: '验证码错误或已过期' })
  await user.click(understand())
  await user.type(screen.getByLabelText('验证码'), '1234{Enter}')
  await user.click(await screen.findByRole('button', { name: '确定注销' }))
  await screen.findByText('验证码错误或已过期')
  expect(getToken()).toBe('fresh')
})

it('without a number the bound platform proves who asks', async () => {
  const { server, user } = await cancelAccount({ tel: '', wechat_nickname: '小满' })
  server.answer('oauthUrl', ok({ url: `${window.location.href.split('#')[0]}#/404` }))
  expect(screen.queryByRole('button', { name: '用微博确认' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '用微信确认' }))
  expect(server.sent('oauthUrl')).toEqual([])
  await user.click(understand())
  await act(() => vi.advanceTimersByTimeAsync(600))
  await user.click(screen.getByRole('button', { name: '用微信确认' }))
  await waitFor(() => expect(window.location.hash).toBe('#/404'))
  expect(server.sent('oauthUrl')).toEqual([{ provider: 'wechat', purpose: 'cancel' }])
})

it('the return from the platform asks once more before it cancels', async () => {
  const back = { provider: 'wechat', code: 'c1', state: 's1' }
  const { server, user } = await cancelAccount({ tel: '', wechat_nickname: '小满' }, back)
  const sure = await screen.findByRole('button', { name: '确定注销' })
  expect(server.sent('cancelAccount')).toEqual([])
  await user.click(sure)
  await waitFor(() => expect(server.sent('cancelAccount')).toEqual([{ ...back, keep_letters: 1 }]))
})

describe('capsules for others', () => {
  const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
  async function prove(user: Awaited<ReturnType<typeof cancelAccount>>['user']) {
    await user.click(understand())
    await user.type(screen.getByLabelText('验证码'), '1234{Enter}')
    return screen.findByRole('alertdialog', { name: '注销账号' })
  }

  it('who has none is asked nothing about them', async () => {
    await cancelAccount()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByText(/寄给别人/)).toBeNull()
  })

  it('reach them unless one chooses otherwise, under 该用户已注销, and their questions stay', async () => {
    const { server, user } = await cancelAccount({}, {}, 3, 2)
    screen.getByRole('group', { name: '你寄给别人的 3 枚胶囊' })
    expect(choice('仍送到 TA 手里').checked).toBe(true)
    screen.getByText(/显示为「该用户已注销」.*设过的问题不会变，知道答案的人才能打开/)
    const asked = await prove(user)
    expect(asked.textContent).toContain('你寄给别人的 3 枚胶囊仍会送到 TA 手里。')
    await user.click(screen.getByRole('button', { name: '确定注销' }))
    await screen.findByText('账号已注销')
    expect(server.sent('cancelAccount')).toEqual([{ captcha: '1234', keep_letters: 1 }])
  })

  it('without questions nothing is said of any; who wishes so takes them along, and the last question says it', async () => {
    const { server, user } = await cancelAccount({}, {}, 1)
    expect(screen.queryByText(/设过的问题/)).toBeNull()
    await user.click(choice('一起删除'))
    screen.getByText('TA 再也收不到，已经打开的也不能再看。')
    const asked = await prove(user)
    expect(asked.textContent).toContain('你寄给别人的 1 枚胶囊也会一起删除。')
    await user.click(screen.getByRole('button', { name: '确定注销' }))
    await screen.findByText('账号已注销')
    expect(server.sent('cancelAccount')).toEqual([{ captcha: '1234', keep_letters: 0 }])
  })

  it('of which the number did not come are asked about all the same', async () => {
    const server = startPages(person())
    server.answer('sentLetters', silence())
    await openPage('/subPages/me/cancelAccount')
    await screen.findByLabelText('我已了解以上后果', {}, { timeout: 20_000 })
    screen.getByRole('group', { name: '你寄给别人的胶囊' })
  })

  it('the choice is the same after a visit to a platform, and gone with the sign-in', async () => {
    const proved = { tel: '', wechat_nickname: '小满' }
    const before = await cancelAccount(proved, {}, 1)
    await before.user.click(choice('一起删除'))
    const kept = tab.getItem('keepLetters')
    endPages()
    const server = startPages(person(proved))
    server.answer('sentLetters', ok({ letters: 1, asking: 0 }))
    tab.setItem('keepLetters', kept!)
    const back = { provider: 'wechat', code: 'c1', state: 's1' }
    const user = await openPage('/subPages/me/cancelAccount', back)
    const asked = await screen.findByRole('alertdialog', { name: '注销账号' })
    expect(asked.textContent).toContain('也会一起删除')
    await user.click(screen.getByRole('button', { name: '确定注销' }))
    await waitFor(() => expect(server.sent('cancelAccount')).toEqual([{ ...back, keep_letters: 0 }]))
    await waitFor(() => expect(tab.getItem('keepLetters')).toBeNull())
  })
})
