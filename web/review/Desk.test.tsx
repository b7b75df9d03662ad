import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import type { Application } from '#contract/review.ts'
import { queryClient } from '#web/queryClient.ts'
import { wire } from '#web/wire.ts'
import type { Answer } from '../../test/page.tsx'
import { Desk } from './Desk.tsx'
import { signIn, signOut } from './operator.ts'

type Body = Record<string, unknown>
type Asked = { name: CallName; body: Body; token: string | null }
let answers: { [N in CallName]?: (body: Body) => Answer<N> | Promise<Answer<N>> }
let asked: Asked[]

const ok = <Data,>(data: Data) => ({ code: CODE.ok, data })
const application = (fields: Partial<Application> = {}): Application => ({
  id: '1',
  state: 'waiting',
  reason: '奶奶病重，想让她看到里面的照片',
  is_lock: 0,
  type: 0,
  sealed_at: '2026-11-01 08:00:00',
  open_time: '2046-01-01 23:59:59',
  created_at: '2026-11-16 09:00:00',
  deadline: '2026-11-24 00:00:00',
  overdue: 0,
  due: 0,
  closed_at: '',
  decisions: [],
  missing: 1,
  mine: 0,
  ...fields,
})

beforeEach(() => {
  asked = []
  answers = { handNotices: () => ok({ notices: [] }), moneyAlarms: () => ok({ alarms: [] }) }
  list()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('IntersectionObserver', function observer() {
    return { observe: () => undefined, disconnect: () => undefined }
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const name = (Object.keys(wire) as CallName[]).find((call) => wire[call].path === path)!
    const body = JSON.parse(String(init.body))
    asked.push({ name, body, token: new Headers(init.headers).get('authorization') })
    return Response.json((await answers[name]?.(body)) ?? ok({}))
  })
  localStorage.setItem('token', "a person's")
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  act(() => signOut())
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What the lists answer from now on. */
function list(waiting: Application[] = [], done: Application[] = [], overdue = 0) {
  answers.reviewList = ({ state }) =>
    ok({ applications: state === 'done' ? done : waiting, waiting: waiting.length, overdue })
}

function openDesk({ signedIn = true } = {}) {
  if (signedIn) signIn({ name: '小王', token: 'operator_x' })
  render(
    <QueryClientProvider client={queryClient}>
      <Desk />
    </QueryClientProvider>,
  )
  // The second press within 600 ms is the same press: each test's presses are far apart.
  let at = 0
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => {
    at += 1_000
    return at
  })
  return userEvent.setup()
}

const sent = (name: CallName) => asked.filter((call) => call.name === name).map(({ body }) => body)
const card = async (id: string) => within(await screen.findByRole('article', { name: `申请 ${id}` }))

describe("an operator's sign-in", () => {
  it('says for each field what is missing and takes one to the first', async () => {
    const user = openDesk({ signedIn: false })
    await user.click(screen.getByRole('button', { name: '登录' }))
    for (const text of ['请输入名字', '请输入密码', '请输入6位动态码']) expect(screen.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('名字'))
    expect(asked).toEqual([])
  })

  it("sends the three, without the app's token, and keeps its own apart from it", async () => {
    answers.reviewLogin = () => ok({ name: '小王', token: 'operator_y' })
    const user = openDesk({ signedIn: false })
    await user.type(screen.getByLabelText('名字'), ' 小王')
    await user.type(screen.getByLabelText('密码'), 'secret')
    await user.type(screen.getByLabelText('动态码'), '123456{Enter}')
    expect(await screen.findByText('没有待审核的申请')).toBeTruthy()
    expect(asked[0]).toEqual({
      name: 'reviewLogin',
      body: { name: '小王', password: 'secret', totp: '123456' },
      token: null,
    })
    expect(asked.slice(1).every(({ token }) => token === 'Bearer operator_y')).toBe(true)
    expect(localStorage.getItem('token')).toBe("a person's")
    expect(JSON.stringify({ ...localStorage })).not.toContain('operator_y')
    expect(sessionStorage.getItem('operator')).toContain('operator_y')
  })

  it('shows a refusal, and asks for a fresh code; too many tries say how long to wait', async () => {
    answers.reviewLogin = () => ({ code: CODE.refused, message: '名字、密码或动态码不正确' })
    const user = openDesk({ signedIn: false })
    await user.type(screen.getByLabelText('名字'), '小王')
    await user.type(screen.getByLabelText('密码'), 'secret')
    await user.type(screen.getByLabelText('动态码'), '123456{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('名字、密码或动态码不正确')
    const code = screen.getByLabelText<HTMLInputElement>('动态码')
    expect([code.value, document.activeElement]).toEqual(['', code])
    answers.reviewLogin = () => ({
      code: CODE.tooManyTries,
      message: '操作太频繁，请稍后再试',
      data: { retry_after: 610 },
    })
    await user.type(code, '654321{Enter}')
    expect(await screen.findByText('操作太频繁，请稍后再试（11分钟后可以再试）')).toBeTruthy()
  })

  it('that is over leads back to it, with nothing kept of what was read or typed', async () => {
    list([application()])
    const user = openDesk()
    await user.type((await card('1')).getByLabelText('给主人的答复'), '写了一半')
    answers.reviewList = () => ({ code: CODE.tokenExpired, message: '登录已过期，请重新登录' })
    await act(() => queryClient.invalidateQueries())
    expect(await screen.findByText('登录已过期，请重新登录')).toBeTruthy()
    expect(screen.queryByText('奶奶病重', { exact: false })).toBeNull()
    expect(sessionStorage.getItem('operator')).toBeNull()
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    list([application()])
    act(() => signIn({ name: '小李', token: 'operator_z' }))
    expect((await card('1')).getByLabelText<HTMLTextAreaElement>('给主人的答复').value).toBe('')
  })

  it('ends by signing out', async () => {
    const user = openDesk()
    await user.click(await screen.findByRole('button', { name: '退出' }))
    expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
    expect(asked.at(-1)).toMatchObject({ name: 'reviewLogout', token: 'Bearer operator_x' })
  })
})

describe('the desk', () => {
  it('shows lock, dates, deadline and the reason as text, whatever is typed into it', async () => {
    const reason = '<img src=x onerror=alert(1)> 我真的需要它'
    list([application({ reason, is_lock: 1, type: 2, overdue: 1, missing: 2 })], [], 1)
    openDesk()
    const shown = await card('1')
    expect(shown.getByText(reason)).toBeTruthy()
    expect(document.querySelector('article img')).toBeNull()
    for (const text of [
      '不可提前解封，需两人同意',
      '超期',
      '预测胶囊',
      '2026/11/01 08:00',
      '2046/01/01 23:59',
      '2026/11/23',
    ])
      expect(shown.getByText(text), text).toBeTruthy()
    expect(screen.getByText('有 1 份申请已超过5个工作日，请尽快答复')).toBeTruthy()
    expect(screen.getByRole('tab', { name: '待审核（1）' })).toBeTruthy()
  })

  it('asks once more before a yes counts, and says what it means', async () => {
    list([application({ is_lock: 1, missing: 2 }), application({ id: '2' })])
    const user = openDesk()
    await user.click((await card('1')).getByRole('button', { name: '同意申请 1' }))
    expect((await screen.findByRole('alertdialog')).textContent).toContain('还需另一位审核员同意')
    await user.click(screen.getByRole('button', { name: '取消' }))
    expect(sent('reviewDecide')).toEqual([])
    await user.type((await card('2')).getByLabelText('给主人的答复'), ' 好的 ')
    await user.click((await card('2')).getByRole('button', { name: '同意申请 2' }))
    const question = await screen.findByRole('alertdialog', { name: '同意申请 2？' })
    expect(question.textContent).toContain('主人可以立即解封')
    let answer = (_given: Answer<'reviewDecide'>) => {}
    answers.reviewDecide = () => new Promise((resolve) => (answer = resolve))
    await user.click(within(question).getByRole('button', { name: '同意' }))
    expect((await card('2')).getByRole('button', { name: '同意申请 2' }).getAttribute('aria-busy')).toBe('true')
    expect((await card('2')).getByRole('button', { name: '拒绝申请 2' }).getAttribute('aria-disabled')).toBe('true')
    list([application({ is_lock: 1, missing: 2 })])
    answer({ code: CODE.ok, data: { state: 'approved', missing: 0 } })
    expect(await screen.findByText('已处理', { selector: '[role="status"] *' })).toBeTruthy()
    expect(sent('reviewDecide')).toEqual([{ application_id: '2', approve: 1, reply: '好的' }])
    await vi.waitFor(() => expect(screen.queryByRole('article', { name: '申请 2' })).toBeNull())
  })

  it('wants a reply to a no, and shows what others have decided meanwhile', async () => {
    list([application()])
    const user = openDesk()
    await user.click((await card('1')).getByRole('button', { name: '拒绝申请 1' }))
    expect(screen.getByText('拒绝时请写明答复')).toBeTruthy()
    const reply = (await card('1')).getByLabelText('给主人的答复')
    expect(document.activeElement).toBe(reply)
    await user.type(reply, '请补充说明')
    await user.click((await card('1')).getByRole('button', { name: '拒绝申请 1' }))
    const question = await screen.findByRole('alertdialog')
    answers.reviewDecide = () => ({ code: CODE.refused, message: '这份申请已经处理过了' })
    list()
    await user.click(within(question).getByRole('button', { name: '拒绝' }))
    expect(await screen.findByText('这份申请已经处理过了')).toBeTruthy()
    expect(await screen.findByText('没有待审核的申请')).toBeTruthy()
    expect(sent('reviewDecide')).toEqual([{ application_id: '1', approve: 0, reply: '请补充说明' }])
  })

  it('offers no decision to who has said yes, nor on what is due', async () => {
    const decisions = [{ operator: '小王', approve: 1 as const, reply: '情况属实', decided_at: '2026-11-17 10:00:00' }]
    list([application({ is_lock: 1, missing: 1, mine: 1, decisions }), application({ id: '2', due: 1 })])
    openDesk()
    const mine = await card('1')
    for (const text of ['小王 同意', '2026/11/17 10:00', '情况属实', '您已同意，还需要另一位审核员同意'])
      expect(mine.getByText(text), text).toBeTruthy()
    expect((await card('2')).getByText('已到解封时间，主人可以直接解封')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /同意申请/ })).toBeNull()
  })

  it('lists what is done with its outcome', async () => {
    const decisions = [{ operator: '小李', approve: 0 as const, reply: '材料不足', decided_at: '2026-11-17 10:00:00' }]
    list([], [application({ state: 'rejected', closed_at: '2026-11-17 10:00:00', decisions, missing: 0 })])
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '已处理' }))
    const done = await card('1')
    for (const text of ['未通过', '小李 拒绝', '材料不足', '处理时间']) expect(done.getByText(text), text).toBeTruthy()
    expect(done.queryByRole('button')).toBeNull()
  })

  it('says when the list does not come, and tries again', async () => {
    answers.reviewList = () => ({ code: CODE.fault, message: '服务器错误' })
    const user = openDesk()
    expect(await screen.findByText('服务器错误')).toBeTruthy()
    list([application()])
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await card('1')).toBeTruthy()
  })
})

describe('notices to be sent by hand', () => {
  const text = '@小满 您有一枚时光胶囊已到解封时间'
  const notices = [{ id: '9', to: '小满', text, created_at: '2026-11-17 10:00:00' }]

  it('are copied, sent, and told so', async () => {
    answers.handNotices = () => ok({ notices })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '人工私信（1）' }))
    await user.click(await screen.findByRole('button', { name: '复制内容：给 小满 的私信' }))
    expect(await navigator.clipboard.readText()).toBe(text)
    expect(await screen.findByText('已复制')).toBeTruthy()
    answers.handNotices = () => ok({ notices: [] })
    await user.click(screen.getByRole('button', { name: '给 小满 的私信已发送' }))
    expect(await screen.findByText('没有需要人工发送的私信')).toBeTruthy()
    expect(sent('handNoticeDone')).toEqual([{ notice_id: '9', done: 1 }])
  })

  it('that cannot be sent are given up only after a question', async () => {
    answers.handNotices = () => ok({ notices })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '人工私信（1）' }))
    const giveUp = async (answer: string) => {
      await user.click(await screen.findByRole('button', { name: '给 小满 的私信无法发送' }))
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))
      await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    await giveUp('取消')
    expect(sent('handNoticeDone')).toEqual([])
    await giveUp('无法发送')
    expect(sent('handNoticeDone')).toEqual([{ notice_id: '9', done: 0 }])
  })
})

describe('payments that are not as they are said to be', () => {
  const last_at = '2026-11-22 10:00:00'
  const alarms = [
    { id: '8', channel: 'wechat' as const, why: 'bill: paid there', order_no: '202611', times: 1, last_at },
    { id: '7', channel: 'alipay' as const, why: 'signature', order_no: '', times: 12, last_at },
  ]

  it('are listed with their order and how often, until they were looked into', async () => {
    answers.moneyAlarms = () => ok({ alarms })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '款项（2）' }))
    const first = within(await screen.findByRole('article', { name: '微信：平台账单已付款，这里没有' }))
    expect(first.getByText('订单 202611')).toBeTruthy()
    expect(screen.getByText('没有可信的订单号，当天 12 次')).toBeTruthy()
    answers.moneyAlarms = () => ok({ alarms: [] })
    await user.click(first.getByRole('button', { name: /已核对/ }))
    expect(await screen.findByText('没有需要核对的款项')).toBeTruthy()
    expect(sent('moneyAlarmDone')).toEqual([{ alarm_id: '8' }])
  })
})
