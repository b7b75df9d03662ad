import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallName, Output } from '#contract/calls.ts'
import type { PlaceCase } from '#contract/cases.ts'
import { CODE } from '#contract/codes.ts'
import type { Application } from '#contract/review.ts'
import type { Answer } from '#test/page.tsx'
import { queryClient } from '#web/client/queryClient.ts'
import { lend } from '#web/ui/lend.fixture.ts'
import { Desk } from './Desk.tsx'
import { signIn, signOut } from './operator.ts'
import { wire } from './wire.ts'

type Body = Record<string, unknown>
type Asked = { name: CallName; body: Body; token: string | null }
let answers: { [N in CallName]?: (body: Body) => Answer<N> | Promise<Answer<N>> }
let asked: Asked[]

const ok = <Data,>(data: Data) => ({ code: CODE.ok, data })
const me = (fields: Partial<Output<'deskMe'>> = {}): Output<'deskMe'> => ({
  name: '小王',
  roles: ['review', 'money', 'keeper'],
  sessions: [],
  ...fields,
})
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
  answers = {
    handNotices: () => ok({ notices: [] }),
    moneyAlarms: () => ok({ alarms: [] }),
    caseList: () => ok({ cases: [], waiting: 0 }),
    deskLog: () => ok({ text: '凭证日志 capsule.example/log，7 个叶子', signs: 1 as const }),
    deskMonthKeys: () => ok({ text: '2026-11 到 2120-12', due: 0 as const }),
    deskArchives: () => ok({ waiting: 0, waiting_since: '', ready: 0, bytes: 0, failed: 0 }),
    deskMe: () => ok(me()),
    deskHistory: () => ok({ acts: [], operators: [] }),
    feedbackList: () => ok({ feedback: [] }),
  }
  list()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('IntersectionObserver', function observer() {
    return { observe: () => undefined, disconnect: () => undefined }
  })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const name = (Object.keys(wire) as (keyof typeof wire)[]).find((call) => wire[call].path === path)!
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

/** Sets the lists' answers from now on. */
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

  it('takes the code as an app writes it, with a blank between, and does not cut it', async () => {
    answers.reviewLogin = () => ok({ name: '小王', token: 'operator_y' })
    const user = openDesk({ signedIn: false })
    await user.type(screen.getByLabelText('名字'), '小王')
    await user.type(screen.getByLabelText('密码'), 'secret')
    await user.click(screen.getByLabelText('动态码'))
    await user.paste('123 456')
    await user.keyboard('{Enter}')
    await screen.findByText('没有待处理的事')
    expect(sent('reviewLogin')).toMatchObject([{ totp: '123 456' }])
  })

  it("sends the three, without the app's token, and keeps its own apart from it", async () => {
    answers.reviewLogin = () => ok({ name: '小王', token: 'operator_y' })
    const user = openDesk({ signedIn: false })
    await user.type(screen.getByLabelText('名字'), ' 小王')
    await user.type(screen.getByLabelText('密码'), 'secret')
    await user.type(screen.getByLabelText('动态码'), '123456{Enter}')
    expect(await screen.findByText('没有待处理的事')).toBeTruthy()
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
    expect(screen.getByRole('tab', { name: '待处理（1）' })).toBeTruthy()
  })

  it('says what the server refuses at its field, until that is changed', async () => {
    list([application()])
    answers.reviewDecide = () => ({ code: CODE.badRequest, message: '请求内容有误', data: { field: 'reply' } })
    const user = openDesk()
    const shown = await card('1')
    await user.type(shown.getByLabelText('给主人的答复'), '请补充说明')
    await user.click(shown.getByRole('button', { name: '拒绝申请 1' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '拒绝' }))
    const said = await shown.findByText('请求内容有误')
    expect(shown.getByLabelText('给主人的答复').getAttribute('aria-describedby')).toContain(said.id)
    expect(screen.queryByText('请求内容有误', { selector: '[role="status"] *' })).toBeNull()
    await user.type(shown.getByLabelText('给主人的答复'), '。')
    expect(shown.queryByText('请求内容有误')).toBeNull()
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
    await expect.poll(() => screen.queryByRole('article', { name: '申请 2' })).toBeNull()
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
    expect(await screen.findByText('没有待处理的事')).toBeTruthy()
    expect(sent('reviewDecide')).toEqual([{ application_id: '1', approve: 0, reply: '请补充说明' }])
  })

  it('offers no decision to who has said yes, nor on what is due', async () => {
    const decisions = [{ operator: '小王', approve: 1 as const, reply: '情况属实', decided_at: '2026-11-17 10:00:00' }]
    list([application({ is_lock: 1, missing: 1, mine: 1, decisions }), application({ id: '2', due: 1 })])
    openDesk()
    const mine = await card('1')
    for (const text of ['小王 同意', '2026/11/17 10:00', '情况属实', '你已同意，还需要另一位审核员同意'])
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
    await user.click(await screen.findByRole('tab', { name: '待处理（1）' }))
    await user.click(await screen.findByRole('button', { name: '复制内容：给 小满 的私信' }))
    expect(await navigator.clipboard.readText()).toBe(text)
    expect(await screen.findByText('已复制')).toBeTruthy()
    answers.handNotices = () => ok({ notices: [] })
    await user.click(screen.getByRole('button', { name: '给 小满 的私信已发送' }))
    expect(await screen.findByText('没有待处理的事')).toBeTruthy()
    expect(sent('handNoticeDone')).toEqual([{ notice_id: '9', done: 1 }])
  })

  it('that cannot be sent are given up only after a question', async () => {
    answers.handNotices = () => ok({ notices })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '待处理（1）' }))
    const giveUp = async (answer: string) => {
      await user.click(await screen.findByRole('button', { name: '给 小满 的私信无法发送' }))
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))
      await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
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
    await user.click(await screen.findByRole('tab', { name: '待处理（2）' }))
    const first = within(await screen.findByRole('article', { name: '微信：平台账单已付款，这里没有' }))
    expect(first.getByText('订单 202611')).toBeTruthy()
    expect(screen.getByText('没有可信的订单号，当天 12 次')).toBeTruthy()
    answers.moneyAlarms = () => ok({ alarms: [] })
    await user.click(first.getByRole('button', { name: /已核对/ }))
    expect(await screen.findByText('没有待处理的事')).toBeTruthy()
    expect(sent('moneyAlarmDone')).toEqual([{ alarm_id: '8' }])
  })
})

describe('feedback', () => {
  it('stands with its words and its picture, and is answered in words', async () => {
    const row = { id: '3', text: '字太小了', picture: '/m/9.mac/image/7/a.png', created_at: '2026-11-20 09:00:00' }
    answers.feedbackList = () => ok({ feedback: [{ ...row, user: { id: '7', nickname: '小满' } }] })
    const user = openDesk()
    const shown = within(await screen.findByRole('article', { name: '意见反馈 3' }))
    expect(shown.getByText('字太小了')).toBeTruthy()
    expect(shown.getByText(/小满/)).toBeTruthy()
    expect(shown.getByRole('img', { name: '附上的图片' }).getAttribute('src')).toBe('/m/9.mac/image/7/a.png')
    await user.click(shown.getByRole('button', { name: '回复：3' }))
    expect(shown.getByText('请写下回复')).toBeTruthy()
    expect(document.activeElement).toBe(shown.getByLabelText('回复'))
    expect(sent('feedbackAnswer')).toEqual([])
    await user.type(shown.getByLabelText('回复'), ' 可以调字号了 ')
    answers.feedbackList = () => ok({ feedback: [] })
    await user.click(shown.getByRole('button', { name: '回复：3' }))
    expect(await screen.findByText('没有待处理的事')).toBeTruthy()
    expect(sent('feedbackAnswer')).toEqual([{ feedback_id: '3', answer: '可以调字号了' }])
  })
})

describe('what is to be decided of the public place', () => {
  const placeCase = (fields: Partial<PlaceCase> = {}): PlaceCase => ({
    id: '5',
    kind: 'capsule',
    why: 'reported',
    labels: [],
    plea: '',
    opened_at: '2026-11-16 08:00:00',
    closed_at: '',
    outcome: '',
    user: { id: '7', nickname: '小满', avatar: '' },
    capsule: {
      id: '3',
      type: 0,
      long_tag: '一封信',
      description: '',
      content: [{ type: 0, content: '<p>你好<img src=x onerror=alert(1)></p>', comment: '' }],
    },
    value: '',
    reporters: 2,
    reports: [{ reason: 3, text: '骂人', at: '2026-11-16 08:00:00' }],
    decisions: [],
    hidden: 0,
    mine: 0,
    ...fields,
  })
  const cases = (...waiting: PlaceCase[]) => {
    answers.caseList = ({ state }) => ok({ cases: state === 'done' ? [] : waiting, waiting: waiting.length })
  }
  const found = async (name: string) => within(await screen.findByRole('article', { name }))

  it('stands among all else that waits, the oldest first, as text alone', async () => {
    list([application()])
    cases(
      placeCase(),
      placeCase({ id: '6', kind: 'nickname', why: 'doubtful', value: '赌场常客', opened_at: '2026-11-17 08:00:00' }),
    )
    openDesk()
    await found('公开的胶囊 5')
    expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-labelledby'))).toEqual([
      'case-5',
      'application-1',
      'case-6',
    ])
    const shown = await found('公开的胶囊 5')
    for (const text of ['一封信', '你好', '骂人', '人身攻击', '小满', '被举报', '公开中'])
      expect(shown.getByText(text), text).toBeTruthy()
    expect(document.querySelector('[onerror]')).toBeNull()
    expect((await found('新昵称 6')).queryByRole('button', { name: /封禁/ })).toBeNull()
    expect(screen.getByRole('tab', { name: '待处理（3）' })).toBeTruthy()
  })

  it('wants a note to what takes something away, and asks once more', async () => {
    cases(placeCase())
    const user = openDesk()
    const shown = await found('公开的胶囊 5')
    await user.click(shown.getByRole('button', { name: '下架：5' }))
    expect(shown.getByText('下架或封禁时请写明理由')).toBeTruthy()
    await user.type(shown.getByLabelText('理由'), '人身攻击')
    answers.caseDecide = () => ok({ outcome: '' as const, missing: 1 })
    await user.click(shown.getByRole('button', { name: '封禁：5' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: '封禁' }))
    expect(await screen.findByText('已隐藏，等另一位审核员同意')).toBeTruthy()
    expect(sent('caseDecide')).toEqual([{ case_id: '5', decision: 'ban', note: '人身攻击' }])
  })

  it('passes without a question, and an appeal is upheld or not', async () => {
    cases(placeCase({ why: 'appeal', plea: '这是一首诗' }))
    const user = openDesk()
    const shown = await found('公开的胶囊 5')
    expect(shown.getByText('这是一首诗')).toBeTruthy()
    expect(shown.getByRole('button', { name: '维持原处理：5' })).toBeTruthy()
    answers.caseDecide = () => ok({ outcome: 'pass' as const, missing: 0 })
    cases()
    await user.click(shown.getByRole('button', { name: '撤销原处理：5' }))
    expect(await screen.findByText('没有待处理的事')).toBeTruthy()
    expect(sent('caseDecide')).toEqual([{ case_id: '5', decision: 'pass', note: '' }])
  })
})

describe('who may do less sees less', () => {
  it('and asks for nothing that is not theirs', async () => {
    answers.deskMe = () => ok(me({ roles: ['money'] }))
    openDesk()
    expect(await screen.findByText('没有待处理的事')).toBeTruthy()
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['待处理', '订单', '记录', '账号'])
    expect(sent('moneyAlarms').length).toBeGreaterThan(0)
    for (const call of ['reviewList', 'caseList', 'handNotices', 'deskClock'] as const) expect(sent(call)).toEqual([])
  })
})

describe('by the keyboard', () => {
  lend(Element.prototype, { scrollIntoView: () => undefined })
  it('j and k go through what waits, a number chooses, and typing is typing', async () => {
    list([application(), application({ id: '2', created_at: '2026-11-17 09:00:00' })])
    const user = openDesk()
    await card('1')
    await user.keyboard('jj')
    expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('application-2')
    await user.keyboard('k')
    expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('application-1')
    await user.keyboard('2')
    const question = await screen.findByRole('alertdialog', { name: '同意申请 1？' })
    await user.click(within(question).getByRole('button', { name: '取消' }))
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
    const reply = (await card('1')).getByLabelText<HTMLTextAreaElement>('给主人的答复')
    await user.type(reply, 'j12')
    expect([reply.value, screen.queryByRole('alertdialog')]).toEqual(['j12', null])
    await user.keyboard('{Escape}')
    expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('application-1')
  })
})

describe('the account of an operator', () => {
  const open = async () => {
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '账号' }))
    return user
  }

  it('changes the password by the old one and a code', async () => {
    const user = await open()
    const form = within(await screen.findByRole('region', { name: '修改密码' }))
    await user.type(form.getByLabelText('现在的密码'), 'old one')
    await user.type(form.getByLabelText('动态码'), '123456')
    await user.type(form.getByLabelText('新密码'), 'short')
    await user.click(form.getByRole('button', { name: '修改密码' }))
    await form.findByText('新密码至少12个字符')
    await user.type(form.getByLabelText('新密码'), ' but longer')
    await user.click(form.getByRole('button', { name: '修改密码' }))
    expect(await screen.findByText('密码已修改，其他登录已退出')).toBeTruthy()
    expect(sent('deskPassword')).toEqual([{ password: 'old one', totp: '123456', next: 'short but longer' }])
  })

  it('takes a new code secret once its code was right', async () => {
    answers.deskTotpNew = () => ok({ secret: 'ABCDEF', uri: 'otpauth://totp/x?secret=ABCDEF' })
    const user = await open()
    const form = within(await screen.findByRole('region', { name: '更换动态码' }))
    await user.type(form.getByLabelText('现在的密码'), 'old one')
    await user.type(form.getByLabelText('动态码'), '123456')
    await user.click(form.getByRole('button', { name: '获取新的密钥' }))
    expect(await form.findByText('ABCDEF')).toBeTruthy()
    await user.type(form.getByLabelText('新的动态码'), '654321')
    await user.click(form.getByRole('button', { name: '启用' }))
    expect(await screen.findByText('动态码已更换，其他登录已退出')).toBeTruthy()
    expect(sent('deskTotp')).toEqual([{ totp: '654321' }])
  })

  it('ends a sign-in elsewhere', async () => {
    const session = (id: string, current: 0 | 1) => ({
      id,
      current,
      created_at: '2026-11-22 10:00:00',
      expires_at: '2026-11-22 18:00:00',
    })
    answers.deskMe = () => ok(me({ sessions: [session('2', 1), session('1', 0)] }))
    const user = await open()
    await user.click(await screen.findByRole('button', { name: '退出 2026/11/22 10:00 的登录' }))
    expect(await screen.findByText('已退出')).toBeTruthy()
    expect(sent('deskEndSession')).toEqual([{ session_id: '1' }])
  })
})

describe('the record', () => {
  it('tells what operators did, of one of them too, and to the keeper what they looked at', async () => {
    const act = { id: '1', operator: '小李', kind: 'case' as const, target: '5', at: '2026-11-22 10:00:00' }
    answers.deskHistory = () => ok({ acts: [{ ...act, act: 'down', note: '人身攻击' }], operators: ['小王', '小李'] })
    answers.deskLooks = () => ok({ looks: [{ ...act, id: 'x', kind: 'notice' as const }] })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '记录' }))
    for (const text of ['公开内容 5', '下架', '人身攻击']) expect(await screen.findByText(text), text).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('审核员'), '小李')
    await expect.poll(() => sent('deskHistory')).toContainEqual({ operator: '小李', page: 1 })
    await user.click(screen.getByRole('tab', { name: '查看' }))
    expect(await screen.findByText('人工私信 5')).toBeTruthy()
  })
})

describe('the clock and orders', () => {
  it('archives are shown as numbers: how many are made, since when, how many are ready and how large', async () => {
    answers.deskArchives = () =>
      ok({ waiting: 2, waiting_since: '2026-11-22 10:00:00', ready: 1_250, bytes: 3 * 1024 ** 3, failed: 1 })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '值守' }))
    const shown = within(await screen.findByRole('region', { name: '用户导出的归档' }))
    for (const text of ['2', '1,250', '3 GB', '1', /^已等待/]) expect(shown.getByText(text), String(text)).toBeTruthy()
    expect(shown.getByText(/原因在日志里/)).toBeTruthy()
  })

  it('the log of receipts says how it stands, and in its title when it does not sign', async () => {
    answers.deskLog = () => ok({ text: '没有签：数据库像是恢复或搬来的。', signs: 0 as const })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '值守' }))
    const shown = within(await screen.findByRole('region', { name: '封存凭证的日志没有在签' }))
    expect(shown.getByText('没有签：数据库像是恢复或搬来的。')).toBeTruthy()
  })

  it('the keys of months say how they stand, and in their title when something is to be done', async () => {
    answers.deskMonthKeys = () => ok({ text: '已经一年多没有核对', due: 1 as const })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '值守' }))
    const shown = within(await screen.findByRole('region', { name: '月钥匙需要处理' }))
    expect(shown.getByText('已经一年多没有核对')).toBeTruthy()
  })

  it('time is confirmed after a question', async () => {
    // Nothing is held any more, but nothing is erased before somebody has looked.
    answers.deskClock = () =>
      ok({ text: '到期该清除的先不清除', held: 0 as const, restored: 0 as const, waits: 1 as const, lost: 2 })
    answers.deskClockSet = () =>
      ok({ text: '一切正常', held: 0 as const, restored: 0 as const, waits: 0 as const, lost: 0 })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '值守' }))
    await user.click(await screen.findByRole('button', { name: '确认时间无误' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '确认' }))
    expect(await screen.findByText('已恢复')).toBeTruthy()
    expect(sent('deskClockSet')).toEqual([{ act: 'confirm' }])
  })

  it('a restored database is confirmed as such, with what it costs', async () => {
    answers.deskClock = () =>
      ok({ text: '像是从备份恢复的', held: 1 as const, restored: 1 as const, waits: 1 as const, lost: 0 })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '值守' }))
    await user.click(await screen.findByRole('button', { name: '确认时间和数据库无误' }))
    expect(within(await screen.findByRole('alertdialog')).getByText(/可能再发一次/)).toBeTruthy()
  })

  it('what a loss took of whom is shown when it is asked for, and not before', async () => {
    const lost = { id: '7 diary 12', user_id: '7', kind: 'diary' as const, row_id: '12', at: '2026-11-22 10:00:00' }
    answers.deskClock = () =>
      ok({ text: '已知1人的1项', held: 1 as const, restored: 0 as const, waits: 1 as const, lost: 1 })
    answers.deskLost = () => ok({ lost: [lost] })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '值守' }))
    await screen.findByText('已知1人的1项')
    expect(sent('deskLost')).toEqual([])
    await user.click(screen.getByRole('button', { name: '查看少了谁的内容（会记录）' }))
    expect(await screen.findByText('日记 12')).toBeTruthy()
    expect(screen.getByText('用户 7')).toBeTruthy()
  })

  it('an order is found by its number and given back with a reason', async () => {
    const order = {
      order_no: 'T1',
      channel: 'wechat',
      state: 1,
      count: 6,
      fen: 600,
      owed: 0,
      created_at: '2026-11-22 10:00:00',
      paid_at: '2026-11-22 10:01:00',
      refunded_at: '',
      transaction_id: 'x1',
    }
    answers.deskOrder = () => ok({ order })
    answers.deskRefund = () => ok({ text: '钱已退回' })
    const user = openDesk()
    await user.click(await screen.findByRole('tab', { name: '订单' }))
    await user.type(screen.getByLabelText('订单号'), 'T1{Enter}')
    const shown = within(await screen.findByRole('article', { name: '订单 T1' }))
    expect(shown.getByText('¥6')).toBeTruthy()
    await user.type(shown.getByLabelText('退款原因'), '重复购买')
    await user.click(shown.getByRole('button', { name: '退款' }))
    await shown.findByText('请输入密码')
    await shown.findByText('请输入6位动态码')
    await user.type(shown.getByLabelText('现在的密码'), 'the password')
    await user.type(shown.getByLabelText('动态码'), '123456')
    await user.click(shown.getByRole('button', { name: '退款' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '退款' }))
    expect(await screen.findByText('钱已退回')).toBeTruthy()
    expect(sent('deskRefund')).toEqual([
      { password: 'the password', totp: '123456', order_no: 'T1', reason: '重复购买' },
    ])
  })
})
