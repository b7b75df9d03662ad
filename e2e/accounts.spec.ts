import type { Page } from '@playwright/test'
import { CODE_COUNTDOWN_SECONDS, DOUBLE_TAP_GUARD_MS, PHONE_MAX_PX } from '../contract/limits.ts'
import { codeFor, expect, expectAccessible, newTel, picture, signInByCalls, slide, test } from './site.ts'

const LOGIN = '/#/pages/login/login'
const SETTING = '/#/subPages/me/setting'

const consentBox = (page: Page) => page.getByRole('checkbox', { name: /我已阅读并同意/ })
const settled = (page: Page) => page.waitForTimeout(DOUBLE_TAP_GUARD_MS)
const look = async (page: Page, screen: string) => {
  await expectAccessible(page, screen)
  await picture(page, screen)
}

/** Signs in on the stand-in's page as this person. */
async function agreeAs(page: Page, name: string): Promise<void> {
  await expect(page.getByText('沙箱').first()).toBeVisible()
  await page
    .getByLabel(/其他|自定义|名字|昵称/)
    .last()
    .fill(name)
  await page.getByRole('button', { name: '同意授权' }).click()
}

test('signing in asks for consent first, and remembers nothing of a refusal', async ({ page, site }) => {
  const { tel, password } = await signInByCalls(site)
  await page.goto(site + LOGIN)
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText(/请先阅读并同意/)).toBeVisible()
  await look(page, 'consent')
  await page.getByRole('button', { name: '不同意' }).click()
  await expect(consentBox(page)).not.toBeChecked()
  await settled(page)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: '同意并继续' }).click()
  await page.waitForURL(/pages\/home\/home/)
})

test('the agreement and the privacy policy can be read before signing in', async ({ page, site }) => {
  await page.goto(site + LOGIN)
  await page
    .getByRole('link', { name: /用户协议/ })
    .or(page.getByRole('button', { name: /用户协议/ }))
    .first()
    .click()
  await expect(page.getByRole('heading', { name: '用户协议' }).first()).toBeVisible()
  await look(page, 'agreement')
  await page.goBack()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
})

test('registering: a wrong code, the countdown, 请勿重复操作, then the right code', async ({ page, site }) => {
  const tel = newTel()
  await page.goto(`${site}${LOGIN}?flag=0`)
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('密码', { exact: true }).fill('a long enough secret')
  await consentBox(page).check()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await slide(page, site)
  await expect(page.getByText('验证码已发送')).toBeVisible()
  await page.getByRole('button', { name: /^\d+s/ }).click()
  await expect(page.getByText('请勿重复操作')).toBeVisible()
  const code = await codeFor(site, tel)
  await page.getByLabel('验证码').fill(code === '0000' ? '1111' : '0000')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await expect(page.getByText('验证码错误或已过期')).toBeVisible()
  await page.getByLabel('验证码').fill(code)
  await settled(page)
  await page.getByRole('button', { name: '注册', exact: true }).dblclick()
  await page.waitForURL(/pages\/home\/home/)
})

test('a forgotten password is set anew by a code', async ({ page, site }) => {
  // One of the demonstration's people: nobody has sent them a code yet.
  const tel = '19900000001'
  await page.goto(site + LOGIN)
  await page.getByRole('button', { name: '忘记密码？' }).click()
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('新密码').fill('another long secret')
  await consentBox(page).check()
  await look(page, 'reset')
  await page.getByRole('button', { name: '获取验证码' }).click()
  await slide(page, site)
  await expect(page.getByText('验证码已发送')).toBeVisible()
  await page.getByLabel('验证码').fill(await codeFor(site, tel))
  await page.getByRole('button', { name: '重置密码' }).click()
  await page.waitForURL(/pages\/home\/home/)
  await expect(signInByCalls(site, { tel, password: 'another long secret' })).resolves.toMatchObject({ tel })
})

test('the slider: five failures close it, keys and buttons do what a finger does', async ({ page, site }) => {
  const tel = newTel()
  await page.goto(`${site}${LOGIN}?flag=0`)
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
  for (const [provider, name] of [
    ['微信', '微信旅人'],
    ['微博', '微博旅人'],
  ] as const) {
    test(`${provider}: denied, then agreed to; the same person the second time`, async ({ page, site }, info) => {
      const person = `${name}${info.project.name}`
      await page.goto(site + LOGIN)
      await consentBox(page).check()
      await page.getByRole('button', { name: new RegExp(provider) }).click()
      await expect(page.getByText('沙箱').first()).toBeVisible()
      await look(page, `sandbox-${provider}`)
      await page.getByRole('button', { name: '取消' }).click()
      await expect(page.getByText('您取消了授权')).toBeVisible()
      await settled(page)
      if (!(await consentBox(page).isChecked())) await consentBox(page).check()
      await page.getByRole('button', { name: new RegExp(provider) }).click()
      await agreeAs(page, person)
      await page.waitForURL(/pages\/home\/home/)
      expect(page.url()).not.toContain('state=')
      await page.goBack().catch(() => undefined)
      await page.goto(site + SETTING)
      await expect(page.getByText(person).first()).toBeVisible()
      await look(page, `setting-${provider}`)
    })
  }

  test('binding shows the name, unbinding is refused for the last way', async ({ page, site }, info) => {
    const { token } = await signInByCalls(site)
    await page.goto(site)
    await page.evaluate((token) => localStorage.setItem('token', token), token)
    await page.goto(site + SETTING)
    await page.getByRole('button', { name: /微博/ }).click()
    await agreeAs(page, `绑定的人${info.project.name}`)
    await expect(page.getByText('关联成功')).toBeVisible()
    await expect(page.getByRole('button', { name: /绑定的人/ })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: /绑定的人/ }).click()
    await expect(page.getByText('您确定要解绑吗？')).toBeVisible()
    await look(page, 'unbind')
    await page.getByRole('button', { name: '确定' }).click()
    await expect(page.getByRole('button', { name: /绑定的人/ })).toHaveCount(0)
    await settled(page)
    await page.getByRole('button', { name: /^手机号/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('这是您唯一的登录方式，不能解绑')).toBeVisible()
  })
})

test('the profile: nickname, gender and avatar', async ({ page, site }) => {
  await signedIn(page, site)
  await page.goto(site + SETTING)
  await page.getByRole('button', { name: /昵称/ }).click()
  const dialog = page.getByRole('dialog', { name: '修改昵称' })
  await dialog.getByRole('textbox').fill('   ')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('不能有空格')).toBeVisible()
  await dialog.getByRole('textbox').fill('晚风')
  await look(page, 'nickname')
  await settled(page)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('修改成功')).toBeVisible()
  await expect(page.getByRole('button', { name: /晚风/ })).toBeVisible()
  await page.getByRole('button', { name: /性别/ }).click()
  await page.getByText('女', { exact: true }).click()
  await look(page, 'gender')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: /性别.*女/ })).toBeVisible()
  await page.getByRole('button', { name: /头像/ }).click()
  await page.getByText('灯火', { exact: true }).click()
  await look(page, 'avatar')
  await page.getByRole('button', { name: '确定' }).click()
  await page.goto(`${site}/#/pages/me/me`)
  await expect(page.getByText('晚风')).toBeVisible()
  await expect(page.locator('img[src*="/avatars/"]').first()).toBeVisible()
})

test('another sign-in is ended from the list, the own one stays', async ({ page, site }) => {
  const { tel, password } = await signedIn(page, site)
  const other = await signInByCalls(site, { tel, password })
  await page.goto(`${site}/#/subPages/me/sessions`)
  await expect(page.getByText('本机')).toBeVisible()
  await look(page, 'sessions')
  await page.getByRole('button', { name: '退出其他所有设备' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '退出' }).click()
  await expect(page.getByRole('button', { name: '退出', exact: true })).toHaveCount(0)
  const over = await fetch(`${site}/api/user/info`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.token}` },
  })
  expect(await over.json()).toMatchObject({ code: 2007 })
})

test('closing the account says what goes with it, asks for a code, and cannot be taken back', async ({
  page,
  site,
}) => {
  const since = Date.now()
  const { tel, password } = await signedIn(page, site)
  await page.goto(`${site}/#/subPages/me/cancelAccount`)
  await expect(page.getByRole('heading', { name: '注销账号' })).toBeVisible()
  await look(page, 'cancel-account')
  await page.getByRole('checkbox', { name: /我已了解/ }).check()
  // Registering took the one code of this minute.
  await page.waitForTimeout(CODE_COUNTDOWN_SECONDS * 1000 + 500 - (Date.now() - since))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await slide(page, site)
  await expect(page.getByText('验证码已发送')).toBeVisible()
  await page.getByLabel('验证码').fill(await codeFor(site, tel))
  await page.getByRole('button', { name: /注销/ }).last().click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定注销' }).click()
  await expect(page.getByText('账号已注销')).toBeVisible()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
  await expect(signInByCalls(site, { tel, password })).rejects.toThrow('手机号或密码错误')
})

test('a sign-in that is over leads to the login page, or to the desktop shell on a wide screen', async ({
  page,
  site,
}) => {
  const { token } = await signedIn(page, site)
  await page.goto(`${site}/#/pages/me/me`)
  await expect(page.getByText('我的胶囊')).toBeVisible()
  await fetch(`${site}/api/user/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  await page.reload()
  await expect(page.getByRole('status').getByText('登录已过期，请重新登录')).toBeVisible()
  const narrow = page.viewportSize()!.width <= PHONE_MAX_PX
  await page.waitForURL(narrow ? /pages\/login\/login/ : /pages\/site/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  const place = narrow ? page : page.frameLocator('iframe')
  await expect(place.getByRole('button', { name: '立即注册' })).toBeVisible()
})

async function signedIn(page: Page, site: string) {
  const person = await signInByCalls(site)
  await page.goto(site)
  await page.evaluate((token) => localStorage.setItem('token', token), person.token)
  return person
}

async function slideByKeys(page: Page, site: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '安全验证' })
  const master = dialog.locator('img[src*="createMasterMap"]')
  await expect(master).toBeVisible()
  const address = new URL((await master.getAttribute('src'))!, site)
  const { x } = await (await fetch(`${site}/dev/captcha?pk_id=${address.searchParams.get('pk_id')}`)).json()
  const slider = dialog.getByRole('slider')
  await slider.focus()
  for (let presses = 0; presses < 400; presses++) {
    const at = Number((await slider.getAttribute('aria-valuenow')) ?? (await slider.inputValue()))
    if (Math.abs(at - x) <= 3) break
    await slider.press(at < x ? 'ArrowRight' : 'ArrowLeft')
  }
  await slider.press('Enter')
}
