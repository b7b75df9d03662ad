import { calls } from '../contract/calls.ts'
import {
  ask,
  CORE,
  expect,
  expectAccessible,
  expectInside,
  expectSaid,
  ONCE,
  open,
  signIn,
  signInByCalls,
  test,
} from './site.ts'

const capsule = (title: string, more = {}) => ({
  content: [{ type: 0 as const, content: '<p>写给以后</p>', comment: '' }],
  long_tag: title,
  open_time: '2046-01-01',
  ...more,
})

test(
  'a guarded page asks for a sign-in and leads on to where the person wanted to go',
  CORE,
  async ({ page, site }) => {
    const { tel, password } = await signInByCalls(site)
    await page.goto(`${site}/#/subPages/me/setting`)
    await expect(page.getByRole('button', { name: '立即注册' })).toBeVisible()
    await page.getByLabel('手机号').fill(tel)
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await page.getByLabel('密码', { exact: true }).fill('wrong password')
    await page.getByLabel('密码', { exact: true }).press('Enter')
    await expect(page.getByText('手机号或密码错误')).toBeVisible()
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByLabel('密码', { exact: true }).press('Enter')
    await expect(page.getByRole('heading', { name: '设置' })).toBeVisible()
    await expectAccessible(page, 'settings')
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('button', { name: '确定' }).click()
    await expect(page.getByRole('button', { name: '立即注册' })).toBeVisible()
    await page.goto(`${site}/#/pages/me/me`)
    await expect(page.getByRole('button', { name: '立即注册' })).toBeVisible()
  },
)

test(
  'a sealed capsule of an address typed by hand shows its sealed face and nothing else',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const { capsule_id } = await ask(site, 'createTimeCapsule', capsule('还早'), token)
    for (const route of [`/pages/unseal?id=${capsule_id}`, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`]) {
      await open(page, site, route)
      await expect(page.getByText('还早').first()).toBeVisible()
      await expect(page.getByText('写给以后')).toHaveCount(0)
      await expectAccessible(page, route)
    }
    await open(page, site, '/subPages/me/capsuleDetail?id=999999&isOther=1')
    await expect(page.getByText('返回首页')).toBeVisible()
  },
)

test("somebody else's public capsule is read from the home, without its owner's words", async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/home/home')
  // The capsules turn, and a pointer waits for what stands still.
  await page.getByRole('button', { name: /戒烟第一天/ }).press('Enter')
  const popup = page.getByRole('dialog', { name: '胶囊' })
  await expect(popup.getByText(/^#戒烟第一天.*#$/)).toBeVisible()
  await expectAccessible(page, "another's capsule in front of the field")
  await popup.getByRole('button', { name: '查看详情' }).click()
  await expect(page.getByText('海边的旅行')).toBeVisible()
  await expect(page.getByText('你做到了吗？')).toHaveCount(0)
  await expect(page.getByRole('switch')).toHaveCount(0)
  await expectAccessible(page, "another's capsule")
  await page.getByRole('button', { name: '制作我的胶囊' }).click()
  await expect(page.getByRole('button', { name: /文字胶囊/ })).toBeVisible()
})

test('long titles stay inside the screen, and an unknown page is lost', async ({ page, site }) => {
  const person = await signIn(page, site)
  await ask(site, 'createTimeCapsule', capsule('长'.repeat(100)), person.token)
  const content = [{ type: 0 as const, content: `<p>长长的日记${'长'.repeat(200)}</p>`, comment: '' }]
  const { capsule_id } = await ask(site, 'createDiaryCapsule', { content }, person.token)
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  for (const [route, name] of [
    ['/subPages/me/meCapsule', '长'.repeat(100)],
    [`/subPages/diary/previewDiary?id=${capsule_id}`, '长长的日记'],
    ['/subPages/diary/diaryList', '长长的日记'],
    ['/pages/no/such', '抱歉，您访问的页面走丢了'],
  ] as const) {
    await open(page, site, route)
    await expect(page.getByText(name).first(), route).toBeVisible()
    await expectAccessible(page, route)
    await expectInside(page, route)
  }
})

test(
  'the home loads the packages of time, diary, forecast and seal ahead, and the editor',
  ONCE,
  async ({ page, site }) => {
    await signIn(page, site)
    // The editor is loaded last of all.
    const editor = page.waitForResponse(/\/Editor-[^/]*\.js$/)
    await open(page, site, '/pages/home/home')
    await (await editor).finished()
    const here = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    )
    for (const file of ['diary', 'writing', 'graphic', 'forecast', 'seal']) expect(here).toContain(`/${file}-`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const [route, shown] of [
      ['/subPages/diary/diaryList', page.getByRole('button', { name: /写日记/ })],
      ['/subPages/time/textCapsule?type=0', page.locator('[contenteditable="true"]')],
      ['/subPages/time/graphicCapsule', page.getByRole('button', { name: '存入草稿箱' })],
      ['/subPages/forecast/forecastCapsule', page.getByRole('button', { name: /发布胶囊/ })],
    ] as const) {
      await page.evaluate((hash) => window.location.assign(hash), `#${route}`)
      await expect(shown.first(), route).toBeVisible()
    }
    // The code that looks for things to send loads by itself, and no page waits for it.
    expect(asked.filter((path) => path.endsWith('.js') && !path.includes('sendOutbox'))).toEqual([])
  },
)

test(
  'an error of the server tells the number of its request, which can be copied',
  ONCE,
  async ({ page, site, context }) => {
    await signIn(page, site)
    await page.route(`**${calls.myDrafts.path}`, (route) =>
      route.fulfill({
        status: 500,
        headers: { 'x-request-id': '9f86d081884c' },
        json: { code: 5000, message: '服务器错误' },
      }),
    )
    await open(page, site, '/subPages/me/draftBox')
    const copy = page.getByRole('button', { name: '请求编号 9f86d081884c · 复制' })
    await expect(copy).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, `failed, ${colorScheme}`, colorScheme === 'light' ? undefined : 'colours')
    }
    await expectInside(page, 'failed')
    await context.grantPermissions(['clipboard-write'])
    await copy.click()
    await expectSaid(page, '请求编号已复制')
  },
)
