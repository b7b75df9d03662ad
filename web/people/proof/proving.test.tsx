// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { DOUBLE_TAP_GUARD_MS } from '#contract/limits.ts'
import type { ProofWay } from '#contract/prove.ts'
import { endPages, ok, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { provingNow } from '#web/client/proving.ts'

afterEach(() => {
  provingNow()?.done(false)
  endPages()
})

const needed = (...prove: ProofWay[]) => ({ code: CODE.forbidden, message: '请先验证身份', data: { prove } })
/** The server as it is before and after a proof. */
function guard(server: StandIn, ...ways: ProofWay[]) {
  server.answer('unbind', needed(...ways))
  server.answer('proveAgain', ok({}))
}

async function unbindWechat(...ways: ProofWay[]) {
  const server = startPages(person({ wechat_nickname: '小满的微信' }))
  guard(server, ...ways)
  const user = await openPage('/subPages/me/setting')
  await user.click(await screen.findByRole('button', { name: /微信/ }))
  await user.click(await screen.findByRole('button', { name: '确定' }))
  return { server, user, sheet: within(await screen.findByRole('dialog', { name: '验证身份' })) }
}

it('what asks for a proof waits for it, and is then done by itself', async () => {
  const { server, user, sheet } = await unbindWechat('password', 'captcha')
  await user.click(sheet.getByRole('button', { name: '验证' }))
  expect(sheet.getByText('请输入密码')).toBeTruthy()
  await user.type(sheet.getByLabelText('密码'), 'capsule88')
  server.answer('unbind', ok({ user: person() }))
  await act(() => vi.advanceTimersByTimeAsync(DOUBLE_TAP_GUARD_MS))
  await user.click(sheet.getByRole('button', { name: '验证' }))
  expect(await screen.findByText('解绑成功')).toBeTruthy()
  expect(server.sent('proveAgain')).toEqual([{ password: expect.stringMatching(/^[0-9A-F]{32}$/) }])
  expect(server.sent('unbind')).toHaveLength(2)
  expect(screen.queryByRole('dialog', { name: '验证身份' })).toBeNull()
})

it('a wrong password stands at its field, and nothing is done', async () => {
  const { server, user, sheet } = await unbindWechat('password')
  server.answer('proveAgain', { code: CODE.refused, message: '密码错误', data: { field: 'password' } })
  await user.type(sheet.getByLabelText('密码'), 'guess1')
  await user.click(sheet.getByRole('button', { name: '验证' }))
  expect(await sheet.findByText('密码错误')).toBeTruthy()
  expect(server.sent('unbind')).toHaveLength(1)
  await user.keyboard('{Escape}')
})

it('anyone who thinks better of it is told nothing, and nothing is done', async () => {
  const { server, user } = await unbindWechat('password')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '验证身份' })).toBeNull())
  expect(server.sent('unbind')).toHaveLength(1)
  expect(screen.queryByText('请先验证身份')).toBeNull()
})

it('only the ways there are are offered', async () => {
  const { user, sheet } = await unbindWechat('captcha', 'weibo')
  expect(sheet.getByLabelText('验证码')).toBeTruthy()
  expect(sheet.queryByRole('button', { name: '用密码' })).toBeNull()
  expect(sheet.getByRole('button', { name: '用微博验证' })).toBeTruthy()
  await user.keyboard('{Escape}')
})

it('back from a platform the proof is sent, and nothing is bound', async () => {
  const server = startPages(person())
  server.answer('proveAgain', ok({}))
  await openPage('/subPages/me/setting', { provider: 'weibo', code: 'c', state: 's', proves: '1' })
  expect(await screen.findByText('身份已验证，请继续刚才的操作')).toBeTruthy()
  expect(server.sent('proveAgain')).toEqual([{ provider: 'weibo', code: 'c', state: 's' }])
  expect(server.sent('weiboBind')).toEqual([])
})
