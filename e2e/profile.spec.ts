import { CODE_COUNTDOWN_SECONDS, PHONE_MAX_PX } from '../contract/limits.ts'
import { CANCEL, SETTING, takeCode } from './account.ts'
import {
  ask,
  CORE,
  CORE_ONCE,
  expect,
  expectAccessible,
  expectSaid,
  ONCE,
  open,
  type Person,
  signIn,
  signInByCalls,
  test,
} from './site.ts'

/** The person who closes the account in the end: registering took the one code of a minute, which is over by then. */
let leaving: Person
let mayBeSentACode: number
test.beforeAll(async ({ site }) => {
  leaving = await signInByCalls(site)
  mayBeSentACode = Date.now() + CODE_COUNTDOWN_SECONDS * 1000 + 500
})

test('the profile: nickname, gender and avatar', CORE, async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, SETTING)
  await page.getByRole('button', { name: /^昵称 时光旅人/ }).click()
  const dialog = page.getByRole('dialog', { name: '修改昵称' })
  await dialog.getByRole('textbox').fill('   ')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('不能有空格')).toBeVisible()
  await dialog.getByRole('textbox').fill('晚风')
  await expectAccessible(page, 'nickname')
  await dialog.getByRole('textbox').press('Enter')
  await expectSaid(page, '更新成功')
  await expect(page.getByRole('button', { name: '昵称 晚风' })).toBeVisible()
  await page.getByRole('button', { name: '性别 未填写' }).click()
  await page.getByText('女', { exact: true }).click()
  await expectAccessible(page, 'gender')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: '性别 女' })).toBeVisible()
  await page.getByRole('button', { name: '头像' }).click()
  await page.getByText('灯火', { exact: true }).click()
  await expectAccessible(page, 'avatar')
  await page.getByRole('button', { name: '确定' }).click()
  await open(page, site, '/pages/me/me')
  await expect(page.getByText('晚风')).toBeVisible()
  await expect(page.locator('img[src*="/avatars/"]').first()).toBeVisible()
})

test('another sign-in is ended from the list, the own one stays', CORE_ONCE, async ({ page, site }) => {
  const { tel, password, token } = await signIn(page, site)
  const other = await signInByCalls(site, { tel, password })
  await open(page, site, '/subPages/me/sessions')
  await expect(page.getByText('本机')).toBeVisible()
  await expectAccessible(page, 'sessions')
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
  await expectSaid(page, '登录已过期，请重新登录')
  const narrow = page.viewportSize()!.width <= PHONE_MAX_PX
  await page.waitForURL(narrow ? /pages\/login\/login/ : /pages\/site/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  const place = narrow ? page : page.frameLocator('iframe')
  await expect(place.getByRole('button', { name: '立即注册' })).toBeVisible()
})

test('back answers a question with no and stays on its page; another leaves that', ONCE, async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/me/me')
  await page.getByRole('button', { name: '设置' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('我的胶囊')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
})
test(
  'closing the account says what goes with it, asks for a code, and cannot be taken back',
  ONCE,
  async ({ page, site }) => {
    const { tel, password } = await signIn(page, site, leaving)
    await open(page, site, CANCEL)
    await expect(page.getByRole('heading', { name: '注销账号' })).toBeVisible()
    await expectAccessible(page, 'cancel-account')
    await page.getByRole('checkbox', { name: '我已了解以上后果' }).check()
    await expectAccessible(page, 'cancel-by-code')
    await page.waitForTimeout(Math.max(0, mayBeSentACode - Date.now()))
    await page.getByLabel('验证码').fill(await takeCode(page, site, tel))
    await page.getByRole('button', { name: '注销账号' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定注销' }).click()
    await expectSaid(page, '账号已注销')
    await expect(page.getByRole('link', { name: '登录', exact: true })).toBeVisible()
    await expect(signInByCalls(site, { tel, password })).rejects.toThrow('手机号或密码错误')
  },
)
