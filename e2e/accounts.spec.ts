import type { Page } from '@playwright/test'
import { CODE_COUNTDOWN_SECONDS, DOUBLE_TAP_GUARD_MS, PHONE_MAX_PX } from '../contract/limits.ts'
import {
  ask,
  codeFor,
  expect,
  expectAccessible,
  newTel,
  ONCE,
  open,
  type Person,
  picture,
  signIn,
  signInByCalls,
  slide,
  test,
} from './site.ts'

const LOGIN = '/pages/login/login'
const HOME = /pages\/home\/home/
const SETTING = '/subPages/me/setting'
const TASKS = '/subPages/me/taskCenter'
const CANCEL = '/subPages/me/cancelAccount'

const consentBox = (page: Page) => page.getByRole('checkbox', { name: /我已阅读并同意/ })
const settled = (page: Page) => page.waitForTimeout(DOUBLE_TAP_GUARD_MS)
const look = async (page: Page, screen: string) => {
  await expectAccessible(page, screen)
  await picture(page, screen)
}

/** Signs in on the stand-in's page as this person. */
async function agreeAs(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: '或者另起一个名字' }).fill(name)
  await page.getByRole('button', { name: '同意授权' }).click()
}

/** Someone new who came by WeChat and has no number, signed in in this browser. */
async function comeByWechat(page: Page, site: string, name: string): Promise<void> {
  await open(page, site, LOGIN)
  await consentBox(page).check()
  await page.getByRole('button', { name: '微信登录' }).click()
  await agreeAs(page, name)
  await page.waitForURL(HOME)
}

/** A code sent to `tel`, which stands in the page already. */
async function takeCode(page: Page, site: string, tel: string): Promise<string> {
  await page.getByRole('button', { name: '获取验证码' }).click()
  await slide(page, site)
  await expect(page.getByText('验证码已发送')).toBeVisible()
  return codeFor(site, tel)
}

/** Who closes the account in the end: registering took the one code of a minute, which is over by then. */
let leaving: Person
let mayBeSentACode: number
test.beforeAll(async ({ site }) => {
  leaving = await signInByCalls(site)
  mayBeSentACode = Date.now() + CODE_COUNTDOWN_SECONDS * 1000 + 500
})

test('signing in asks for consent first, and remembers nothing of a refusal', ONCE, async ({ page, site }) => {
  const { tel, password } = await signInByCalls(site)
  await open(page, site, LOGIN)
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请先阅读并同意《用户协议》和《隐私政策》')).toBeVisible()
  await look(page, 'consent')
  await page.getByRole('button', { name: '不同意' }).click()
  await expect(consentBox(page)).not.toBeChecked()
  await settled(page)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: '同意并继续' }).click()
  await page.waitForURL(HOME)
})

test('the agreement and the privacy policy can be read before signing in', ONCE, async ({ page, site }) => {
  await open(page, site, LOGIN)
  for (const [name, screen] of [
    ['用户协议', 'agreement'],
    ['隐私政策', 'privacy'],
  ] as const) {
    await page.getByRole('link', { name: `《${name}》` }).click()
    await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
    await expect(page.getByText(/^版本 \d{4}-\d\d-\d\d$/)).toBeVisible()
    await look(page, screen)
    await page.goBack()
    await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  }
})

test('registering: a wrong code, the countdown, 请勿重复操作, then the right code', ONCE, async ({ page, site }) => {
  const tel = newTel()
  await open(page, site, `${LOGIN}?flag=0`)
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('密码', { exact: true }).fill('a long enough secret')
  await consentBox(page).check()
  const code = await takeCode(page, site, tel)
  await page.getByRole('button', { name: /^\d+s/ }).click()
  await expect(page.getByText('请勿重复操作')).toBeVisible()
  await page.getByLabel('验证码').fill(code === '0000' ? '1111' : '0000')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('验证码错误或已过期')).toBeVisible()
  await page.getByLabel('验证码').fill(code)
  await settled(page)
  await page.getByRole('button', { name: '注册', exact: true }).dblclick()
  await page.waitForURL(HOME)
})

test('a forgotten password is set anew by a code', ONCE, async ({ page, site }) => {
  // One of the demonstration's people: nobody has sent them a code yet.
  const tel = '19900000001'
  await open(page, site, LOGIN)
  await page.getByRole('button', { name: '忘记密码？' }).click()
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('新密码').fill('another long secret')
  await consentBox(page).check()
  await look(page, 'reset')
  await page.getByLabel('验证码').fill(await takeCode(page, site, tel))
  await page.getByRole('button', { name: '重置密码' }).click()
  await page.waitForURL(HOME)
  await expect(signInByCalls(site, { tel, password: 'another long secret' })).resolves.toMatchObject({ tel })
})

test('the slider: five failures close it, keys and buttons do what a finger does', ONCE, async ({ page, site }) => {
  const tel = newTel()
  await open(page, site, `${LOGIN}?flag=0`)
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('密码', { exact: true }).fill('a long enough secret')
  await consentBox(page).check()
  const dialog = page.getByRole('dialog', { name: '安全验证' })
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(dialog).toBeVisible()
  await look(page, 'slider')
  for (let failure = 1; failure <= 4; failure++) {
    await slide(page, site, -30)
    await expect(dialog.getByText('验证失败')).toBeVisible()
    await page.waitForTimeout(1_200)
  }
  await slide(page, site, -30)
  await expect(page.getByText('验证失败次数过多')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await settled(page)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await slideByKeys(page, site)
  await expect(page.getByText('验证码已发送')).toBeVisible()
})

test.describe('other platforms', () => {
  for (const [provider, person] of [
    ['微信', '微信旅人'],
    ['微博', '微博旅人'],
  ] as const) {
    test(`${provider}: denied, then agreed to; the same person the second time`, ONCE, async ({ page, site }) => {
      await open(page, site, LOGIN)
      await consentBox(page).check()
      await page.getByRole('button', { name: `${provider}登录` }).click()
      await expect(page.getByText('「沙箱」')).toBeVisible()
      await look(page, `sandbox-${provider}`)
      await page.getByRole('button', { name: '取消' }).click()
      await expect(page.getByText('您取消了授权')).toBeVisible()
      await expect(consentBox(page)).toBeChecked()
      await settled(page)
      await page.getByRole('button', { name: `${provider}登录` }).click()
      await agreeAs(page, person)
      await page.waitForURL(HOME)
      expect(page.url()).not.toContain('state=')
      await open(page, site, SETTING)
      await expect(page.getByRole('button', { name: `昵称 ${person}` })).toBeVisible()
      await look(page, `setting-${provider}`)
      const idOf = async () => (await ask(site, 'userInfo', {}, await tokenIn(page))).user.id
      const first = await idOf()

      const left = await tokenIn(page)
      await page.getByRole('button', { name: '退出登录' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
      await expect(page.getByRole('button', { name: `${provider}登录` })).toBeVisible()
      // On the server as well, whoever may have kept it.
      await expect.poll(() => ask(site, 'userInfo', {}, left).catch(String)).toContain('登录已过期，请重新登录')
      await expect(consentBox(page)).not.toBeChecked()
      await consentBox(page).check()
      await page.getByRole('button', { name: `${provider}登录` }).click()
      await agreeAs(page, person)
      await page.waitForURL(HOME)
      expect(await idOf()).toBe(first)
    })
  }

  test('binding shows the name, unbinding is refused for the last way', async ({ page, site }) => {
    await signIn(page, site)
    await open(page, site, SETTING)
    await page.getByRole('button', { name: '微博 未绑定 去绑定' }).click()
    await agreeAs(page, '绑定的人')
    await expect(page.getByText('关联成功')).toBeVisible()
    await expect(page.getByRole('button', { name: '微博 绑定的人 解绑' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: '微博 绑定的人 解绑' }).click()
    await expect(page.getByText('您确定要解绑吗？')).toBeVisible()
    await look(page, 'unbind')
    await page.getByRole('button', { name: '确定' }).click()
    await expect(page.getByRole('button', { name: '微博 绑定的人 解绑' })).toHaveCount(0)
    await settled(page)
    await page.getByRole('button', { name: /^手机号 .* 解绑$/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('这是您唯一的登录方式，不能解绑')).toBeVisible()
  })
})

test('the profile: nickname, gender and avatar', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, SETTING)
  await page.getByRole('button', { name: /^昵称 时光旅人/ }).click()
  const dialog = page.getByRole('dialog', { name: '修改昵称' })
  await dialog.getByRole('textbox').fill('   ')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('不能有空格')).toBeVisible()
  await dialog.getByRole('textbox').fill('晚风')
  await look(page, 'nickname')
  await settled(page)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('更新成功')).toBeVisible()
  await expect(page.getByRole('button', { name: '昵称 晚风' })).toBeVisible()
  await page.getByRole('button', { name: '性别 未填写' }).click()
  await page.getByText('女', { exact: true }).click()
  await look(page, 'gender')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: '性别 女' })).toBeVisible()
  await page.getByRole('button', { name: '头像' }).click()
  await page.getByText('灯火', { exact: true }).click()
  await look(page, 'avatar')
  await page.getByRole('button', { name: '确定' }).click()
  await open(page, site, '/pages/me/me')
  await expect(page.getByText('晚风')).toBeVisible()
  await expect(page.locator('img[src*="/avatars/"]').first()).toBeVisible()
})

test('another sign-in is ended from the list, the own one stays', ONCE, async ({ page, site }) => {
  const { tel, password, token } = await signIn(page, site)
  const other = await signInByCalls(site, { tel, password })
  await open(page, site, '/subPages/me/sessions')
  await expect(page.getByText('本机')).toBeVisible()
  await look(page, 'sessions')
  await page.getByRole('button', { name: '退出其他所有设备' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await expect(page.getByRole('button', { name: '退出', exact: true })).toHaveCount(0)
  await expect(ask(site, 'userInfo', {}, other.token)).rejects.toThrow('登录已过期，请重新登录')
  await expect(ask(site, 'userInfo', {}, token)).resolves.toMatchObject({ user: { tel } })
})

test('a sign-in that is over leads to the login page, or to the desktop shell on a wide screen', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  await open(page, site, '/pages/me/me')
  await expect(page.getByText('我的胶囊')).toBeVisible()
  await ask(site, 'logout', {}, token)
  await page.reload()
  await expect(page.getByRole('status').getByText('登录已过期，请重新登录')).toBeVisible()
  const narrow = page.viewportSize()!.width <= PHONE_MAX_PX
  await page.waitForURL(narrow ? /pages\/login\/login/ : /pages\/site/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  const place = narrow ? page : page.frameLocator('iframe')
  await expect(place.getByRole('button', { name: '立即注册' })).toBeVisible()
})

test.describe('a person without a phone', () => {
  test('binds one from the tasks, and signs in by it', ONCE, async ({ page, site }) => {
    const [tel, password] = [newTel(), 'a second long secret']
    await comeByWechat(page, site, '要绑手机的人')
    await open(page, site, TASKS)
    await look(page, 'tasks')
    await page.getByRole('button', { name: /绑定手机号.*去完成/ }).click()
    await expect(page.getByRole('heading', { name: '绑定手机号' })).toBeVisible()
    await look(page, 'bind-tel')
    await page.getByLabel('手机号').fill(tel)
    await page.getByLabel('设置密码').fill(password)
    await page.getByLabel('验证码').fill(await takeCode(page, site, tel))
    await page.getByRole('button', { name: '绑定', exact: true }).click()
    await expect(page.getByText('绑定成功')).toBeVisible()
    await expect(page.getByRole('button', { name: /绑定手机号.*已完成/ })).toBeVisible()

    await open(page, site, SETTING)
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await page.getByLabel('手机号').fill(tel)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await consentBox(page).check()
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.waitForURL(HOME)
    await open(page, site, SETTING)
    await expect(page.getByRole('button', { name: '微信 要绑手机的人 解绑' })).toBeVisible()
  })

  test('is asked to bind one before they are renamed', ONCE, async ({ page, site }) => {
    await comeByWechat(page, site, '要改名的人')
    await open(page, site, SETTING)
    await page.getByRole('button', { name: '昵称 要改名的人' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByText('请先绑定手机号')).toBeVisible()
    await look(page, 'tel-needed')
    await question.getByRole('button', { name: '去绑定' }).click()
    await expect(page.getByRole('heading', { name: '绑定手机号' })).toBeVisible()
  })

  test('closes the account by the platform', ONCE, async ({ page, site }) => {
    await comeByWechat(page, site, '要走的人')
    const token = await tokenIn(page)
    const { user } = await ask(site, 'userInfo', {}, token)
    await open(page, site, CANCEL)
    await page.getByRole('checkbox', { name: '我已了解以上后果' }).check()
    await look(page, 'cancel-by-platform')
    await page.getByRole('button', { name: '用微信确认' }).click()
    await page.getByRole('button', { name: '取消' }).click()
    await expect(page.getByText('您取消了授权')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: '我已了解以上后果' })).not.toBeChecked()
    await page.getByRole('checkbox', { name: '我已了解以上后果' }).check()
    await page.getByRole('button', { name: '用微信确认' }).click()
    await agreeAs(page, '要走的人')
    await look(page, 'cancel-last-question')
    await page.getByRole('alertdialog').getByRole('button', { name: '确定注销' }).click()
    await expect(page.getByText('账号已注销')).toBeVisible()
    await expect(ask(site, 'userInfo', {}, token)).rejects.toThrow('登录已过期，请重新登录')
    await comeByWechat(page, site, '要走的人')
    expect((await ask(site, 'userInfo', {}, await tokenIn(page))).user.id).not.toBe(user.id)
  })
})

test(
  'closing the account says what goes with it, asks for a code, and cannot be taken back',
  ONCE,
  async ({ page, site }) => {
    const { tel, password } = await signIn(page, site, leaving)
    await open(page, site, CANCEL)
    await expect(page.getByRole('heading', { name: '注销账号' })).toBeVisible()
    await look(page, 'cancel-account')
    await page.getByRole('checkbox', { name: '我已了解以上后果' }).check()
    await look(page, 'cancel-by-code')
    await page.waitForTimeout(Math.max(0, mayBeSentACode - Date.now()))
    await page.getByLabel('验证码').fill(await takeCode(page, site, tel))
    await page.getByRole('button', { name: '注销账号' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定注销' }).click()
    await expect(page.getByText('账号已注销')).toBeVisible()
    await expect(page.getByRole('link', { name: '登录', exact: true })).toBeVisible()
    await expect(signInByCalls(site, { tel, password })).rejects.toThrow('手机号或密码错误')
  },
)

async function slideByKeys(page: Page, site: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '安全验证' })
  const master = dialog.locator('img[src*="createMasterMap"]')
  await expect(master).toBeVisible()
  const address = new URL((await master.getAttribute('src'))!, site)
  const { x } = await (await fetch(`${site}/dev/captcha?pk_id=${address.searchParams.get('pk_id')}`)).json()
  const slider = dialog.getByRole('slider')
  await slider.focus()
  for (let presses = 0; presses < 400; presses++) {
    const at = Number(await slider.inputValue())
    if (Math.abs(at - x) <= 3) break
    await slider.press(at < x ? 'ArrowRight' : 'ArrowLeft')
  }
  await slider.press('Enter')
}

const tokenIn = async (page: Page): Promise<string> => (await page.evaluate(() => localStorage.getItem('token')))!

test('a question ends with its page: back answers no', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/me/me')
  await page.getByRole('button', { name: '设置' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('我的胶囊')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
})
