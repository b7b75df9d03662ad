import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Detail } from '#contract/capsule.ts'
import { TOAST_THEN_BACK_MS } from '#contract/limits.ts'
import { reviewDeadline } from '#contract/review.ts'
import { formatChina } from '#contract/time.ts'
import { type Answer, endPages, ok, openPage, person, type StandIn, startPages } from '#test/page.tsx'
import { detailOf, inDays } from '#web/capsule/notice/notices.fixture.ts'
import { go, history } from '#web/ui/location.ts'

const REASON = '奶奶病重，想让她看到里面的照片'
const LOCKED = /封存时选择了不可提前解封，只在真正紧急时受理，需两位审核员同意/
let server: StandIn

beforeEach(() => {
  server = startPages(person())
})
afterEach(endPages)

const open = (fields: Partial<Detail> = {}) => {
  server.answer('capsuleDetail', detailOf(fields))
  return openPage('/subPages/me/deblocking', { id: '3', name: '今晚的风' })
}
const button = (name: string) => screen.findByRole('button', { name })
const answered = (state: 'waiting' | 'approved' | 'rejected', reply = '') => ({
  application: {
    state,
    created_at: '2026-11-20 10:00:00',
    closed_at: state === 'waiting' ? '' : '2026-11-21 20:31:05',
    reply,
  },
})

describe('an application for an early unsealing', () => {
  it('names the capsule, counts the reason and says what becomes of it', async () => {
    const user = await open()
    await screen.findByText('今晚的风')
    await screen.findByText('解封理由是审核的重要依据，我们会在5个工作日内以短信回复你')
    await user.type(await screen.findByPlaceholderText('请填写解封理由'), '想家')
    await screen.findByText('2/1000')
    expect(screen.queryByText(LOCKED)).toBeNull()
  })

  it.each([
    [0, '请填写解封理由'],
    [10, '请填写大于十个字的理由'],
    [1001, '已超出1000字上限~'],
  ])('takes no reason of %i characters', async (length, why) => {
    const user = await open()
    const field = await screen.findByLabelText('解封理由')
    await user.click(field)
    await user.paste('长'.repeat(length))
    await user.click(await button('提交解封申请'))
    expect((await screen.findByRole('alert')).textContent).toBe(why)
    expect(document.activeElement).toBe(field)
    expect(server.asked()).not.toContain('unlockRequest')
  })

  it('is sent once, shown as waiting, and leads back', async () => {
    let arrive = (_answer: Answer<'unlockRequest'>) => {}
    go('meCapsule')
    const user = await open()
    await user.type(await screen.findByLabelText('解封理由'), ` ${REASON} `)
    server.answer('unlockRequest', new Promise<Answer<'unlockRequest'>>((resolve) => (arrive = resolve)))
    await user.click(await button('提交解封申请'))
    await waitFor(() => expect(screen.getByRole('button', { name: '提交解封申请' }).ariaBusy).toBe('true'))
    server.answer('capsuleDetail', detailOf({ status: 3, ...answered('waiting') }))
    arrive(ok({}))
    await screen.findByText('申请已提交')
    await screen.findByText('提前解封申请审核中')
    expect(server.sent('unlockRequest')).toEqual([{ capsule_id: '3', reason: REASON }])
    await act(() => vi.advanceTimersByTimeAsync(TOAST_THEN_BACK_MS))
    await waitFor(() => expect(history.location.pathname).toBe('/subPages/me/meCapsule'))
  })

  it('for a locked capsule says plainly when it is heard', async () => {
    await open({ is_lock: 1 })
    await screen.findByText(LOCKED)
    await button('提交解封申请')
  })

  it('needs a number for the reply by SMS, and leads to where one is bound', async () => {
    server = startPages(person({ tel: '' }))
    const user = await open()
    await screen.findByText('审核结果以短信回复，请先绑定手机号')
    expect(screen.queryByRole('button', { name: '提交解封申请' })).toBeNull()
    await user.click(await button('去绑定手机号'))
    expect(history.location.pathname).toBe('/subPages/me/bindTel')
  })

  it('that was rejected shows its answer above, as text, and can be made again', async () => {
    await open(answered('rejected', '<img src=x onerror=alert(1)> 请说明原因'))
    await screen.findByText('提前解封申请未通过')
    expect(screen.getByLabelText('审核答复').textContent).toBe('<img src=x onerror=alert(1)> 请说明原因')
    expect(screen.getByText('2026/11/21 20:31 答复')).toBeTruthy()
    await button('提交解封申请')
  })

  it('that waits says since when and until when it is answered', async () => {
    await open({ status: 3, ...answered('waiting') })
    await screen.findByText('2026/11/20 10:00 提交，最晚 2026/11/27 以短信回复你')
    expect(screen.queryByLabelText('解封理由')).toBeNull()
    expect(formatChina(reviewDeadline(new Date('2026-11-20T02:00:00Z')))).toBe('2026-11-28 00:00:00')
  })

  it('of which there were too many says how long to wait, and keeps the reason', async () => {
    const user = await open()
    await user.type(await screen.findByLabelText('解封理由'), REASON)
    const data = { retry_after: 3 * 86_400 }
    server.answer('unlockRequest', { code: 1029, message: '操作太频繁，请稍后再试', data })
    await user.click(await button('提交解封申请'))
    await screen.findByText('操作太频繁，请稍后再试，3天后可以再次申请')
    expect(screen.getByLabelText<HTMLTextAreaElement>('解封理由').value).toBe(REASON)
  })

  it('that is refused, as the capsule was opened meanwhile, shows how it stands now', async () => {
    const user = await open()
    await user.type(await screen.findByLabelText('解封理由'), REASON)
    server.answer('unlockRequest', { code: 2, message: '该胶囊已经解封' })
    server.answer('capsuleDetail', detailOf({ status: 2 }))
    await user.click(await button('提交解封申请'))
    await user.click(await button('查看胶囊'))
    expect(history.location.pathname).toBe('/subPages/me/capsuleDetail')
  })
})

describe('no application can be made', () => {
  it.each([
    ['that is open', { status: 2 }, '该胶囊已经解封', '查看胶囊'],
    ['whose time has come', { open_time: inDays(-1) }, '已到解封时间，可以直接解封', '去解封'],
    ['that was approved', { status: 4 }, '解封申请已通过，可以直接解封', '去解封'],
    ['that is a draft', { status: 0 }, '内容不存在或已删除', '我的胶囊'],
  ] as const)('for a capsule %s', async (_which, fields, text, way) => {
    await open(fields)
    await screen.findByText(text)
    await button(way)
    expect(screen.queryByLabelText('解封理由')).toBeNull()
  })

  it('for none', async () => {
    await openPage('/subPages/me/deblocking')
    await screen.findByText('内容不存在或已删除')
    endPages()
    server = startPages(person())
    server.answer('capsuleDetail', { code: 1004, message: '内容不存在或已删除' })
    await openPage('/subPages/me/deblocking', { id: '99' })
    await screen.findByText('内容不存在或已删除')
    await button('我的胶囊')
  })

  it('before the capsule has come; it is asked for again', async () => {
    server.answer('capsuleDetail', { code: 5000, message: '服务器错误' })
    const user = await openPage('/subPages/me/deblocking', { id: '3' })
    await screen.findByText('服务器错误')
    server.answer('capsuleDetail', detailOf())
    await user.click(await button('重试'))
    await screen.findByLabelText('解封理由')
  })
})
