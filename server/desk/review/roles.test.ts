import { describe, expect, it } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { ROLE_MISSING, ROLES, type Role, TOTP_NOT_BEGUN, TOTP_WRONG } from '#contract/desk.ts'
import { OPERATOR_WRONG } from '#contract/review.ts'
import { runCommand } from '#server/http/commands.ts'
import { withApp } from '#test/app.ts'
import { ask, get, post } from '#test/client.ts'
import { newCrowd, openedCapsule } from '#test/crowd.ts'
import { newDesk, newOperator, readSecrets } from '#test/operator.ts'

const app = withApp()
const STEP_MS = 30_000
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const deskCalls = (Object.keys(calls) as CallName[]).filter((name) => calls[name].who === 'operator')
const roleOf = (name: CallName): Role | undefined => (calls[name] as { role?: Role }).role
/** Calls open to every operator: about themselves, and the history. */
const OWN = ['reviewLogout', 'deskMe', 'deskPassword', 'deskTotpNew', 'deskTotp', 'deskEndSession', 'deskHistory']

/** The process's clock goes on step by step: each code is good once. */
async function inSteps(work: (next: () => number) => Promise<void>): Promise<void> {
  const { now } = app.services
  let moment = Date.now()
  app.services.now = () => new Date(moment)
  const next = () => {
    moment += STEP_MS
    return moment
  }
  await work(next).finally(() => {
    app.services.now = now
  })
}

describe('roles', () => {
  it('stand at every call of the desk but those about oneself', () => {
    expect(deskCalls.filter((name) => roleOf(name) === undefined).toSorted()).toEqual(OWN.toSorted())
  })

  it.each(ROLES)('an operator without %s gets 1003 in every call that needs it, and nothing happens', async (role) => {
    const others = ROLES.filter((other) => other !== role)
    const [without, with_] = [
      await newDesk(app.url, app.services, others),
      await newDesk(app.url, app.services, [role]),
    ]
    const needing = deskCalls.filter((name) => roleOf(name) === role)
    expect(needing.length).toBeGreaterThan(2)
    for (const name of needing) {
      const refused = await post(app.url, calls[name].path, '{}', bearer(without.token))
      expect([refused.code, refused.message], name).toEqual([CODE.forbidden, ROLE_MISSING])
      expect((await post(app.url, calls[name].path, '{}', bearer(with_.token))).code, name).not.toBe(CODE.forbidden)
    }
  })

  it('are given on the command line, taken at once, and all by default', async () => {
    const { name, token } = await newDesk(app.url, app.services)
    expect((await get(app.url, 'deskMe', {}, { token })).roles).toEqual([...ROLES])
    expect(await runCommand(app.services, ['operator', 'roles', name, 'money'])).toContain('资金')
    expect(await ask(app.url, 'caseList', {}, { token })).toMatchObject({ code: CODE.forbidden })
    expect(await ask(app.url, 'moneyAlarms', {}, { token })).toMatchObject({ code: CODE.ok })
    await expect(runCommand(app.services, ['operator', 'roles', name, 'boss'])).rejects.toThrow('权限只能是')
    await expect(runCommand(app.services, ['operator', 'roles', '没有这个人', 'money'])).rejects.toThrow('没有名叫')
    const said = await runCommand(app.services, ['operator', 'add', '小会计', 'money,keeper'])
    expect(said).toContain('权限：资金、值守')
    expect(readSecrets(said).password).toBeTruthy()
  })
})

describe('an operator changes by themselves', () => {
  it('the password: with the old one and a fresh code; every other sign-in ends', async () => {
    await inSteps(async (next) => {
      const { name, token, password, codeAt } = await newDesk(app.url, app.services)
      const other = await get(app.url, 'reviewLogin', { name, password, totp: codeAt(next()) })
      const change = (fields: object) =>
        ask(
          app.url,
          'deskPassword',
          { password, totp: codeAt(next()), next: 'a much longer one', ...fields },
          { token },
        )
      expect(await change({ next: 'short' })).toMatchObject({
        code: CODE.badRequest,
        data: { field: 'next' },
      })
      expect(await change({ password: 'guess' })).toMatchObject({ code: CODE.refused, message: OPERATOR_WRONG })
      expect(await change({ totp: '000000' })).toMatchObject({ code: CODE.refused, message: OPERATOR_WRONG })
      expect(await change({})).toMatchObject({ code: CODE.ok })
      await get(app.url, 'deskMe', {}, { token })
      expect(await ask(app.url, 'deskMe', {}, { token: other.token })).toMatchObject({ code: CODE.tokenEnded })
      expect(await ask(app.url, 'reviewLogin', { name, password, totp: codeAt(next()) })).toMatchObject({
        code: CODE.refused,
      })
      await get(app.url, 'reviewLogin', { name, password: 'a much longer one', totp: codeAt(next()) })
    })
  })

  it('the secret of the code: the old one holds until the new one was right once', async () => {
    await inSteps(async (next) => {
      const { name, token, password, codeAt } = await newDesk(app.url, app.services)
      expect(await ask(app.url, 'deskTotp', { totp: '123456' }, { token })).toMatchObject({ message: TOTP_NOT_BEGUN })
      const made = await get(app.url, 'deskTotpNew', { password, totp: codeAt(next()) }, { token })
      const fresh = readSecrets(`密码：x\n动态码密钥：${made.secret}\n`)
      expect(made.uri).toContain(made.secret)
      const kept = await app.services.db.selectFrom('operators').selectAll().where('name', '=', name).executeTakeFirst()
      expect(JSON.stringify(kept)).not.toContain(made.secret)
      await get(app.url, 'reviewLogin', { name, password, totp: codeAt(next()) })
      expect(await ask(app.url, 'deskTotp', { totp: '000000' }, { token })).toMatchObject({ message: TOTP_WRONG })
      await get(app.url, 'deskTotp', { totp: fresh.codeAt(next()) }, { token })
      const signIn = (totp: string) => ask(app.url, 'reviewLogin', { name, password, totp })
      expect(await signIn(codeAt(next()))).toMatchObject({ code: CODE.refused })
      expect(await signIn(fresh.codeAt(next()))).toMatchObject({ code: CODE.ok })
    })
  })

  it('where they are signed in: one by one, or everywhere else; nobody else’s', async () => {
    await inSteps(async (next) => {
      const { name, token, password, codeAt } = await newDesk(app.url, app.services)
      const others: string[] = []
      for (let i = 0; i < 3; i++)
        others.push((await get(app.url, 'reviewLogin', { name, password, totp: codeAt(next()) })).token)
      const { sessions } = await get(app.url, 'deskMe', {}, { token })
      expect(sessions.map(({ current }) => current)).toEqual([0, 0, 0, 1])
      const stranger = await newDesk(app.url, app.services)
      const end = (session_id: string | undefined, token: string) =>
        ask(app.url, 'deskEndSession', { session_id }, { token })
      expect(await end(sessions[0]!.id, stranger.token)).toMatchObject({ code: CODE.missing })
      expect(await end(sessions[0]!.id, token)).toMatchObject({ code: CODE.ok })
      expect(await ask(app.url, 'deskMe', {}, { token: others[2]! })).toMatchObject({ code: CODE.tokenEnded })
      expect(await ask(app.url, 'deskMe', {}, { token: others[0]! })).toMatchObject({ code: CODE.ok })
      await end(undefined, token)
      expect((await get(app.url, 'deskMe', {}, { token })).sessions).toHaveLength(1)
      await get(app.url, 'deskMe', {}, { token: stranger.token })
    })
  })
})

describe('what operators do', () => {
  it('stands in the history with who, what and when, and can be read of one of them', async () => {
    const [author, reporter] = await newCrowd(app.services, 2)
    const capsule = await openedCapsule(app, author!, '一颗')
    await get(app.url, 'report', { kind: 'capsule', id: capsule, reason: 1 }, { token: reporter!.token })
    const [one, two] = [await newDesk(app.url, app.services), await newDesk(app.url, app.services)]
    const { cases } = await get(app.url, 'caseList', { pageSize: 50 }, { token: one.token })
    const { id } = cases.find(({ user }) => user.id === author!.id)!
    const decide = (decision: 'ban' | 'down', token: string) =>
      get(app.url, 'caseDecide', { case_id: id, decision, note: '不合适' }, { token })
    await decide('ban', one.token)
    await decide('down', two.token)
    const history = async (operator?: string) =>
      (await get(app.url, 'deskHistory', { operator }, { token: one.token })).acts
    expect(await history(one.name)).toMatchObject([
      { operator: one.name, kind: 'case', target: id, act: 'ban', note: '不合适' },
    ])
    expect(await history(two.name)).toMatchObject([{ operator: two.name, act: 'down' }])
    expect((await history()).slice(0, 2).map(({ operator }) => operator)).toEqual([two.name, one.name])
  })

  it('and what they look at of people is recorded once a day, and listed for the keeper', async () => {
    const [author, reporter] = await newCrowd(app.services, 2)
    await get(app.url, 'report', { kind: 'user', id: author!.id, reason: 1 }, { token: reporter!.token })
    const { token, name } = await newDesk(app.url, app.services)
    const looks = async () =>
      (await get(app.url, 'deskLooks', { operator: name, pageSize: 50 }, { token })).looks.filter(
        ({ kind }) => kind === 'case',
      )
    expect(await looks()).toEqual([])
    const { cases } = await get(app.url, 'caseList', { pageSize: 50 }, { token })
    await get(app.url, 'caseList', { pageSize: 50 }, { token })
    expect((await looks()).map(({ target }) => target).toSorted()).toEqual(cases.map(({ id }) => id).toSorted())
  })

  it('to the clock is what the command line does, and is written down', async () => {
    const { token, name } = await newDesk(app.url, app.services)
    expect(await get(app.url, 'deskClock', {}, { token })).toMatchObject({
      held: 0,
      text: expect.stringContaining('一切正常'),
    })
    expect(await get(app.url, 'deskClockSet', { act: 'hold' }, { token })).toMatchObject({ held: 1 })
    expect(await get(app.url, 'deskClockSet', { act: 'confirm' }, { token })).toMatchObject({ held: 0 })
    const { acts } = await get(app.url, 'deskHistory', { operator: name }, { token })
    expect(acts.map(({ act }) => act)).toEqual(['confirm', 'hold'])
  })

  it('about an order nobody has is that there is none', async () => {
    const { token, password, codeAt } = await newDesk(app.url, app.services, ['money'])
    expect(await ask(app.url, 'deskOrder', { order_no: 'none' }, { token })).toMatchObject({ code: CODE.missing })
    const totp = codeAt(app.services.now().getTime() + STEP_MS)
    const refund = { order_no: 'none', reason: 'x', password, totp }
    expect(await ask(app.url, 'deskRefund', refund, { token })).toMatchObject({
      code: CODE.refused,
      message: '没有订单 none',
    })
  })
})

it('an operator who was removed is out at every call', async () => {
  const { name, token } = await newDesk(app.url, app.services)
  await runCommand(app.services, ['operator', 'remove', name])
  for (const call of deskCalls)
    expect((await post(app.url, calls[call].path, '{}', bearer(token))).code, call).toBe(CODE.tokenEnded)
  await expect(newOperator(app.services, ROLES, name)).rejects.toThrow('已经用过')
})
