import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { ENDING_STAGES, type EndingStage, type Ends, whyEnded } from '#contract/ending.ts'
import { addDays, chinaDay, longDayText } from '#contract/time.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { runCommand } from '#server/http/commands.ts'
import { registerUpload } from '#server/platform/media/registerUpload.ts'
import { startStandins } from '#standins/platforms.ts'
import { startApp, stopApp, withApp } from '#test/app.ts'
import { ask, foretold, get, newPerson, newTel, PASSWORD, postForm, seal, textCapsule, upload } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { comeDue } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { newDesk } from '#test/operator.ts'
import { handsOf } from '#test/payments.ts'
import { travel } from '#test/trip.ts'
import { tellOfEnd } from './tellOfEnd.ts'

const platforms = await startStandins()
afterAll(() => platforms.close())
const app = withApp(platforms.env)
const run = (...words: string[]) => runCommand(app.services, ['sunset', ...words])
const endsOn = chinaDay(addDays(Date.now(), 181))
const announce = () => run('announce', endsOn, '--confirm', '停止运营')

/** As if so much time had passed since the announcement. */
async function passed(set: 'a day' | 'all days'): Promise<void> {
  const { db, ending } = app.services
  await sql`update sunset set announced_at = announced_at - interval '2 days', tells_from = tells_from - interval '2 days'`.execute(
    db,
  )
  if (set === 'all days') await sql`update sunset set ends_on = current_date`.execute(db)
  ending.forget()
}

async function reach(stage: EndingStage | undefined): Promise<void> {
  if (stage === undefined) return
  await announce()
  if (stage === 'announced') return
  await passed(stage === 'told' ? 'a day' : 'all days')
  if (stage === 'readonly') await run('readonly', '--confirm', '停止写入')
}

afterEach(async () => {
  await app.services.db.deleteFrom('sunset').execute()
  app.services.ending.forget()
})

const acts = () => app.services.db.selectFrom('operator_acts').select(['act', 'target']).where('kind', '=', 'sunset')

/** The calls that end, by what ends them, with an input each that nothing else refuses as wrong. */
const content = textCapsule('<p>写</p>').content
const ENDING: Record<Exclude<Ends, 'never'>, Partial<Record<CallName, unknown>>> = {
  accounts: { register: { tel: '13000000000', password: PASSWORD, captcha: '0000' } },
  selling: {
    wxPay: { goods_id: '1', trade_type: 'scan' },
    aliPay: { goods_id: '1', trade_type: 'scan' },
    getAlipayUserId: { code: 'x' },
    alipayFromApplet: { goods_id: '1', buger_id: '2088000000000000' },
  },
  writing: {
    claimGift: {},
    ossToken: {},
    like: { capsule_id: '1' },
    userFollow: { user_id: '1' },
    giveGift: { user_id: '1', gift: { time: 1 } },
    changeCapsule: { type: 1, price: 1 },
    createTimeDraft: { content },
    createDiaryDraft: { content },
    createForecastDraft: foretold('会下雨'),
    capsuleUpdate: { capsule_id: '1', long_tag: 'x' },
    createTimeCapsule: textCapsule('<p>封</p>'),
    createDiaryCapsule: { content },
    createForecastCapsule: foretold('会下雨'),
    capsuleAgain: { capsule_id: '1' },
    answerCapsule: { capsule_id: '1', text: '收到了' },
    diaryEdit: { capsule_id: '1', content },
    importDiaries: {
      ...{ batch_id: 'b', source: 'flomo' },
      entries: [{ source_id: 'a', created_at: '2020-01-01 10:00:00', content }],
    },
  },
}
/** The stages at which each is refused. */
const REFUSED: Record<string, readonly (EndingStage | undefined)[]> = {
  accounts: ['told', 'readonly'],
  selling: ['told', 'readonly'],
  writing: ['readonly'],
}
const ended = Object.values(ENDING).flatMap((names) => Object.keys(names))

describe('every call says with what it ends', () => {
  it('and those that end are these', () => {
    const saying = Object.entries(calls).filter(([, { ends }]) => ends !== 'never')
    const told = Object.fromEntries(saying.map(([name, { ends }]) => [name, ends]))
    const wanted = Object.entries(ENDING).flatMap(([ends, names]) => Object.keys(names).map((name) => [name, ends]))
    expect(told).toEqual(Object.fromEntries(wanted))
  })

  it.each([undefined, ...ENDING_STAGES])('and is refused by that alone, when the end is %s', async (stage) => {
    const [person] = await newCrowd(app.services, 1)
    await reach(stage)
    const token = person!.token
    for (const [ends, names] of Object.entries(ENDING) as [Ends, Partial<Record<CallName, unknown>>][]) {
      const isRefused = REFUSED[ends]!.includes(stage)
      for (const [name, input] of Object.entries(names)) {
        const { code, message } = await ask(app.url, name as CallName, input, { token })
        expect({ name, isRefused: code === CODE.ended }).toEqual({ name, isRefused })
        if (isRefused) expect(message).toBe(whyEnded(ends, stage))
      }
    }
    // Calls that would end this sign-in come last.
    const others = (Object.keys(calls) as CallName[]).filter((name) => !ended.includes(name))
    for (const name of others) {
      const { code } = await ask(app.url, name, {}, { token })
      expect(code, name).not.toBe(CODE.ended)
    }
  })
})

describe('plan', () => {
  it('counts what there is, and changes nothing', async () => {
    const [person] = await newCrowd(app.services, 1)
    await give(app.services, Number(person!.id), [{ kind: 'time', amount: 1 }])
    await seal(app.url, person!.token, textCapsule('<p>封</p>', { open_time: '2046-01-01 00:00:00' }))
    const said = await run('plan')
    expect(said).toMatch(/2046 年解封：1 枚/)
    expect(said).toContain('月钥匙：')
    expect(said).toContain(chinaDay(addDays(Date.now(), 180)))
    expect(await app.services.db.selectFrom('sunset').selectAll().execute()).toEqual([])
    expect(await app.services.ending.read()).toBeUndefined()
  })
})

describe('announce', () => {
  it('takes a day 180 days from now at the earliest, and a confirmation by its name', async () => {
    const late = chinaDay(addDays(Date.now(), 179))
    await expect(run('announce', late, '--confirm', '停止运营')).rejects.toThrow(chinaDay(addDays(Date.now(), 180)))
    await expect(run('announce', endsOn)).rejects.toThrow('--confirm 停止运营')
    await expect(run('announce', endsOn, '--confirm', '好')).rejects.toThrow('--confirm 停止运营')
    await expect(run('announce', '明年', '--confirm', '停止运营')).rejects.toThrow('用法')
    await announce()
    await expect(announce()).rejects.toThrow('已经公告过了')
    expect(await run('plan')).toContain(endsOn)
  })

  it('shows on the pages and on /health, and is written down', async () => {
    const rows = () => get(app.url, 'systemInfo', {}).then((rows) => rows.find(({ name }) => name === 'ending')?.value)
    const health = () => fetch(`${app.url}/health`).then((answer) => answer.json())
    expect([await rows(), (await health()).sunset]).toEqual([undefined, undefined])
    await announce()
    expect([await rows(), (await health()).sunset]).toEqual([`announced ${endsOn}`, { stage: 'announced', endsOn }])
    expect(await acts().execute()).toContainEqual({ act: 'announce', target: endsOn })
    const desk = await newDesk(app.url, app.services)
    const { acts: shown } = await get(app.url, 'deskHistory', {}, { token: desk.token })
    expect(shown).toContainEqual(expect.objectContaining({ kind: 'sunset', act: 'announce', operator: '命令行' }))
  })

  it('sends nothing for a day, and is taken back without a trace but the acts', async () => {
    const [person] = await newCrowd(app.services, 1)
    await announce()
    await sql`update sunset set announced_at = announced_at - interval '23 hours', tells_from = tells_from - interval '23 hours'`.execute(
      app.services.db,
    )
    await tellOfEnd(app.services)
    await expect(run('announce', '--take-back')).rejects.toThrow('--confirm 继续运营')
    await run('announce', '--take-back', '--confirm', '继续运营')
    expect(await app.services.db.selectFrom('sunset').selectAll().execute()).toEqual([])
    expect(await lettersOf([person!])).toEqual([])
    expect(await smsOf([person!])).toEqual([])
    expect((await get(app.url, 'systemInfo', {})).map(({ name }) => name)).not.toContain('ending')
    expect(await acts().execute()).toContainEqual({ act: 'takeBack', target: endsOn })
  })

  it('cannot be taken back after that day', async () => {
    await reach('told')
    await expect(run('announce', '--take-back', '--confirm', '继续运营')).rejects.toThrow('没有可以收回的公告')
  })
})

const lettersOf = (people: Member[]) =>
  app.services.db
    .selectFrom('inbox')
    .select(['user_id', 'page', 'text'])
    .where('kind', '=', 'sunset')
    .where(
      'user_id',
      'in',
      people.map(({ id }) => Number(id)),
    )
    .orderBy('user_id')
    .execute()
const smsOf = (people: Member[]) =>
  app.services.db
    .selectFrom('messages')
    .select(['user_id', 'state'])
    .where('template', '=', 'sunset')
    .where(
      'user_id',
      'in',
      people.map(({ id }) => Number(id)),
    )
    .orderBy('user_id')
    .execute()

describe('after a day', () => {
  it('everybody has one letter and one SMS, in bites that wait for their SMS, on two processes, through a failure', async () => {
    const { db } = app.services
    const crowd = await newCrowd(app.services, 450)
    const numbers = crowd.map(({ id }) => Number(id))
    await db.updateTable('users').set({ tel: null }).where('id', '=', numbers[7]!).execute()
    await reach('told')
    await sql`create function fall() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
      db,
    )
    await sql`create trigger fall before update of told_to on sunset for each row execute function fall()`.execute(db)
    await expect(tellOfEnd(app.services)).rejects.toThrow('killed')
    expect([await lettersOf(crowd), await smsOf(crowd)]).toEqual([[], []])
    await sql`drop trigger fall on sunset; drop function fall`.execute(db)

    const other = app.databaseUrl ? await startApp(app) : undefined
    const both = () => Promise.all([tellOfEnd(app.services), tellOfEnd(other?.services ?? app.services)])
    await both()
    const waiting = (await smsOf(crowd)).filter(({ state }) => state === 'waiting')
    expect(waiting.length).toBeLessThanOrEqual(200)
    for (let i = 0; i < 20 && (await untold()); i++) {
      await both()
      await sendNotices(app.services)
    }
    await both()
    if (other) await stopApp(other, { planted: true })
    expect((await lettersOf(crowd)).map(({ user_id }) => user_id)).toEqual(numbers)
    expect((await smsOf(crowd)).map(({ user_id }) => user_id)).toEqual(numbers.filter((id) => id !== numbers[7]))
    const [letter] = await lettersOf(crowd)
    expect(letter).toMatchObject({ page: '/pages/ending', text: expect.stringContaining(longDayText(endsOn)) })
    await db.updateTable('users').set({ tel: newTel() }).where('id', '=', numbers[7]!).execute()
  })

  it('nobody new registers, by a number or by a platform, and those with an account sign in', async () => {
    const person = await newPerson(app.url, { gift: false })
    const known = await signInAs('老朋友')
    expect(known.code).toBe(CODE.ok)
    await reach('told')
    const why = whyEnded('accounts', 'told')!
    await expect(newPerson(app.url)).rejects.toThrow(why)
    expect(await signInAs('新朋友')).toMatchObject({ code: CODE.ended, message: why })
    await get(app.url, 'login', { tel: person.tel, password: PASSWORD })
    expect((await signInAs('老朋友')).code).toBe(CODE.ok)
  })

  it('an order that was begun before is paid and counts, and a repeat of it is answered', async () => {
    const [person] = await newCrowd(app.services, 1)
    const { token } = person!
    const key = randomUUID()
    const input = { goods_id: '1', trade_type: 'scan' as const }
    const order = await get(app.url, 'wxPay', input, { token, key })
    await reach('told')
    expect(await get(app.url, 'wxPay', input, { token, key })).toEqual(order)
    await handsOf(platforms).wechat.pay(order)
    await get(app.url, 'wxAndAliPaySuccess', {}, { token })
    const { user } = await get(app.url, 'userInfo', {}, { token })
    expect(user.time_count).toBeGreaterThan(0)
  })
})

async function signInAs(name: string) {
  const { code, state, cookie } = await travel(app.url, { provider: 'wechat', purpose: 'login', name })
  return ask(app.url, 'wechatLogin', { code, state }, { headers: { cookie } })
}

const untold = async (): Promise<boolean> =>
  (await app.services.db.selectFrom('sunset').select('told_at').executeTakeFirst())?.told_at === null

describe('readonly', () => {
  let person: Member
  beforeAll(async () => {
    person = (await newCrowd(app.services, 1))[0]!
    await give(app.services, Number(person.id), [{ kind: 'time', amount: 9 }])
  })

  it('waits for the announced day, and for its words', async () => {
    await expect(run('readonly', '--confirm', '停止写入')).rejects.toThrow('还没有公告')
    await reach('told')
    await expect(run('readonly', '--confirm', '停止写入')).rejects.toThrow(endsOn)
    await sql`update sunset set ends_on = current_date`.execute(app.services.db)
    await expect(run('readonly')).rejects.toThrow('--confirm 停止写入')
    await run('readonly', '--confirm', '停止写入')
    expect(await run('readonly')).toContain('已经停止写入')
    expect(await acts().execute()).toContainEqual({ act: 'readonly', target: chinaDay(Date.now()) })
  })

  it('waits for no day in development', async () => {
    await announce()
    const config = { ...app.services.config, development: true }
    await runCommand({ ...app.services, config }, ['sunset', 'readonly', '--confirm', '停止写入'])
    expect(await app.services.ending.read()).toEqual({ stage: 'readonly', endsOn })
  })

  it('a repeat of what was written before gets its answer, and the same key nothing new', async () => {
    const input = textCapsule('<p>最后一封</p>')
    const key = randomUUID()
    const first = await get(app.url, 'createTimeCapsule', input, { token: person.token, key })
    await get(app.url, 'createTimeCapsule', input, { token: person.token })
    await reach('readonly')
    expect(await get(app.url, 'createTimeCapsule', input, { token: person.token, key })).toEqual(first)
    const other = await ask(app.url, 'createTimeCapsule', textCapsule('<p>又一封</p>'), { token: person.token, key })
    expect(other.code).toBe(CODE.refused)
    const again = await ask(app.url, 'createTimeCapsule', input, { token: person.token })
    expect(again.code).toBe(CODE.ended)
  })

  it('a form that was given out before takes no file any more', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const { hosts } = await get(app.url, 'ossToken', {}, { token: person.token })
    expect(await upload(app.url, person.token, 'image', png, 'png')).toContain('image')
    await reach('readonly')
    const heardOf = registerUpload(app.services, `${hosts.image.prefix}${randomUUID()}.png`)
    await expect(heardOf).rejects.toMatchObject({ code: CODE.ended })
    if (app.services.media.kind !== 'disk') return
    const { response } = await postForm(app.url, hosts.image, png, { ext: 'png' })
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('已停止写入')])
  })

  it('what falls due is opened and told as ever, its contacts can be corrected before, and it can be judged after', async () => {
    const sealed = await seal(app.url, person.token, textCapsule('<p>到期</p>'))
    await give(app.services, Number(person.id), [{ kind: 'forecast', amount: 1 }])
    const { capsule_id: foreseen } = await get(app.url, 'createForecastCapsule', foretold('会下雨'), {
      token: person.token,
      key: randomUUID(),
    })
    await reach('readonly')
    const corrected = await ask(
      app.url,
      'capsuleContacts',
      { capsule_id: sealed, contact: {} },
      { token: person.token },
    )
    expect(corrected.code).not.toBe(CODE.ended)
    await comeDue(app.services, sealed)
    await comeDue(app.services, foreseen)
    await sendNotices(app.services)
    const told = await app.services.db
      .selectFrom('messages')
      .select('template')
      .where('capsule_id', '=', Number(sealed))
      .execute()
    expect(told.map(({ template }) => template)).toContain('openOwner')
    for (const capsule_id of [sealed, foreseen]) await get(app.url, 'unseal', { capsule_id }, { token: person.token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: sealed }, { token: person.token })
    expect(JSON.stringify(capsule)).toContain('到期')
    await get(app.url, 'forecastResolve', { capsule_id: foreseen, result: 1 }, { token: person.token })
    await get(app.url, 'capsuleReply', { capsule_id: sealed, text: '收到了' }, { token: person.token })
  })
})
