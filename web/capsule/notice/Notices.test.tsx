import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { type Answer, endPages, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { contact, contactsOf, detailOf, inDays, logOf, notice } from './notices.fixture.ts'

let server: StandIn

beforeEach(() => {
  server = startPages(person())
  server.answer('capsuleDetail', detailOf())
  server.answer('capsuleContacts', contactsOf(contact()))
  server.answer('noticeLog', logOf([]))
})
afterEach(endPages)

type Answers = { [N in 'capsuleDetail' | 'capsuleContacts' | 'noticeLog']?: Answer<N> }
const open = ({ capsuleDetail, capsuleContacts, noticeLog }: Answers = {}) => {
  if (capsuleDetail) server.answer('capsuleDetail', capsuleDetail)
  if (capsuleContacts) server.answer('capsuleContacts', capsuleContacts)
  if (noticeLog) server.answer('noticeLog', noticeLog)
  return openPage('/subPages/me/notices', { id: '3', name: '今晚的风' })
}
const button = (name: string) => screen.findByRole('button', { name })
const none = (name: string) => expect(screen.queryByRole('button', { name })).toBeNull()
const items = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)
const WEIBO = contact({ channel: 'weibo', address: '小***风', state: 'unasked' })

describe('the contacts', () => {
  it('stand there with a shortened address and what is known of each', async () => {
    const confirmed = contact({ state: 'confirmed', confirmed_at: '2026-11-21 20:31:05' })
    const email = contact({ channel: 'email', address: 'xi***@example.com', state: 'refused' })
    await open({ capsuleContacts: contactsOf(confirmed, email, WEIBO) })
    expect(await items('联系人')).toEqual([
      expect.stringContaining('手机 139****0000已确认2026/11/21 20:31 确认'),
      expect.stringContaining('邮箱 xi***@example.com无法送达，请更正'),
      expect.stringContaining('微博 小***风到时尽力送达微博提醒为尽力送达：可能以公开@或人工私信方式发送'),
    ])
  })

  it('can be corrected while the capsule is sealed: the new address is checked, sent and shown', async () => {
    const user = await open()
    await user.click(await button('更正手机'))
    await screen.findByText('139****0000', { selector: 'b' })
    await user.click(await button('保存'))
    expect((await screen.findByRole('alert')).textContent).toBe('请填写手机号')
    server.answer('capsuleContacts', contactsOf(contact({ address: '137****2222', state: 'none' })))
    await user.type(screen.getByLabelText('手机号'), '13711112222{Enter}')
    await screen.findByText('联系方式已更新')
    await screen.findByText('137****2222')
    expect(server.sent('capsuleContacts')).toContainEqual({ capsule_id: '3', contact: { tel: '13711112222' } })
    await waitFor(() => expect(screen.queryByLabelText('手机号')).toBeNull())
  })

  it('that are missing can be added', async () => {
    const user = await open()
    await user.click(await button('添加邮箱'))
    await user.type(await screen.findByLabelText('邮箱'), 'friend@')
    await user.click(await button('保存'))
    await screen.findByText('请填写正确格式邮箱')
    await user.type(screen.getByLabelText('邮箱'), 'example.com{Enter}')
    await screen.findByText('联系方式已更新')
    expect(server.sent('capsuleContacts')).toContainEqual({
      capsule_id: '3',
      contact: { email: 'friend@example.com' },
    })
  })

  it('at Weibo are corrected with the consent, which is not ticked beforehand', async () => {
    const user = await open()
    await user.click(await button('添加微博'))
    const consent = await screen.findByRole<HTMLInputElement>('checkbox', { name: '允许官方微博公开@提醒' })
    expect(consent.checked).toBe(false)
    await user.type(screen.getByLabelText('微博'), ' 小满的风 ')
    await user.click(consent)
    await user.click(await button('保存'))
    await screen.findByText('联系方式已更新')
    expect(server.sent('capsuleContacts')).toContainEqual({
      capsule_id: '3',
      contact: { weibo: '小满的风', mention: 1 },
    })
  })

  it('at Weibo can take the consent back without writing the name again', async () => {
    const user = await open({ capsuleContacts: contactsOf({ ...WEIBO, mention: 1 }) })
    await user.click(await button('更正微博'))
    await user.click(await screen.findByRole('checkbox', { name: '允许官方微博公开@提醒' }))
    await user.click(await button('保存'))
    await screen.findByText('联系方式已更新')
    expect(server.sent('capsuleContacts')).toContainEqual({ capsule_id: '3', contact: { mention: 0 } })
  })

  it('can be removed after a question, but for the last one', async () => {
    const user = await open({ capsuleContacts: contactsOf(contact(), WEIBO) })
    await user.click(await button('删除手机'))
    await screen.findByText('到解封时间，我们将不再通过手机 139****0000 通知对方。')
    expect(server.sent('capsuleContacts')).toHaveLength(1)
    server.answer('capsuleContacts', contactsOf(WEIBO))
    await user.click(await button('删除'))
    await screen.findByText('微博提醒无法保证送达，建议同时填写手机号或邮箱')
    expect(server.sent('capsuleContacts')[1]).toEqual({ capsule_id: '3', contact: { tel: '' } })
    none('删除微博')
  })

  it('stay as they are once the capsule is open, with who opened it', async () => {
    await open({
      capsuleDetail: detailOf({ status: 2, open_time: inDays(-1), open_at: '2026-11-21 20:31:05' }),
      capsuleContacts: contactsOf(contact(), WEIBO),
      noticeLog: logOf([], { opened_by: 'tel' }),
    })
    await screen.findByText('由联系人（手机）解封')
    await screen.findByText('已于 2026/11/21 20:31 解封')
    expect(await items('联系人')).toEqual(['手机 139****0000', expect.stringMatching(/^微博 小\*\*\*风微博提醒/)])
    for (const name of ['更正手机', '删除手机', '添加邮箱', '重新发送链接给手机']) none(name)
  })

  it('of diaries and predictions are none: only the log is shown', async () => {
    await open({ capsuleDetail: detailOf({ type: 1 }), noticeLog: logOf([], { opened_by: 'owner' }) })
    await screen.findByText('由主人解封')
    expect(screen.queryByRole('heading', { name: '联系人' })).toBeNull()
    expect(server.asked()).not.toContain('capsuleContacts')
  })

  it('that did not come can be asked for again', async () => {
    const user = await open({ capsuleContacts: { code: 5000, message: '服务器错误' } })
    await screen.findByText('服务器错误')
    server.answer('capsuleContacts', contactsOf(contact()))
    await user.click(await button('重试'))
    await items('联系人')
  })
})

describe('a link', () => {
  it('is renewed only after the open time, and after a question', async () => {
    const user = await open({ capsuleDetail: detailOf({ open_time: inDays(-1) }) })
    await user.click(await button('重新发送链接给手机'))
    await screen.findByText(/旧链接将立即失效/)
    expect(server.asked()).not.toContain('renewLink')
    await user.click(await button('重新发送'))
    await screen.findByText('新链接已发送，旧链接已失效')
    expect(server.sent('renewLink')).toEqual([{ capsule_id: '3', channel: 'tel' }])
  })

  it('is none before that, and for anyone who wants to hear nothing', async () => {
    await open()
    await button('更正手机')
    none('重新发送链接给手机')
    endPages()
    server = startPages(person())
    await open({
      capsuleDetail: detailOf({ open_time: inDays(-1) }),
      capsuleContacts: contactsOf(contact({ state: 'stopped' })),
      noticeLog: logOf([]),
    })
    await screen.findByText('对方不再接收通知')
    none('重新发送链接给手机')
  })
})

describe('a link to an opened capsule', () => {
  it('is ended by its owner, after a question; where there is none, nothing offers it', async () => {
    const user = await open({
      capsuleDetail: detailOf({ status: 2, open_at: inDays(-1) }),
      capsuleContacts: contactsOf(contact({ link: 1 }), contact({ channel: 'email', address: 'f***@a.cn' })),
      noticeLog: logOf([]),
    })
    await user.click(await button('停止链接：手机'))
    await screen.findByText(/将不能再用链接查看这枚胶囊/)
    expect(server.asked()).not.toContain('renewLink')
    await user.click(await button('停止'))
    await screen.findByText('链接已停止')
    expect(server.sent('renewLink')).toEqual([{ capsule_id: '3', channel: 'tel' }])
    none('停止链接：邮箱')
  })
})

describe('the log', () => {
  it('says to whom, about what, how it stands, when it was taken or refused, and what is next', async () => {
    vi.setSystemTime(new Date('2026-11-21T20:40:04+08:00'))
    await open({
      noticeLog: logOf(
        [
          notice('4', { to: 'owner', accepted_at: '2026-11-21 20:31:05', tries: 1 }),
          notice('3', {
            to: 'email',
            about: '第2次提醒',
            state: 'waiting',
            refused_at: '2026-11-21 20:32:00',
            next_at: '2026-11-21 20:47:00',
            tries: 2,
          }),
          notice('2', { state: 'waiting', next_at: '2026-11-22 08:00:00' }),
          notice('1', { to: 'weibo', state: 'operator' }),
        ],
        { next_at: '2026-11-24 23:59:59' },
      ),
    })
    const log = await screen.findByRole('list', { name: '送达记录' })
    expect(Array.from(log.children, (row) => row.textContent)).toEqual([
      '解封通知已送达服务商发给主人8分钟前 服务商已接收',
      '第2次提醒等待发送发给邮箱8分钟前 未送达，已尝试2次2026/11/21 20:47 再次尝试',
      '解封通知等待发送发给手机10分钟前 写下2026/11/22 08:00 发送',
      '解封通知等待人工发送发给微博10分钟前 写下',
    ])
    expect(screen.getByText('下一次通知 2026/11/24 23:59')).toBeTruthy()
  })

  it('is empty before anything was sent, and can be asked for again when it did not come', async () => {
    await open()
    await screen.findByText('还没有发送过通知，发送后会记在这里')
    endPages()
    server = startPages(person())
    const user = await open({
      capsuleDetail: detailOf({ type: 2 }),
      noticeLog: { code: 5000, message: '服务器错误' },
    })
    await screen.findByText('服务器错误')
    server.answer('noticeLog', logOf([notice('1')]))
    await user.click(await button('重试'))
    await screen.findByText('解封通知')
  })
})

test.each([
  ['an id that is nobody’s', { code: 1004, message: '内容不存在或已删除' }],
  ["somebody else's open capsule", detailOf({ status: 2 }, 0)],
] as const)('%s leads back to my capsules', async (_what, capsuleDetail) => {
  await open({ capsuleDetail })
  await screen.findByText('内容不存在或已删除')
  await button('我的胶囊')
  expect(server.asked()).not.toContain('noticeLog')
})

test('the name stands there while the rest is on its way', async () => {
  let arrive = (_answer: Answer<'capsuleDetail'>) => {}
  server.answer('capsuleDetail', new Promise<Answer<'capsuleDetail'>>((resolve) => (arrive = resolve)))
  await openPage('/subPages/me/notices', { id: '3', name: '今晚的风' })
  await screen.findByRole('heading', { name: '今晚的风' })
  expect(server.asked()).not.toContain('noticeLog')
  arrive(detailOf())
  await items('联系人')
})
