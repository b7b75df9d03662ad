import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { AVATARS } from '#contract/profile.ts'
import { withApp } from '#test/app.ts'
import {
  ask,
  forgetSends,
  get,
  md5,
  newCode,
  newPerson,
  newTel,
  PASSWORD,
  seal,
  textCapsule,
  wrongFor,
} from '#test/client.ts'

const app = withApp()
const person = () => newPerson(app.url, { gift: false })
const userOf = async (token: string) => (await get(app.url, 'userInfo', {}, { token })).user

describe('the profile', () => {
  it.each([
    ['', '请填写昵称'],
    ['   ', '不能有空格'],
    ['\u3000\u200b', '不能有空格'],
    ['长'.repeat(21), '已超出20字上限'],
    ['a\u202eb', '昵称里有看不见的字符'],
    ['该用户已注销', '这个昵称不能使用'],
    ['该⽤户已注销', '这个昵称不能使用'],
    ['该用户\ufe0f已注销', '这个昵称不能使用'],
    ['\u2800', '不能有空格'],
    ['a\u{e0041}', '昵称里有看不见的字符'],
  ])('refuses the nickname %j', async (nickname, message) => {
    const { token } = await person()
    const before = await userOf(token)
    expect(await ask(app.url, 'userInfoUpdate', { nickname }, { token })).toMatchObject({ code: 2, message })
    expect(await userOf(token)).toEqual(before)
  })

  it('takes a nickname of 20 characters as people count them, without the blanks around it', async () => {
    const { token } = await person()
    const name = '😀'.repeat(20)
    const { user } = await get(app.url, 'userInfoUpdate', { nickname: ` ${name} ` }, { token })
    expect(user.nickname).toBe(name)
  })

  it('shows a nickname as it was written: it is text', async () => {
    const { token } = await person()
    const { user } = await get(app.url, 'userInfoUpdate', { nickname: '<b>"&</b>' }, { token })
    expect(user.nickname).toBe('<b>"&</b>')
  })

  it('takes only the avatars there are to choose from, and the two sexes', async () => {
    const { token } = await person()
    const foreign = await ask(app.url, 'userInfoUpdate', { avatar: 'https://evil.example/a.png' }, { token })
    expect(foreign).toMatchObject({ code: CODE.badRequest, data: { field: 'avatar' } })
    expect(await ask(app.url, 'userInfoUpdate', { sex: '2' }, { token })).toMatchObject({ code: CODE.badRequest })
    expect(await ask(app.url, 'userInfoUpdate', {}, { token })).toMatchObject({ code: CODE.badRequest })
    const { user } = await get(app.url, 'userInfoUpdate', { avatar: AVATARS[3]!, sex: '0' }, { token })
    expect(user).toMatchObject({ avatar: AVATARS[3], sex: '0' })
  })

  it('shows no sex any more once the person has taken it back', async () => {
    const { token } = await person()
    await get(app.url, 'userInfoUpdate', { sex: '1' }, { token })
    expect((await get(app.url, 'userInfoUpdate', { sex: '' }, { token })).user.sex).toBe('')
    const { user } = await get(app.url, 'userInfo', {}, { token })
    expect(user.sex).toBe('')
  })
})

describe('binding a phone', () => {
  const bind = async (token: string, tel: string, password = PASSWORD) =>
    ask(app.url, 'telBind', { tel, password, captcha: await newCode(app.url, tel, { token }) }, { token })

  it('changes the number for anyone who knows the password', async () => {
    const { tel, token } = await person()
    const next = newTel()
    expect(await bind(token, next)).toMatchObject({ code: CODE.ok })
    expect(await ask(app.url, 'login', { tel, password: PASSWORD })).toMatchObject({ code: CODE.refused })
    expect(await ask(app.url, 'login', { tel: next, password: PASSWORD })).toMatchObject({ code: CODE.ok })
  })

  it('refuses a wrong password, ten times in 15 minutes, and keeps the code for the right one', async () => {
    const { token } = await person()
    const tel = newTel()
    const captcha = await newCode(app.url, tel, { token })
    const wrong = { tel, password: md5('not the password'), captcha }
    const codes: number[] = []
    for (let i = 0; i < 9; i++) codes.push((await ask(app.url, 'telBind', wrong, { token })).code)
    expect(codes).toEqual(Array(9).fill(CODE.refused))
    expect(await ask(app.url, 'telBind', { ...wrong, password: PASSWORD }, { token })).toMatchObject({ code: CODE.ok })
    const next = { ...wrong, tel: newTel() }
    for (let i = 0; i < 10; i++) await ask(app.url, 'telBind', next, { token })
    expect(await ask(app.url, 'telBind', next, { token })).toMatchObject({ code: CODE.tooManyTries })
  })

  it("says that a number is somebody else's only after a right code", async () => {
    const [{ token }, other] = [await person(), await person()]
    await forgetSends(app.services.db, other.tel)
    const captcha = await newCode(app.url, other.tel, { token })
    const guess = { tel: other.tel, password: PASSWORD, captcha: wrongFor(captcha) }
    expect(await ask(app.url, 'telBind', guess, { token })).toMatchObject({ code: 2, message: '验证码错误或已过期' })
    const known = await ask(app.url, 'telBind', { ...guess, captcha }, { token })
    expect(known).toMatchObject({ code: 2, message: '该手机号已绑定其他账号' })
    expect(await ask(app.url, 'login', { tel: other.tel, password: PASSWORD })).toMatchObject({ code: CODE.ok })
  })

  it('never takes a code that was asked for while signed out, nor the other way', async () => {
    const { token } = await person()
    const [one, two] = [newTel(), newTel()]
    const outside = await newCode(app.url, one)
    const bound = await ask(app.url, 'telBind', { tel: one, password: PASSWORD, captcha: outside }, { token })
    expect(bound).toMatchObject({ code: 2, message: '验证码错误或已过期' })
    const inside = await newCode(app.url, two, { token })
    const registered = await ask(app.url, 'register', { tel: two, password: PASSWORD, captcha: inside })
    expect(registered).toMatchObject({ code: 2, message: '验证码错误或已过期' })
  })
})

describe('the list of sign-ins', () => {
  it('shows each with its source, and which one asks', async () => {
    const { tel, token } = await person()
    await get(app.url, 'login', { tel, password: PASSWORD }, { headers: { source: 'ios' } })
    const { sessions } = await get(app.url, 'sessions', {}, { token })
    expect(sessions.map(({ source }) => source).sort()).toEqual(['h5', 'ios'])
    expect(sessions.filter(({ current }) => current === 1)).toHaveLength(1)
    expect(sessions[0]!.last_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('ends one elsewhere, or all others', async () => {
    const { tel, token } = await person()
    const others = [1, 2, 3].map(() => get(app.url, 'login', { tel, password: PASSWORD }))
    const tokens = (await Promise.all(others)).map((one) => one.token)
    const { sessions } = await get(app.url, 'sessions', {}, { token: tokens[0]! })
    const own = sessions.find(({ current }) => current === 1)!.id
    await get(app.url, 'endSession', { session_id: own }, { token })
    expect(await ask(app.url, 'userInfo', {}, { token: tokens[0]! })).toMatchObject({ code: CODE.tokenEnded })
    expect(await ask(app.url, 'userInfo', {}, { token: tokens[1]! })).toMatchObject({ code: CODE.ok })
    await get(app.url, 'endSession', {}, { token })
    for (const other of tokens) {
      expect(await ask(app.url, 'userInfo', {}, { token: other })).toMatchObject({ code: CODE.tokenEnded })
    }
    expect(await ask(app.url, 'userInfo', {}, { token })).toMatchObject({ code: CODE.ok })
  })

  it("knows nothing of somebody else's", async () => {
    const [one, two] = [await person(), await person()]
    const { sessions } = await get(app.url, 'sessions', {}, { token: two.token })
    const foreign = await ask(app.url, 'endSession', { session_id: sessions[0]!.id }, { token: one.token })
    const missing = await ask(app.url, 'endSession', { session_id: '999999999' }, { token: one.token })
    expect(foreign.code).toBe(CODE.missing)
    expect(foreign.text).toBe(missing.text)
    expect(await ask(app.url, 'userInfo', {}, { token: two.token })).toMatchObject({ code: CODE.ok })
  })
})

it('the agreement and the privacy policy come from their files, with their version', async () => {
  const [terms, privacy] = await Promise.all(
    ([0, 1] as const).map(async (type) => (await get(app.url, 'userArgument', { type })).agreement),
  )
  expect(terms).toMatchObject({ title: '用户协议', version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  expect(privacy!.title).toBe('隐私政策')
  expect(terms!.content).toContain('<h2>')
  expect(privacy!.content).not.toBe(terms!.content)
})

it('the task list says what is done', async () => {
  const { token } = await person()
  const done = async () =>
    Object.fromEntries((await get(app.url, 'taskList', {}, { token })).tasks.map((task) => [task.id, task.done]))
  expect(await done()).toEqual({ gift: 0, diary: 0, tel: 1, seal: 0, send: 0 })
  await get(app.url, 'claimGift', {}, { token })
  expect(await done()).toEqual({ gift: 1, diary: 0, tel: 1, seal: 0, send: 0 })
  const content = [{ type: 0 as const, content: '<p>今天</p>', comment: '' }]
  await get(app.url, 'createDiaryCapsule', { content }, { token })
  expect(await done()).toEqual({ gift: 1, diary: 1, tel: 1, seal: 0, send: 0 })
  await seal(app.url, token, textCapsule('<p>给自己</p>'))
  expect(await done()).toEqual({ gift: 1, diary: 1, tel: 1, seal: 1, send: 0 })
  await seal(app.url, token, textCapsule('<p>给妈妈</p>', { to: { name: '妈妈', show_title: 0 } }))
  expect(await done()).toEqual({ gift: 1, diary: 1, tel: 1, seal: 1, send: 1 })
})
