// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LAST_WAY, type User } from '#contract/profile.ts'
import { UPLOAD } from '#contract/upload.ts'
import { endPages, ok, openPage, person, startPages, windowOf } from '#test/page.tsx'
import { catchUploads, granted } from '#test/uploads.ts'
import { getToken } from '#web/client/session.ts'
import { telephone } from '#web/client/vibration.fixture.ts'
import { autosave, hasAutosaved, sessionKey } from '#web/draft/current/autosave.ts'
import { emptyDraft, keepDraft, textContent } from '#web/draft/current/draft.ts'
import { lend } from '#web/ui/lend.fixture.ts'
import { here, history } from '#web/ui/location.ts'

afterEach(() => {
  endPages()
  vi.restoreAllMocks()
})

async function setting(fields: Partial<User> = {}, query: Record<string, string> = {}) {
  const server = startPages(person(fields))
  const user = await openPage('/subPages/me/setting', query)
  await screen.findByRole('button', { name: /^昵称/ })
  return { server, user }
}
const row = (name: RegExp) => screen.findByRole('button', { name })
const press = (name: string) => screen.findByRole('button', { name })

it('the nickname is required, not only blanks and at most 20 characters; then it is changed', async () => {
  const { server, user } = await setting()
  server.change('userInfoUpdate', { nickname: '大满' })
  await user.click(await row(/^昵称/))
  await screen.findByRole('dialog', { name: '修改昵称' })
  const field = await screen.findByPlaceholderText('请填写昵称')
  for (const [typed, reason] of [
    ['', '请填写昵称'],
    ['   ', '不能有空格'],
    ['长'.repeat(21), '已超出20字上限'],
  ] as const) {
    await user.clear(field)
    await user.type(field, `${typed}{Enter}`)
    expect((await screen.findByRole('alert')).textContent).toBe(reason)
  }
  await user.clear(field)
  await user.type(field, '大满{Enter}')
  await waitFor(() => expect(server.sent('userInfoUpdate')).toEqual([{ nickname: '大满' }]))
  await screen.findByText('更新成功')
  await row(/^昵称大满/)
})

it('an unchanged nickname just closes', async () => {
  const { server, user } = await setting()
  await user.click(await row(/^昵称/))
  await screen.findByRole('dialog', { name: '修改昵称' })
  await user.click(await press('确定'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent('userInfoUpdate')).toEqual([])
})

it('a nickname that got no answer is asked for again as it was typed, and one that was refused is not', async () => {
  const { server, user } = await setting()
  const rename = async () => {
    const field = await screen.findByPlaceholderText<HTMLInputElement>('请填写昵称')
    if (field.value !== '大满') {
      await user.clear(field)
      await user.type(field, '大满')
    }
    await user.click(await press('确定'))
    await waitFor(() => expect(screen.queryByDisplayValue('大满')).toBeNull())
  }
  await user.click(await row(/^昵称/))
  let fail: (error: Error) => void = () => undefined
  server.answer('userInfoUpdate', new Promise((_, reject) => (fail = reject)))
  await rename()
  fail(new TypeError('no network'))
  await screen.findByDisplayValue('大满')
  server.answer('userInfoUpdate', { code: 2, message: '昵称不能使用' })
  await rename()
  await screen.findByText('昵称不能使用')
  expect(server.sent('userInfoUpdate')).toEqual([{ nickname: '大满' }, { nickname: '大满' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a nickname that is refused at its field is asked for again as it was typed, with the reason there', async () => {
  const { server, user } = await setting()
  server.answer('userInfoUpdate', { code: 1001, message: '不能有空格', data: { field: 'nickname' } })
  await user.click(await row(/^昵称/))
  const field = await screen.findByPlaceholderText<HTMLInputElement>('请填写昵称')
  await user.clear(field)
  await user.type(field, '大满')
  await user.click(await press('确定'))
  const again = await waitFor(() => screen.getByRole('textbox', { name: '请填写昵称', description: /不能有空格/ }))
  expect((again as HTMLInputElement).value).toBe('大满')
  expect(screen.queryByText('不能有空格', { selector: '[role="status"] *' })).toBeNull()
  await user.type(again, '满')
  expect(screen.queryByText('不能有空格')).toBeNull()
})

it('the gender is sent only if it changed, and 取消 changes nothing', async () => {
  const { server, user } = await setting({ sex: '0' })
  server.change('userInfoUpdate', { sex: '1' })
  for (const answer of ['确定', '取消']) {
    await user.click(await row(/^性别/))
    await screen.findByRole('dialog', { name: '性别' })
    if (answer === '取消') await user.click(screen.getByRole('radio', { name: '男' }))
    await user.click(await press(answer))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(server.sent('userInfoUpdate')).toEqual([])
  await user.click(await row(/^性别女/))
  await user.click(await screen.findByRole('radio', { name: '男' }))
  await user.click(await press('确定'))
  await row(/^性别男/)
  expect(server.sent('userInfoUpdate')).toEqual([{ sex: '1' }])
})

it('a gender that was said is taken back by 不填写', async () => {
  const { server, user } = await setting({ sex: '0' })
  server.change('userInfoUpdate', { sex: '' })
  await user.click(await row(/^性别女/))
  await user.click(await screen.findByRole('radio', { name: '不填写' }))
  await user.click(await press('确定'))
  await row(/^性别未填写/)
  expect(server.sent('userInfoUpdate')).toEqual([{ sex: '' }])
})

it('one of eight drawn avatars is chosen, with the keyboard too', async () => {
  const { server, user } = await setting({ avatar: '/avatars/moon.svg' })
  vi.stubGlobal('CSS', { escape: (name: string) => name })
  server.change('userInfoUpdate', { avatar: '/avatars/comet.svg' })
  await user.click(await row(/^头像/))
  expect(await screen.findAllByRole('radio')).toHaveLength(8)
  screen.getByRole<HTMLInputElement>('radio', { name: '月亮' }).focus()
  await user.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(server.sent('userInfoUpdate')).toEqual([{ avatar: '/avatars/comet.svg' }]))
})

const OWN = '/m/2000000000.mac/image/7/0123456789abcdef.jpg'

it('an uploaded avatar is the one that is chosen, and confirming it changes nothing', async () => {
  const { server, user } = await setting({ avatar: OWN })
  await user.click(await row(/^头像/))
  expect(await screen.findAllByRole('radio')).toHaveLength(9)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '当前照片' }).checked).toBe(true)
  await user.click(await press('确定'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent('userInfoUpdate')).toEqual([])
})

it('an avatar that does not come leaves the drawn one, no broken picture', async () => {
  await setting({ avatar: OWN })
  const picture = () => document.querySelector('img[src^="/m/"]')
  fireEvent.error(picture() ?? document.body)
  expect(picture()).toBeNull()
})

// jsdom neither decodes nor draws.
const decode = vi.fn<() => Promise<void>>()
const pen = { fillRect: () => undefined, drawImage: () => undefined }
lend(HTMLImageElement.prototype, { decode })
lend(HTMLCanvasElement.prototype, {
  getContext: (() => pen) as never,
  toBlob: (done) => done(new Blob(['square'], { type: 'image/jpeg' })),
})

/** Chooses this file; `opens` is whether the browser can show it. */
async function choosePhoto(file: File, { opens = true } = {}) {
  const { server, user } = await setting()
  server.answer('ossToken', granted())
  const sent = catchUploads()
  vi.stubGlobal('ResizeObserver', function observer() {
    return { observe: () => undefined, disconnect: () => undefined }
  })
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(600)
  decode.mockImplementation(() => (opens ? Promise.resolve() : Promise.reject(new Error('not an image'))))
  await user.click(await row(/^头像/))
  await user.upload(await screen.findByLabelText('选择照片'), file)
  return { server, user, sent }
}
const photo = (size = 3) => new File([new Uint8Array(size)], '我.jpg', { type: 'image/jpeg' })

it.each([
  ['too large', photo(52_428_801), true, UPLOAD.tooLarge],
  ['empty', photo(0), true, UPLOAD.empty],
  ['no picture', photo(), false, UPLOAD.unknownImage],
])('a photo that is %s is told before it is cut', async (_what, file, opens, reason) => {
  const { sent } = await choosePhoto(file, { opens })
  await screen.findByText(reason)
  expect(screen.queryByRole('dialog', { name: '裁剪头像' })).toBeNull()
  expect(sent).toHaveLength(0)
})

it('a photo is cut to a square, uploaded and becomes the avatar; a failure is told and tried again', async () => {
  const { server, user, sent } = await choosePhoto(photo())
  const cropper = await screen.findByRole('dialog', { name: '裁剪头像' })
  fireEvent.load(await waitFor(() => cropper.querySelector('img')!))
  await screen.findByRole('slider', { name: '缩放' })
  await user.click(await press('确定'))
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.answer(500)
  await screen.findByText(UPLOAD.refused)

  server.change('userInfoUpdate', { avatar: OWN })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await user.click(await press('确定'))
  await waitFor(() => expect(sent).toHaveLength(2))
  sent[1]?.answer(200)
  await screen.findByText('更新成功')
  expect(server.sent('userInfoUpdate')).toEqual([{ avatar: sent[1]?.key }])
  expect(sent[1]?.file).toMatchObject({ type: 'image/jpeg' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('取消 while the photo goes up stops it and changes nothing', async () => {
  const { server, user, sent } = await choosePhoto(photo())
  const cropper = await screen.findByRole('dialog', { name: '裁剪头像' })
  fireEvent.load(await waitFor(() => cropper.querySelector('img')!))
  await user.click(await press('确定'))
  await waitFor(() => expect(sent).toHaveLength(1))
  await user.click(await press('取消'))
  await waitFor(() => expect(sent[0]?.aborted).toBe(true))
  expect(server.sent('userInfoUpdate')).toEqual([])
  expect(screen.queryByText(UPLOAD.failed)).toBeNull()
})

it.each(['昵称', '头像'])('without a number, changing the %s asks for one first', async (label) => {
  const { server, user } = await setting({ tel: '' })
  await user.click(await row(new RegExp(`^${label}`)))
  await screen.findByText('请先绑定手机号')
  await user.click(await press('去绑定'))
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/me/bindTel'))
  expect(server.sent('userInfoUpdate')).toEqual([])
})

it('a person without a number may still say their gender', async () => {
  const { user } = await setting({ tel: '' })
  await user.click(await row(/^性别/))
  await screen.findByRole('dialog', { name: '性别' })
})

const BOUND_TWICE = { wechat_nickname: '小满在微信', weibo_nickname: '小满在微博' }

const WAYS: [RegExp, { type: number }, Partial<User>][] = [
  [/^手机号138\*\*\*\*0000/, { type: 0 }, { tel: '' }],
  [/^微信小满在微信/, { type: 1 }, { wechat_nickname: '' }],
  [/^微博小满在微博/, { type: 2 }, { weibo_nickname: '' }],
]

it('a number, WeChat and Weibo are each unbound only after 您确定要解绑吗？', async () => {
  const { server, user } = await setting(BOUND_TWICE)
  for (const [way, [name, , gone]] of WAYS.entries()) {
    server.answer('unbind', ok({ user: person({ ...BOUND_TWICE, ...gone }) }))
    for (const answer of ['取消', '确定']) {
      expect(server.sent('unbind')).toHaveLength(way)
      await user.click(await row(name))
      await screen.findByText('您确定要解绑吗？')
      await user.click(await press(answer))
      await waitFor(() => expect(screen.queryByText('您确定要解绑吗？')).toBeNull())
    }
    await waitFor(() => expect(server.sent('unbind')).toEqual(WAYS.slice(0, way + 1).map(([, sent]) => sent)))
  }
})

it.each([
  [/^手机号138/, /^解绑后，不能再用这个手机号和密码登录，.*都还在。$/],
  [/^微信小满在微信/, /^解绑后，不能再用这个微信账号登录。.*都还在。$/],
])('the question before unbinding says what goes with it, and that the rest stays', async (name, lost) => {
  const { user } = await setting(BOUND_TWICE)
  await user.click(await row(name))
  const dialog = await screen.findByRole('alertdialog', { name: '您确定要解绑吗？' })
  expect(within(dialog).getByText(lost)).toBeTruthy()
})

it('外观 stands above 注销账号', async () => {
  await setting()
  const order = screen.getByRole('group', { name: '外观' }).compareDocumentPosition(await row(/^注销账号/))
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('the last way to sign in stays, and the server says why', async () => {
  const { server, user } = await setting()
  server.answer('unbind', { code: 2, message: LAST_WAY })
  await user.click(await row(/^手机号/))
  await user.click(await press('确定'))
  await screen.findByText(LAST_WAY)
  await row(/^手机号138/)
})

it('an unbound platform is bound at the platform', async () => {
  const { server, user } = await setting()
  server.answer('oauthUrl', ok({ url: `${window.location.href.split('#')[0]}#/404` }))
  await user.click(await row(/^微博未绑定/))
  await waitFor(() => expect(window.location.hash).toBe('#/404'))
  expect(server.sent('oauthUrl')).toEqual([{ provider: 'weibo', purpose: 'bind' }])
})

it('a platform that is not offered is shown only while it is bound', async () => {
  const server = startPages(person({ weibo_nickname: '小满在微博' }))
  server.answer('systemInfo', { code: 1000, data: [{ name: 'version', value: '1.0.4' }] })
  await openPage('/subPages/me/setting')
  await row(/^微博小满在微博/)
  expect(screen.queryByRole('button', { name: /^微信/ })).toBeNull()
})

it.each(['wechat', 'weibo'] as const)('the return from %s binds it: 关联成功', async (provider) => {
  const server = startPages(person())
  server.change(`${provider}Bind`, { [`${provider}_nickname`]: '小满在外' })
  await openPage('/subPages/me/setting', { provider, code: 'c1', state: 's1' })
  await screen.findByText('关联成功')
  await row(/小满在外/)
  expect(server.sent(`${provider}Bind`)).toEqual([{ code: 'c1', state: 's1' }])
  expect(history.location.search).toBe('')
})

it('signing out asks first, then forgets the person at once and asks the server nothing more', async () => {
  const { server, user } = await setting()
  await user.click(await press('退出登录'))
  await user.click(await press('确定'))
  await waitFor(() => expect(history.location.pathname).toBe('/pages/login/login'))
  expect(getToken()).toBeUndefined()
  expect(server.sent('logout')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(server.sent('userInfo')).toHaveLength(1)
})

it('signing out says that unsaved words go too, and drops them when the person wants that', async () => {
  const { user } = await setting()
  await autosave({ key: sessionKey('7', 'diary:new', 'dead'), value: '<p>海边</p>', at: 0 })
  await autosave({ key: sessionKey('8', 'diary:new', 'dead'), value: '<p>山里</p>', at: 0 })
  await user.click(await press('退出登录'))
  await screen.findByText(/还有没保存的内容，退出后将从本机删除/)
  await user.click(await press('取消'))
  expect(await hasAutosaved('7')).toBe(true)

  act(() => vi.advanceTimersByTime(1_000))
  await user.click(await press('退出登录'))
  await user.click(await press('确定'))
  await waitFor(() => expect(history.location.pathname).toBe('/pages/login/login'))
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(false))
  expect(await hasAutosaved('8')).toBe(true)
})

it('a text on its way to the seal pages is unsaved too, and goes with the person', async () => {
  const { user } = await setting()
  keepDraft({ ...emptyDraft('7'), content: textContent('<p>海边</p>') })
  await user.click(await press('退出登录'))
  await screen.findByText(/还有没保存的内容，退出后将从本机删除/)
  await user.click(await press('确定'))
  await waitFor(() => expect(history.location.pathname).toBe('/pages/login/login'))
  expect(localStorage.getItem('createCapsuleInfo')).toBeNull()
})

it('who is not known leaves nothing of anybody behind when signing out', async () => {
  const server = startPages(person())
  server.answer('userInfo', { code: 5000, message: '服务器错误' })
  await autosave({ key: sessionKey('7', 'diary:new', 'dead'), value: '<p>海边</p>', at: 0 })
  const user = await openPage('/subPages/me/setting')
  await user.click(await press('退出登录'))
  await screen.findByText(/还有没保存的内容，退出后将从本机删除/)
  await user.click(await press('确定'))
  await waitFor(async () => expect(await hasAutosaved('7')).toBe(false))
})

it('日历订阅 leads to the page of the private feed', async () => {
  const { server, user } = await setting()
  server.answer('calendarFeed', { code: 1000, data: { url: '' } })
  await user.click(await row(/^日历订阅/))
  await waitFor(() => expect(history.location.pathname).toBe('/subPages/me/calendar'))
  await screen.findByRole('button', { name: '生成订阅链接' })
})

it('in a wide window the pages of the settings stand beside them, in their address', async () => {
  const server = startPages(person())
  windowOf(1100)
  server.answer('calendarFeed', ok({ url: '' }))
  const user = await openPage('/subPages/me/setting')
  const pane = () => within(screen.getByRole('region', { name: '选中的设置' }))
  pane().getByText('想看看什么，从左边选一项')
  await user.click(await row(/^日历订阅/))
  await waitFor(() => expect(here()).toBe('/subPages/me/setting?show=calendar'))
  await pane().findByRole('button', { name: '生成订阅链接' })
  expect((await row(/^日历订阅/)).getAttribute('aria-current')).toBe('true')
  await user.click(await row(/^更换手机号/))
  await waitFor(() => expect(here()).toBe('/subPages/me/setting?show=bindTel'))
  await pane().findByRole('heading', { name: '更换手机号', level: 2 })
})

it('beside the settings no account is closed: that has a page of its own', async () => {
  startPages(person())
  windowOf(1440)
  const user = await openPage('/subPages/me/setting')
  await user.click(await row(/^注销账号/))
  await waitFor(() => expect(here()).toBe('/subPages/me/cancelAccount'))
})

it('in a narrower window the address of a page beside the settings is that page', async () => {
  const server = startPages(person())
  windowOf(1099)
  server.answer('calendarFeed', ok({ url: '' }))
  await openPage('/subPages/me/setting', { show: 'calendar' })
  await screen.findByRole('heading', { name: '日历订阅', level: 1 })
  expect(screen.queryByRole('button', { name: '退出登录' })).toBeNull()
})

it('on a telephone vibrations can be off; a computer has no such switch', async () => {
  await setting()
  expect(screen.queryByRole('switch', { name: '轻轻振动' })).toBeNull()
  endPages()
  const told = telephone()
  const { user } = await setting()
  const off = await screen.findByRole('switch', { name: '轻轻振动' })
  expect(off.getAttribute('aria-checked')).toBe('true')
  await user.click(off)
  expect([off.getAttribute('aria-checked'), localStorage.getItem('vibration')]).toEqual(['false', 'off'])
  expect(told).not.toHaveBeenCalled()
  await user.click(off)
  expect(told).toHaveBeenCalledOnce()
})
