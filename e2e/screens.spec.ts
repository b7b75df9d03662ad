import { calls } from '../contract/calls.ts'
import { DOUBLE_TAP_GUARD_MS } from '../contract/limits.ts'
import {
  ask,
  chinaTimeIn,
  expect,
  expectAccessible,
  expectInside,
  open,
  picture,
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

test('a text is kept in the draft box on leaving, edited there, and deleted', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/me/me')
  await page.getByRole('button', { name: '时光', exact: true }).click()
  await page.getByRole('button', { name: /文字胶囊/ }).click()
  await page.getByRole('textbox').click()
  await page.keyboard.insertText('还没写完')
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByText('是否存入草稿箱?')).toBeVisible()
  await expectAccessible(page, 'leave prompt')
  await page.getByRole('button', { name: '是', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('十八岁的')
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('已存入草稿箱')).toBeVisible()

  await open(page, site, '/subPages/me/draftBox')
  await expectAccessible(page, 'draft box')
  await page.getByRole('button', { name: /^十八岁的/ }).click()
  await expect(page.getByRole('textbox')).toContainText('还没写完')
  await page.goBack()
  await page.getByRole('button', { name: '删除「十八岁的」' }).click()
  await expect(page.getByText('提示')).toBeVisible()
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByText('草稿箱空空如也~')).toBeVisible()
  await expectAccessible(page, 'empty draft box')
})

test('what was written is dropped when the person says so', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/me/me')
  await page.getByRole('button', { name: '时光', exact: true }).click()
  await page.getByRole('button', { name: /文字胶囊/ }).click()
  await page.getByRole('textbox').click()
  await page.keyboard.insertText('算了')
  await page.goBack()
  await page.getByRole('button', { name: '否', exact: true }).click()
  await expect(page.getByRole('heading', { name: '文字胶囊' })).toHaveCount(0)
  await open(page, site, '/subPages/me/draftBox')
  await expect(page.getByText('草稿箱空空如也~')).toBeVisible()
})

test('a guarded page asks for a sign-in and leads on to where the person wanted to go', async ({ page, site }) => {
  const { tel, password } = await signInByCalls(site)
  await page.goto(`${site}/#/subPages/me/setting`)
  await expect(page.getByRole('button', { name: '立即注册' })).toBeVisible()
  await page.getByLabel('手机号').fill(tel)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByLabel('密码', { exact: true }).fill('wrong password')
  await page.getByLabel('密码', { exact: true }).press('Enter')
  await expect(page.getByText('手机号或密码错误')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.waitForTimeout(DOUBLE_TAP_GUARD_MS)
  await page.getByLabel('密码', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: '设置' })).toBeVisible()
  await expectAccessible(page, 'settings')
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('button', { name: '立即注册' })).toBeVisible()
  await page.goto(`${site}/#/pages/me/me`)
  await expect(page.getByRole('button', { name: '立即注册' })).toBeVisible()
})

test('a locked capsule is asked for with a reason longer than ten characters', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  await ask(site, 'createTimeCapsule', capsule('锁住的', { is_lock: 1 }), token)
  await open(page, site, '/subPages/me/meCapsule')
  await page.getByRole('button', { name: /锁住的/ }).click()
  await page.getByRole('button', { name: '提交解封申请' }).click()
  await expect(page.getByText('确定提前解封该胶囊吗？')).toBeVisible()
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(/deblocking/)
  // Until the page has come, what was left stands under its address, with the title in a list and in what is chosen.
  await expect(page.getByLabel('解封理由')).toBeVisible()
  await expect(page.getByRole('main').getByText('锁住的')).toBeVisible()
  await page.getByLabel('解封理由').fill('太短')
  await page.getByRole('button', { name: '提交解封申请' }).click()
  await expect(page.getByText('请填写大于十个字的理由').first()).toBeVisible()
  await expectAccessible(page, 'application')
  await page.getByLabel('解封理由').fill('奶奶病重，想让她看到里面的照片')
  await page.getByRole('button', { name: '提交解封申请' }).click()
  await expect(page.getByText('申请已提交')).toBeVisible()
  await page.waitForURL(/meCapsule/)
  await page.getByRole('button', { name: /锁住的/ }).click()
  await expect(page.getByRole('button', { name: '审核中' })).toBeVisible()
})

test('a sealed capsule of an address typed by hand shows its sealed face and nothing else', async ({ page, site }) => {
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
})

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

test('the home loads the packages of time, diary, forecast and seal ahead, and the editor', async ({ page, site }) => {
  await signIn(page, site)
  // What comes last of all.
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
  // What looks for things to be sent comes by itself, and no page waits for it.
  expect(asked.filter((path) => path.endsWith('.js') && !path.includes('sendOutbox'))).toEqual([])
})

test('an error of the server tells the number of its request, which can be copied', async ({ page, site, context }) => {
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
    await expectAccessible(page, `failed, ${colorScheme}`)
    await picture(page, `failed-${colorScheme}`)
  }
  await expectInside(page, 'failed')
  await context.grantPermissions(['clipboard-write'])
  await copy.click()
  await expect(page.getByText('请求编号已复制')).toBeVisible()
})

test('the pages say when the network is gone', async ({ page, site, context }) => {
  await signIn(page, site)
  await open(page, site, '/pages/me/me')
  await expect(page.getByText('我的胶囊')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('当前无网络连接，请检查网络').first()).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('网络状态')).toHaveCount(0)
})

test('the seal pages lead a person without a draft back, and forget nothing on the way', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/subPages/seal/sealFour?type=0')
  await expect(page.getByRole('button', { name: /文字胶囊/ })).toBeVisible()
  await page.getByRole('button', { name: /文字胶囊/ }).click()
  await page.getByRole('textbox').click()
  await page.keyboard.insertText('走到一半')
  await page.getByRole('button', { name: '完成', exact: true }).click()
  await page.getByRole('button', { name: '完成封存' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('请选择解封日期~')).toBeVisible()
  await page.getByRole('button', { name: '10年' }).click()
  await page.getByRole('button', { name: /^解封日期/ }).click()
  const unit = (name: string) => page.getByRole('spinbutton', { name }).or(page.getByRole('combobox', { name }))
  await expect(unit('分')).toBeVisible()
  await expect(unit('秒')).toHaveCount(0)
  await expectAccessible(page, 'wheel')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '收费标准' }).click()
  await expect(page.getByText('¥30')).toBeVisible()
  await expectAccessible(page, 'fee table')
  await page.keyboard.press('Escape')
  await page.waitForTimeout(DOUBLE_TAP_GUARD_MS)
  await page.getByRole('button', { name: '下一步' }).click()
  await expectAccessible(page, 'questions')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText('请选择问题')).toBeVisible()
  await page.getByRole('button', { name: /^第一个问题/ }).click()
  await expectAccessible(page, 'question picker')
  await page.getByRole('button', { name: '您的学号是？' }).click()
  await page.getByLabel('答案').fill('2046')
  await page.getByRole('button', { name: '下一步' }).click()
  await expectAccessible(page, 'contact')
  await page.getByRole('textbox', { name: '微博' }).fill('小满')
  await page.getByRole('textbox', { name: '微博' }).press('Enter')
  await expect(page.getByLabel('寄语')).toBeVisible()
  await expectAccessible(page, 'words')
  // A reload, and back through the steps: all is still there.
  await page.reload()
  await page.getByLabel('寄语').fill('好好的')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: '微博' })).toHaveValue('小满')
  await page.goBack()
  await expect(page.getByLabel('答案')).toHaveValue('2046')
  await page.goForward()
  await page.goForward()
  await expect(page.getByLabel('寄语')).toHaveValue('好好的')
  await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
  await expect(page.getByText('封存成功')).toBeVisible()
  await page.waitForURL(/pages\/home\/home/)
  await page.goBack()
  await expect(page.getByRole('button', { name: '投入胶囊宇宙' })).toHaveCount(0)
})

test('a capsule whose moment passed while its words were written says so instead of sealing', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  const past = chinaTimeIn(-5)
  await open(page, site, '/subPages/time/timeCapsule')
  await page.getByRole('button', { name: /文字胶囊/ }).click()
  await page.getByRole('textbox').click()
  await page.keyboard.insertText('来不及')
  await page.getByRole('button', { name: '完成', exact: true }).click()
  await page.getByRole('button', { name: '完成封存' }).click()
  await page.getByRole('button', { name: '30天' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: /^第一个问题/ }).click()
  await page.getByRole('button', { name: '您的学号是？' }).click()
  await page.getByLabel('答案').fill('1')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('textbox', { name: '微博' }).fill('小满')
  await page.getByRole('textbox', { name: '微博' }).press('Enter')
  await page.getByLabel('寄语').fill('快')
  await page.evaluate((past) => {
    const kept = JSON.parse(localStorage.getItem('createCapsuleInfo')!)
    kept.state.draft.unsealDate = past
    for (const storage of [localStorage, sessionStorage]) storage.setItem('createCapsuleInfo', JSON.stringify(kept))
  }, past)
  await page.reload()
  await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
  await expect(page.getByText('解封日期已过', { exact: false })).toBeVisible()
  const { capsules } = await ask(site, 'myClosedCapsules', {}, token)
  expect(capsules.data).toEqual([])
})
