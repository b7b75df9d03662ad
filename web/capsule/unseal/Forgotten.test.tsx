// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/profile.ts'
import { endPages, ok, openPage, person, startPages } from '#test/page.tsx'
import { passSlider, SLIDE } from '#web/people/captcha/slide.fixture.ts'
import { history } from '#web/ui/location.ts'
import { detailOf, sealed } from './sealed.fixture.ts'

const QUESTION = '您的生肖是？'
const DROP_AT = '2026-11-25 08:00:00'

afterEach(endPages)

const qlist = (drop_at = '') => ok({ questions: [QUESTION], drop_at })

async function lock({ drop_at = '', ...fields }: Partial<User> & { drop_at?: string } = {}) {
  const server = startPages(person(fields))
  server.answer('capsuleDetail', detailOf(sealed()))
  server.answer('capsuleQlist', qlist(drop_at))
  const user = await openPage('/pages/unseal', { id: '3' })
  await screen.findByLabelText(QUESTION)
  await waitFor(() => expect(server.sent('userInfo')).not.toEqual([]))
  return { server, user }
}

it('an owner who has forgotten asks by a code to drop the questions, is told what that does, and sees when', async () => {
  const { server, user } = await lock()
  server.answer('createSlideCode', ok(SLIDE))
  await user.click(screen.getByRole('button', { name: '忘记答案？' }))
  const sheet = await screen.findByRole('dialog', { name: '忘记答案？' })
  expect(sheet.textContent).toContain('72小时后生效')
  expect(sheet.textContent).toContain('通知这枚胶囊的所有联系人')
  expect(sheet.textContent).toContain('138****0000')
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await passSlider()
  expect(server.sent('verifySlideCode')).toMatchObject([{ tel: '13800000000' }])

  await user.click(screen.getByRole('button', { name: '申请去掉安全问题' }))
  await screen.findByText('请输入验证码')
  expect(server.sent('dropQuestions')).toEqual([])

  server.answer('dropQuestions', { code: 1000, data: { drop_at: DROP_AT } })
  server.answer('capsuleQlist', qlist(DROP_AT))
  await user.type(screen.getByLabelText('验证码'), '1234{Enter}')
  await screen.findByText('2026/11/25 08:00')
  expect(server.sent('dropQuestions')).toEqual([{ capsule_id: '3', captcha: '1234' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: '忘记答案？' })).toBeNull()
})

it('dropping the questions can be called off', async () => {
  const { server, user } = await lock({ drop_at: DROP_AT })
  await user.click(screen.getByRole('button', { name: '撤回，保留安全问题' }))
  await user.click(await screen.findByRole('button', { name: '取消' }))
  expect(server.sent('keepQuestions')).toEqual([])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

  server.answer('capsuleQlist', qlist())
  vi.advanceTimersByTime(700)
  await user.click(screen.getByRole('button', { name: '撤回，保留安全问题' }))
  await user.click(await screen.findByRole('button', { name: '保留' }))
  await screen.findByRole('button', { name: '忘记答案？' })
  expect(server.sent('keepQuestions')).toEqual([{ capsule_id: '3' }])
})

it('after too many tries a code lets the owner answer again', async () => {
  const { server, user } = await lock()
  server.answer('unseal', { code: 1029, message: '操作太频繁，请稍后再试', data: { retry_after: 300_000 } })
  await user.type(screen.getByLabelText(QUESTION), '虎{Enter}')
  await screen.findByText('尝试次数太多，请用短信验证码恢复')
  await user.click(screen.getByRole('button', { name: '用短信验证码恢复答题' }))
  await screen.findByRole('dialog', { name: '恢复答题' })
  await user.type(screen.getByLabelText('验证码'), '1234{Enter}')
  await screen.findByText('已恢复，请继续回答')
  expect(server.sent('resetAnswers')).toEqual([{ capsule_id: '3', captcha: '1234' }])
  await waitFor(() => expect(screen.queryByText(/尝试次数太多/)).toBeNull())
})

it('a refused code leaves the sheet open and says why', async () => {
  const { server, user } = await lock()
  server.answer('dropQuestions', { code: 2, message: '验证码错误或已过期' })
  await user.click(screen.getByRole('button', { name: '忘记答案？' }))
  await user.type(await screen.findByLabelText('验证码'), '1234{Enter}')
  await screen.findByText('验证码错误或已过期')
  expect(screen.getByRole('dialog', { name: '忘记答案？' })).toBeTruthy()
})

it('a person without a number is asked to bind one', async () => {
  const { user } = await lock({ tel: '' })
  await user.click(screen.getByRole('button', { name: '忘记答案？' }))
  await screen.findByText('请先绑定手机号')
  await user.click(screen.getByRole('button', { name: '去绑定' }))
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/me/bindTel'))
})
