import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { SIGN_IN_OVER } from '#contract/codes.ts'
import { formatChina } from '#contract/time.ts'
import { confirmTokenOf, unsealTokenOf } from '#server/capsules/notice/link.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { withApp } from '#test/app.ts'
import {
  ask,
  foretold,
  forgetSends,
  get,
  inSeconds,
  newCode,
  newPerson,
  PASSWORD,
  seal,
  textCapsule,
} from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { newDesk } from '#test/operator.ts'
import { openedBy } from '#test/sent.ts'

const app = withApp()
const PLANTED = 'chrysanthemum-4711'
const ANSWER = 'whitecrane-0815'
const CONTACT = 'planted@nowhere.example'
const WORDS = [PLANTED, ANSWER, CONTACT]

const answers = { key_answer: { '您的生肖是？': ANSWER } }
const planted = () => ({
  content: [{ type: 0 as const, content: PLANTED, comment: PLANTED }],
  description: PLANTED,
  send_word: PLANTED,
  open_time: inSeconds(3600),
})

/** The links its contact by e-mail will get, as the server derives them. */
const slotOf = (capsule_id: string) => ({ capsuleId: Number(capsule_id), channel: 'email' as const, generation: 1 })
const linkOf = (capsule_id: string) => unsealTokenOf(app.services.keys, slotOf(capsule_id))
const confirmLinkOf = (capsule_id: string) => confirmTokenOf(app.services.keys, slotOf(capsule_id))

/** The token that the sender of a capsule for somebody hands over. */
const waitingTokenOf = (capsule_id: string) =>
  app.services.keys.hmac('receive', `${capsule_id} 1`).toString('base64url')

/** The input of each call when it is searched: anything that could bring the capsule up. Calls that may end a sign-in last. */
const inputs = (capsule_id: string, user_id: string): Record<CallName, unknown> => ({
  systemInfo: {},
  userArgument: { type: 0 },
  createSlideCode: { pk_id: 'planted-word' },
  verifySlideCode: { pk_id: 'planted-word', tel: '13000000000', x_value: 0 },
  captcha: { tel: '13000000000' },
  sessions: {},
  proveAgain: { captcha: '0000' },
  endSession: { session_id: '999999999' },
  exportCreate: {},
  exportList: {},
  exportCancel: { id: '999999999' },
  oauthUrl: { provider: 'wechat', purpose: 'login' },
  wechatLogin: { code: 'x', state: 'x' },
  weiboLogin: { access_token: 'x', wb_uid: '1' },
  wechatBind: { code: 'x', state: 'x' },
  weiboBind: { code: 'x', state: 'x' },
  userInfoUpdate: { sex: '1' },
  telBind: { tel: '13000000000', password: '0'.repeat(32), captcha: '0000' },
  unbind: { type: 0 },
  taskList: {},
  login: { tel: '13000000000', password: '0'.repeat(32) },
  register: { tel: '13000000000', password: '0'.repeat(32), captcha: '0000' },
  forgetPwd: { tel: '13000000000', password: '0'.repeat(32), captcha: '0000' },
  userInfo: {},
  claimGift: {},
  capsuleOpenList: {},
  capsuleDetail: { capsule_id },
  receipt: { capsule_id },
  logLine: { index: 0 },
  myOpenCapsules: {},
  myClosedCapsules: {},
  closedSummary: {},
  hideCapsule: { capsule_id, hidden: 1 },
  capsuleIsPublic: { capsule_id, is_public: 1 },
  capsuleShare: { capsule_id },
  capsuleUnshare: { capsule_id },
  ossToken: {},
  filesGoWhole: { keys: [] },
  like: { capsule_id },
  unlike: { capsule_id },
  userLoveList: {},
  userFollow: { user_id: '999999999' },
  userUnfollow: { user_id: '999999999' },
  userFollowList: {},
  userDetail: { user_id },
  userCapsules: { user_id },
  report: { kind: 'capsule', id: capsule_id, reason: 5 },
  appeal: { message_id: '999999999', text: 'x' },
  feedback: { text: 'x' },
  agree: { agreement_version: 'x' },
  block: { user_id: '999999999' },
  unblock: { user_id: '999999999' },
  blockedUsers: {},
  inbox: {},
  readInbox: {},
  searchList: {},
  capsuleSearch: { keyword: PLANTED.slice(0, 8) },
  searchOwner: { keyword: PLANTED.slice(0, 8) },
  ownSearch: { keyword: PLANTED.slice(0, 8) },
  yearReview: { year: Number(formatChina(Date.now()).slice(0, 4)) },
  yearLines: { year: Number(formatChina(Date.now()).slice(0, 4)) },
  deleteHistory: {},
  giveGift: { user_id, gift: {} },
  goodsList: {},
  wxPay: { goods_id: '1', trade_type: 'scan' },
  aliPay: { goods_id: '1', trade_type: 'scan' },
  wxAndAliPaySuccess: {},
  applePaySuccess: { product_id: 'time_capsuleX6', transaction: 'x' },
  getAlipayUserId: { code: 'x' },
  alipayFromApplet: { goods_id: '1', buger_id: '2088000000000000' },
  orderList: {},
  deskMe: {},
  deskPassword: { password: 'x', totp: '000000', next: 'x'.repeat(12) },
  deskTotpNew: { password: 'x', totp: '000000' },
  deskTotp: { totp: '000000' },
  deskEndSession: {},
  deskHistory: {},
  deskLooks: {},
  deskClock: {},
  deskClockSet: { act: 'confirm' },
  deskLost: {},
  deskArchives: {},
  deskLog: {},
  deskMonthKeys: {},
  deskOrder: { order_no: 'x' },
  deskRefund: { order_no: 'x', reason: 'x' },
  caseList: {},
  caseDecide: { case_id: '999999999', decision: 'pass' },
  feedbackList: {},
  feedbackAnswer: { feedback_id: '999999999', answer: 'x' },
  moneyAlarms: {},
  moneyAlarmDone: { alarm_id: '1' },
  changeCapsule: { type: 1, price: 1 },
  createTimeCapsule: { ...textCapsule('<p>other</p>'), draft_id: capsule_id },
  createTimeDraft: { content: textCapsule('<p>other</p>').content, draft_id: capsule_id },
  createDiaryCapsule: { content: textCapsule('<p>other</p>').content, draft_id: capsule_id },
  createDiaryDraft: { content: textCapsule('<p>other</p>').content, draft_id: capsule_id },
  createForecastCapsule: { ...foretold('other'), draft_id: capsule_id },
  createForecastDraft: { ...foretold('other'), draft_id: capsule_id },
  forecastResolve: { capsule_id, result: 1, text: 'x' },
  forecastRecord: {},
  diaryList: { date: formatChina(Date.now()).slice(0, 7) },
  diaryCalendar: { month: formatChina(Date.now()).slice(0, 7).replace('-', '') },
  diaryEdit: { capsule_id, content: textCapsule('<p>other</p>').content },
  deleteDiary: { capsule_id },
  deletedDiaries: {},
  restoreDiary: { capsule_id },
  importDiaries: {
    ...{ batch_id: 'planted-word', source: 'archive' },
    entries: [
      {
        source_id: capsule_id,
        created_at: '2026-01-01 00:00:00',
        content: [{ type: 0, content: '<p>x</p>', comment: '' }],
      },
    ],
  },
  importPreview: { source: 'archive', entries: [{ source_id: capsule_id, day: '2026-01-01' }] },
  imports: {},
  undoImport: { batch_id: 'planted-word' },
  diaryThisDay: {},
  capsuleRecords: {},
  capsuleUpdate: { capsule_id, long_tag: 'x' },
  myDrafts: {},
  deleteDraft: { capsule_id },
  capsuleQlist: { capsule_id },
  unseal: { capsule_id, key_answer: { '您的生肖是？': 'wrong' } },
  unlockRequest: { capsule_id, reason: '我想要提前看到它，拜托拜托' },
  resetAnswers: { capsule_id, captcha: '0000' },
  dropQuestions: { capsule_id, captcha: '0000' },
  keepQuestions: { capsule_id },
  getInfoByToken: { unseal_token: linkOf(capsule_id) },
  unsealByToken: { unseal_token: linkOf(capsule_id), key_answer: { '您的生肖是？': 'wrong' } },
  capsuleReply: { capsule_id, text: 'x' },
  capsuleAgain: { capsule_id },
  capsuleContacts: { capsule_id },
  noticeLog: { capsule_id },
  renewLink: { capsule_id, channel: 'email' },
  waitingCapsule: { token: waitingTokenOf(capsule_id) },
  receiveCode: { token: waitingTokenOf(capsule_id) },
  receiveCapsule: { token: waitingTokenOf(capsule_id) },
  refuseCapsule: { token: waitingTokenOf(capsule_id) },
  received: {},
  capsuleReceiver: { capsule_id },
  answerCapsule: { capsule_id, text: 'x' },
  // Would end the address for the stranger, who is to take it.
  allowSharing: { capsule_id, allowed: 1 },
  undoReceiver: { capsule_id: '999999999' },
  changeReceiver: { capsule_id: '999999999' },
  contactAsker: { token: confirmLinkOf(capsule_id) },
  confirmContact: { token: confirmLinkOf(capsule_id) },
  stopContact: { token: 'x' },
  calendarEvent: { capsule_id },
  calendarFeed: {},
  renewCalendarFeed: {},
  endCalendarFeed: {},
  reviewLogin: { name: 'x', password: 'x', totp: '000000' },
  reviewList: {},
  reviewDecide: { application_id: '1', approve: 0, reply: '理由不够充分' },
  handNotices: {},
  handNoticeDone: { notice_id: '1', done: 1 },
  reviewLogout: {},
  sentLetters: {},
  cancelAccount: { captcha: '0000' },
  logout: {},
})

describe('sealed is sealed', () => {
  it.each([
    ['time capsule', 'createTimeCapsule', { contact: { email: CONTACT }, ...answers }],
    ['capsule for somebody', 'createTimeCapsule', { contact: { email: CONTACT }, ...answers, to: { name: '妈妈' } }],
    ['capsule back', 'createTimeCapsule', { contact: { email: CONTACT }, ...answers, to: { name: '妈妈' } }],
    ['diary', 'createDiaryCapsule', answers],
    ['prediction', 'createForecastCapsule', {}],
  ] as const)(
    'finds a planted word of a sealed %s – content, words, answers – nowhere before opening: every call, as owner, stranger, operator, nobody; every page, link, message, log and file',
    async (what, create, more) => {
      const [owner, stranger] = [await newPerson(app.url), await newPerson(app.url)]
      const sealed = { ...planted(), ...more }
      if (what === 'capsule back' && 'to' in sealed)
        Object.assign(sealed.to, { back_to: await openedBy(app, { sender: stranger, receiver: owner }) })
      const { capsule_id } = await get(app.url, create, sealed, { token: owner.token })
      const { user } = await get(app.url, 'userInfo', {}, owner)
      const asked = inputs(capsule_id, user.id)
      expect(Object.keys(asked).sort()).toEqual(Object.keys(calls).sort())
      await ask(app.url, 'unlockRequest', asked.unlockRequest, owner)
      const desk = await newDesk(app.url, app.services)
      for (const token of [owner.token, stranger.token, desk.token, undefined]) {
        for (const [name, input] of Object.entries(asked) as [CallName, unknown][]) {
          const { text, code } = await ask(app.url, name, input, { token })
          // A call that turned the person away has shown nothing of what it answers them.
          const isTheirs = (calls[name].who === 'operator') === (token === desk.token)
          if (token && isTheirs && calls[name].who !== 'anyone')
            expect(SIGN_IN_OVER, `${name}: ${text}`).not.toContain(code)
          for (const word of WORDS) expect(text, name).not.toContain(word)
        }
      }
      expect(await searchDoors(capsule_id, owner.token)).toEqual([])
      expect(await searchTables()).toEqual([])
      expect(await searchFiles()).toEqual([])
      await comeDue(app.services, capsule_id)
      // Its day has come, its people are told: still nothing of it in what is kept, sent, logged or linked to.
      expect(await searchNotices(owner.tel)).toEqual([])
      expect(await searchTables()).toEqual([])
      expect(await searchDoors(capsule_id, owner.token)).toEqual([])
      // The control: once it is open the word is there, so the search above could have found it.
      const { token } = await get(app.url, 'login', { tel: owner.tel, password: PASSWORD })
      await get(app.url, 'unseal', { capsule_id, ...answers }, { token })
      const { text } = await ask(app.url, 'capsuleDetail', { capsule_id }, { token })
      expect(text).toContain(PLANTED)
    },
    120_000,
  )

  it('a capsule for somebody whose sender has left is as sealed as before: no call of its receiver, a stranger, an operator or nobody, no table and no file has a word of it', async () => {
    const [owner, receiver, stranger] = [await newPerson(app.url), await newPerson(app.url), await newPerson(app.url)]
    const input = { ...planted(), contact: { email: CONTACT }, ...answers, to: { name: '妈妈' } }
    const { capsule_id } = await get(app.url, 'createTimeCapsule', input, owner)
    const { user } = await get(app.url, 'userInfo', {}, owner)
    await get(app.url, 'receiveCapsule', { token: waitingTokenOf(capsule_id) }, receiver)
    await forgetSends(app.services.db, owner.tel)
    await get(app.url, 'cancelAccount', { captcha: await newCode(app.url, owner.tel, owner), keep_letters: 1 }, owner)
    const desk = await newDesk(app.url, app.services)
    for (const token of [receiver.token, stranger.token, desk.token, undefined])
      for (const [name, given] of Object.entries(inputs(capsule_id, user.id)) as [CallName, unknown][]) {
        const { text } = await ask(app.url, name, given, { token })
        for (const word of WORDS) expect(text, name).not.toContain(word)
      }
    expect(await searchTables()).toEqual([])
    expect(await searchFiles()).toEqual([])
    await comeDue(app.services, capsule_id)
    await sendNotices(app.services)
    expect(await searchTables()).toEqual([])
    const { token } = await get(app.url, 'login', { tel: receiver.tel, password: PASSWORD })
    await get(app.url, 'unseal', { capsule_id, ...answers }, { token })
    expect((await ask(app.url, 'capsuleDetail', { capsule_id }, { token })).text).toContain(PLANTED)
  }, 120_000)

  it('the search of tables and files can find: a planted title is there', async () => {
    const { token } = await newPerson(app.url)
    await seal(app.url, token, textCapsule('<p>x</p>', { long_tag: 'findme-title' }))
    expect(await searchTables('findme-title')).not.toEqual([])
    await sql`checkpoint`.execute(app.services.db)
    if (!app.databaseUrl) expect(await searchFiles('findme-title')).not.toEqual([])
  })
})

/** Routes that answer to addresses instead of calls: links, pages, calendars. */
async function searchDoors(capsule_id: string, token: string): Promise<string[]> {
  const event = await ask(app.url, 'calendarEvent', { capsule_id }, { token })
  const feed = await ask(app.url, 'renewCalendarFeed', {}, { token })
  const addresses = [event.data?.url, feed.data?.url, `/u/${linkOf(capsule_id)}`, `/n/${confirmLinkOf(capsule_id)}`]
  addresses.push(`/w/${waitingTokenOf(capsule_id)}`)
  const found: string[] = []
  for (const address of [...addresses, '/', '/review', '/health', '/metrics'].filter(Boolean) as string[]) {
    const answer = await fetch(new URL(address, app.url), { redirect: 'manual' })
    const said = JSON.stringify([...answer.headers]) + (await answer.text())
    for (const word of WORDS) if (said.includes(word)) found.push(`${address}: ${word}`)
  }
  return found
}

/** Everything its people are sent – the owner here, its contact by e-mail – and all that is logged of it, in production too. */
async function searchNotices(tel: string): Promise<string[]> {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const { services } = app
  await sendNotices({ ...services, log, config: { ...services.config, production: true } })
  const said = await Promise.all(
    [tel, CONTACT].map(async (to) => (await fetch(`${app.url}/dev/outbox?to=${to}`)).json()),
  )
  expect(said.flat().map(({ template }) => template)).toContain('openOwner')
  const texts = said.flat().map(({ text, params, template }) => JSON.stringify([text, params, template]))
  return [...lines, ...texts].filter((text) => WORDS.some((word) => text.includes(word)))
}

/** Every row of every table as text – and as the bytes of a bytea. */
async function searchTables(...words: string[]): Promise<string[]> {
  const wanted = words.length ? words : WORDS
  const forms = wanted.flatMap((word) => [word, Buffer.from(word).toString('hex')])
  const dump = await dumpOf(app.services.db)
  return dump.flatMap(({ table, row }) => forms.filter((form) => row.includes(form)).map((form) => `${table}: ${form}`))
}

/** Every file of the data folder, the write-ahead log included (the embedded engine's; a server keeps its own). */
async function searchFiles(...words: string[]): Promise<string[]> {
  await sql`checkpoint`.execute(app.services.db)
  const wanted = words.length ? words : WORDS
  const found: string[] = []
  for (const entry of await readdir(app.dataDir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    for (const word of wanted) if (bytes.includes(word)) found.push(`${entry.name}: ${word}`)
  }
  return found
}
