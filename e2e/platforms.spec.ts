import { agreeAs, CANCEL, comeByWechat, consentBox, HOME, LOGIN, SETTING, TASKS, takeCode, tokenIn } from './account.ts'
import { ask, CORE_ONCE, expect, expectAccessible, expectSaid, newTel, ONCE, open, signIn, test } from './site.ts'

test.describe('other platforms', () => {
  for (const [provider, person, tag] of [
    ['微信', '微信旅人', CORE_ONCE],
    ['微博', '微博旅人', ONCE],
  ] as const) {
    test(`${provider}: denied, then agreed to; the same person the second time`, tag, async ({ page, site }) => {
      await open(page, site, LOGIN)
      await consentBox(page).check()
      await page.getByRole('button', { name: `${provider}登录` }).click()
      await expect(page.getByText('「沙箱」')).toBeVisible()
      await expectAccessible(page, `sandbox-${provider}`)
      await page.getByRole('button', { name: '取消' }).click()
      await expectSaid(page, '你取消了授权')
      await expect(consentBox(page)).toBeChecked()
      await page.getByRole('button', { name: `${provider}登录` }).click()
      await agreeAs(page, person)
      await page.waitForURL(HOME)
      expect(page.url()).not.toContain('state=')
      await open(page, site, SETTING)
      await expect(page.getByRole('button', { name: `昵称 ${person}` })).toBeVisible()
      await expectAccessible(page, `setting-${provider}`)
      const idOf = async () => (await ask(site, 'userInfo', {}, await tokenIn(page))).user.id
      const first = await idOf()

      const left = await tokenIn(page)
      await page.getByRole('button', { name: '退出登录' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
      await expect(page.getByRole('button', { name: `${provider}登录` })).toBeVisible()
      // The token is void on the server as well, for anybody who may have kept it.
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
    await expectSaid(page, '关联成功')
    await expect(page.getByRole('button', { name: '微博 绑定的人 解绑' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: '微博 绑定的人 解绑' }).click()
    await expect(page.getByText('您确定要解绑吗？')).toBeVisible()
    await expectAccessible(page, 'unbind')
    await page.getByRole('button', { name: '确定' }).click()
    await expect(page.getByRole('button', { name: '微博 绑定的人 解绑' })).toHaveCount(0)
    await page.getByRole('button', { name: /^手机号 .* 解绑$/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
    await expectSaid(page, '这是你唯一的登录方式，不能解绑')
  })
})

test.describe('a person without a phone', () => {
  test('binds one from the tasks, and signs in by it', ONCE, async ({ page, site }) => {
    const [tel, password] = [newTel(), 'a second long secret']
    await comeByWechat(page, site, '要绑手机的人')
    await open(page, site, TASKS)
    await expectAccessible(page, 'tasks')
    await page.getByRole('button', { name: /绑定手机号.*去完成/ }).click()
    await expect(page.getByRole('heading', { name: '绑定手机号' })).toBeVisible()
    await expectAccessible(page, 'bind-tel')
    await page.getByLabel('手机号').fill(tel)
    await page.getByLabel('设置密码').fill(password)
    await page.getByLabel('验证码').fill(await takeCode(page, site, tel))
    await page.getByRole('button', { name: '绑定', exact: true }).click()
    await expectSaid(page, '绑定成功')
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
    await expectAccessible(page, 'tel-needed')
    await question.getByRole('button', { name: '去绑定' }).click()
    await expect(page.getByRole('heading', { name: '绑定手机号' })).toBeVisible()
  })

  test('closes the account by the platform', ONCE, async ({ page, site }) => {
    await comeByWechat(page, site, '要走的人')
    const token = await tokenIn(page)
    const { user } = await ask(site, 'userInfo', {}, token)
    await open(page, site, CANCEL)
    await page.getByRole('checkbox', { name: '我已了解以上后果' }).check()
    await expectAccessible(page, 'cancel-by-platform')
    await page.getByRole('button', { name: '用微信确认' }).click()
    await page.getByRole('button', { name: '取消' }).click()
    await expectSaid(page, '你取消了授权')
    await expect(page.getByRole('checkbox', { name: '我已了解以上后果' })).not.toBeChecked()
    await page.getByRole('checkbox', { name: '我已了解以上后果' }).check()
    await page.getByRole('button', { name: '用微信确认' }).click()
    await agreeAs(page, '要走的人')
    await expectAccessible(page, 'cancel-last-question')
    await page.getByRole('alertdialog').getByRole('button', { name: '确定注销' }).click()
    await expectSaid(page, '账号已注销')
    await expect(ask(site, 'userInfo', {}, token)).rejects.toThrow('登录已过期，请重新登录')
    await comeByWechat(page, site, '要走的人')
    expect((await ask(site, 'userInfo', {}, await tokenIn(page))).user.id).not.toBe(user.id)
  })
})
