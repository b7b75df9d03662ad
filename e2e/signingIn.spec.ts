import type { Page } from '@playwright/test'
import { consentBox, HOME, LOGIN, takeCode } from './account.ts'
import { expectRoomInLargeText } from './largeText.ts'
import {
  afterGuard,
  CORE_ONCE,
  expect,
  expectAccessible,
  expectSaid,
  newTel,
  ONCE,
  open,
  puzzle,
  signInByCalls,
  slide,
  test,
} from './site.ts'

test('signing in asks for consent first, and remembers nothing of a refusal', ONCE, async ({ page, site }) => {
  const { tel, password } = await signInByCalls(site)
  await open(page, site, LOGIN)
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请先阅读并同意《用户协议》和《隐私政策》')).toBeVisible()
  await expectAccessible(page, 'consent')
  await expectRoomInLargeText(page, '同意')
  await page.getByRole('button', { name: '不同意' }).click()
  // The next question looks like this one, which takes no second answer while it fades.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(consentBox(page)).not.toBeChecked()
  await page.getByLabel('密码', { exact: true }).press('Enter')
  await page.getByRole('button', { name: '同意并继续' }).click()
  await page.waitForURL(HOME)
})

test(
  'registering: a wrong code, the countdown, 请勿重复操作, then the right code',
  CORE_ONCE,
  async ({ page, site }) => {
    const tel = newTel()
    await open(page, site, `${LOGIN}?flag=0`)
    await page.getByLabel('手机号').fill(tel)
    await page.getByLabel('密码', { exact: true }).fill('a long enough secret')
    await consentBox(page).check()
    const code = await takeCode(page, site, tel)
    await page.getByRole('button', { name: /^\d+s/ }).click()
    await expectSaid(page, '请勿重复操作')
    await page.getByLabel('验证码').fill(code === '0000' ? '1111' : '0000')
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await expect(page.getByText('验证码错误或已过期')).toBeVisible()
    await page.getByLabel('验证码').fill(code)
    await afterGuard(page)
    await page.getByRole('button', { name: '注册', exact: true }).dblclick()
    await page.waitForURL(HOME)
  },
)

test('a forgotten password is set anew by a code', ONCE, async ({ page, site }) => {
  // One of the demonstration's people: nobody has sent them a code yet.
  const tel = '19900000001'
  await open(page, site, LOGIN)
  await page.getByRole('button', { name: '忘记密码？' }).click()
  await page.getByLabel('手机号').fill(tel)
  await page.getByLabel('新密码').fill('another long secret')
  await consentBox(page).check()
  await expectAccessible(page, 'reset')
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
  await puzzle(page, site)
  await expectAccessible(page, 'slider')
  for (let failure = 1; failure <= 4; failure++) {
    await slide(page, site, 30)
    await expect(dialog.getByText('验证失败')).toBeVisible()
  }
  await slide(page, site, 30)
  await expectSaid(page, '验证失败次数过多')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: '获取验证码' }).click()
  await slideByKeys(page, site)
  await expectSaid(page, '验证码已发送')
})

async function slideByKeys(page: Page, site: string): Promise<void> {
  const { slider, x } = await puzzle(page, site)
  await slider.focus()
  for (let presses = 0; presses < 400; presses++) {
    const at = Number(await slider.inputValue())
    if (Math.abs(at - x) <= 3) break
    await slider.press(at < x ? 'ArrowRight' : 'ArrowLeft')
  }
  await slider.press('Enter')
}
