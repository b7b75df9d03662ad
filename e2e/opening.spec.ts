import type { Browser, Page } from '@playwright/test'
import type { Input } from '../contract/calls.ts'
import { CODE_COUNTDOWN_SECONDS, DOUBLE_TAP_GUARD_MS } from '../contract/limits.ts'
import {
  ask,
  chinaTimeIn,
  codeFor,
  expect,
  expectAccessible,
  newTel,
  ONCE,
  open,
  picture,
  signIn,
  signInByCalls,
  slide,
  test,
} from './site.ts'

const WRITTEN = '我们坐在天台上，谁也没有说话，远处的楼一盏一盏地灭了灯。'
/** So many that they do not lead on by themselves while they are looked at. */
const WORDS = `愿你一切都好。${'别忘了那年夏天的风，也别忘了说过要一起去看的海。'.repeat(12)}`
const QUESTION = '您的生肖是？'
const LINK_GONE = '链接已失效，请联系胶囊的主人重新发送'
/** A notice leaves within 30 seconds; twice that on a busy machine. */
const NOTICE_MS = 60_000
const SOON_SECONDS = 6

const capsule = (more: Partial<Input<'createTimeCapsule'>> = {}) => ({
  content: [{ type: 0 as const, content: `<p>${WRITTEN}</p>`, comment: '' }],
  long_tag: '今晚的风',
  open_time: chinaTimeIn(SOON_SECONDS),
  send_word: WORDS,
  ...more,
})

const PICTURED = ['words', 'replied', 'share', 'shared-capsule', 'link', 'forgotten']

/** Nothing for axe by day and by night, and a picture of some by day. */
async function look(page: Page, screen: string) {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme)
    await expectAccessible(page, `${screen}, ${theme}`)
  }
  if (PICTURED.includes(screen)) await picture(page, screen)
}

/** Somebody else at another device of the same size, who is not signed in. */
async function stranger(browser: Browser, like: Page): Promise<Page> {
  const context = await browser.newContext({
    viewport: like.viewportSize(),
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  return context.newPage()
}
const nobodyIsSignedIn = (page: Page) => page.evaluate(() => localStorage.getItem('token') === null)
const openButton = (page: Page) => page.getByRole('button', { name: '点击解封' })
const ritual = (page: Page) => page.getByRole('main', { name: '胶囊正在打开' })

/** Whose number has had no code yet: others got one to register with, and the next has to wait. */
const DEMO = { tel: '13800000000', password: 'capsule88' }
let mayBeSentACode = 0

/** A capsule whose time has come, with a question. */
async function asking(page: Page, site: string) {
  const person = await signIn(page, site, await signInByCalls(site, DEMO))
  const { capsule_id } = await ask(
    site,
    'createTimeCapsule',
    capsule({ open_time: chinaTimeIn(2), key_answer: { [QUESTION]: '兔' } }),
    person.token,
  )
  await open(page, site, `/pages/unseal?id=${capsule_id}`)
  await expect(openButton(page)).toBeVisible()
  await expect(page.getByLabel(QUESTION)).toBeVisible()
  return person
}

async function proveByCode(page: Page, site: string, tel: string, press: string) {
  await page.waitForTimeout(Math.max(0, mayBeSentACode - Date.now()))
  await page.getByRole('button', { name: '获取验证码' }).click()
  await slide(page, site)
  await expect(page.getByText('验证码已发送')).toBeVisible()
  mayBeSentACode = Date.now() + CODE_COUNTDOWN_SECONDS * 1000 + 500
  await page.getByLabel('验证码').fill(await codeFor(site, tel))
  await page.getByRole('dialog').getByRole('button', { name: press }).click()
}

test('an owner who has forgotten the answers drops the questions, and thinks better of it', async ({ page, site }) => {
  const { tel } = await asking(page, site)
  await page.getByRole('button', { name: '忘记答案？' }).click()
  await expect(page.getByText(/72小时后生效/)).toBeVisible()
  await look(page, 'forgotten')
  await proveByCode(page, site, tel, '申请去掉安全问题')
  await expect(page.getByText(/^安全问题将于/)).toBeVisible()
  await look(page, 'questions-dropped')
  await page.reload()
  await page.getByRole('button', { name: '撤回，保留安全问题' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '保留' }).click()
  await expect(page.getByRole('button', { name: '忘记答案？' })).toBeVisible()
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`an owner opens what they sealed, the words first (motion: ${reducedMotion})`, async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion })
    const { token } = await signIn(page, site)
    const { capsule_id } = await ask(site, 'createTimeCapsule', capsule(), token)
    await open(page, site, '/subPages/me/meCapsule')
    await open(page, site, `/pages/unseal?id=${capsule_id}`)
    await expect(page.getByRole('timer')).toBeVisible()
    await expect(page.getByText(WRITTEN)).toHaveCount(0)
    await expect(openButton(page)).toBeVisible({ timeout: SOON_SECONDS * 2_000 })
    await look(page, 'unseal-due')
    await openButton(page).click()
    await expect(ritual(page)).toBeVisible()

    const words = page.getByRole('blockquote', { name: '寄语' })
    await expect(words).toContainText('对现在的你说')
    await expect(page.getByText(WRITTEN)).toHaveCount(0)
    await look(page, 'words')
    await expect(page.getByText('解封成功'), 'nothing is said over the moment').toHaveCount(0)
    await page.getByRole('button', { name: '看看当时的胶囊' }).click()
    await expect(page.getByText('解封成功')).toBeVisible()
    await expect(page.getByText(WRITTEN)).toBeVisible()
    await expect(words).toContainText('愿你一切都好')
    await look(page, 'unsealed')

    // The moment is had once: on reload it is open, and the way back does not come to it again.
    await page.reload()
    await expect(page.getByText(WRITTEN)).toBeVisible()
    await expect(ritual(page)).toHaveCount(0)
    await page.getByRole('button', { name: '返回' }).click()
    await expect(page.getByText(WRITTEN)).toHaveCount(0)
  })
}

test('a reload in the middle of the moment loses nothing', ONCE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const { capsule_id } = await ask(site, 'createTimeCapsule', capsule(), token)
  await open(page, site, `/pages/unseal?id=${capsule_id}`)
  await expect(openButton(page)).toBeVisible({ timeout: SOON_SECONDS * 2_000 })
  await openButton(page).click()
  await expect(ritual(page)).toBeVisible()
  await page.reload()
  await expect(page.getByText(WRITTEN)).toBeVisible()
  await expect(page.getByText('愿你一切都好')).toBeVisible()
})

/** Somebody's capsule, opened by the calls. */
async function opened(page: Page, site: string, more: Partial<Input<'createTimeCapsule'>> = {}) {
  const person = await signIn(page, site)
  const { token } = person
  const { capsule_id } = await ask(site, 'createTimeCapsule', capsule({ open_time: chinaTimeIn(2), ...more }), token)
  const unseal = () =>
    ask(site, 'unseal', { capsule_id }, token).then(
      () => true,
      () => false,
    )
  await expect.poll(unseal, { message: 'its time comes' }).toBe(true)
  return { ...person, capsule_id }
}

test('after opening: a reply to oneself, the public switch, a link for others, and its end', async ({
  page,
  site,
  browser,
}) => {
  const { capsule_id } = await opened(page, site)
  await open(page, site, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`)
  await page.getByRole('button', { name: '给当时的自己回一句' }).click()
  const reply = page.getByRole('textbox', { name: '给当时的自己回一句' })
  await reply.fill('风还在吹，我也还好。')
  await look(page, 'replying')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await page.reload()
  await expect(page.getByText('风还在吹，我也还好。')).toBeVisible()
  await expect(page.getByText(/^回于 \d{4}/)).toBeVisible()

  await page.getByRole('switch', { name: '胶囊内容对他人开放' }).click()
  await expect(page.getByRole('switch')).toBeChecked()
  await look(page, 'replied')
  await page.getByRole('button', { name: /分享这枚胶囊/ }).click()
  await page.getByRole('button', { name: '生成分享链接' }).click()
  const link = await page.getByRole('textbox', { name: '分享链接' }).inputValue()
  expect(link).toContain(`${site}/s/`)
  await look(page, 'share')

  const visitor = await stranger(browser, page)
  await visitor.goto(link)
  await expect(visitor.getByText(WRITTEN)).toBeVisible()
  for (const text of ['愿你一切都好', '风还在吹', '再封一段时间', '给当时的自己回一句'])
    await expect(visitor.getByText(text)).toHaveCount(0)
  await expect(visitor.getByRole('switch')).toHaveCount(0)
  const isWide = page.viewportSize()!.width > 767
  await expect(visitor.getByRole('link', { name: '前往首页' })).toBeVisible({ visible: isWide })
  await expect(visitor.getByRole('complementary', { name: '下载时光胶囊' })).toBeVisible({ visible: isWide })
  await look(visitor, 'shared-capsule')
  await visitor.goto(`${link}?hide=1`)
  await expect(visitor.getByText(WRITTEN)).toBeVisible()
  await expect(visitor.getByRole('link', { name: '前往首页' })).toHaveCount(0)
  await expect(visitor.getByRole('complementary')).toHaveCount(0)
  await look(visitor, 'shared-capsule-hide')

  await page.getByRole('button', { name: '停止分享' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '停止分享' }).click()
  await expect(page.getByText('已停止分享')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('暂无胶囊~')).toBeVisible()
  await open(visitor, site, `/pages/unseal?id=${capsule_id}`)
  await expect(visitor.getByText('暂无胶囊~')).toBeVisible()
  await look(visitor, 'no-capsule')
  expect(await nobodyIsSignedIn(visitor)).toBe(true)
  await visitor.context().close()
})

test('再封一段时间 begins a new capsule with what was in the old one', async ({ page, site }) => {
  const { capsule_id, token } = await opened(page, site)
  await open(page, site, `/pages/unseal?id=${capsule_id}`)
  await page.getByRole('button', { name: /再封一段时间/ }).click()
  await page.waitForURL(/textCapsule\?type=0&id=/)
  await expect(page.getByRole('textbox')).toContainText(WRITTEN)
  const { capsules } = await ask(site, 'myDrafts', {}, token)
  expect(capsules.data).toMatchObject([{ type: 0, content_type: 0, long_tag: '今晚的风' }])
  await page.goBack()
  await expect(page.getByText('愿你一切都好')).toBeVisible()
})

/** The token of the newest unseal link that this address was sent, other than these. */
async function linkFor(site: string, email: string, except: string[] = []): Promise<string> {
  const newest = async () => {
    const messages = (await (await fetch(`${site}/dev/outbox?to=${email}`)).json()) as { text: string }[]
    const tokens = messages.map(({ text }) => /\/u\/([\w-]{43})/.exec(text)?.[1])
    return tokens.find((token) => token && !except.includes(token)) ?? ''
  }
  await expect.poll(newest, { timeout: NOTICE_MS, message: `a link for ${email}` }).not.toBe('')
  return newest()
}

test('a contact opens by the link they were sent, with the answer; one that was renewed is gone', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000)
  const { token } = await signIn(page, site)
  const email = `friend.${newTel()}@example.com`
  const { capsule_id } = await ask(
    site,
    'createTimeCapsule',
    capsule({ open_time: chinaTimeIn(3), contact: { email }, key_answer: { [QUESTION]: '兔' } }),
    token,
  )
  const visitor = await stranger(browser, page)
  const first = await linkFor(site, email)
  await visitor.goto(`${site}/u/${first}`)
  await expect(visitor.getByText(/^来自 .+ 的时光胶囊$/)).toBeVisible()
  await expect(visitor.getByText('今晚的风')).toBeVisible()
  await look(visitor, 'link')
  await visitor.getByLabel(QUESTION).fill('猫')
  await openButton(visitor).click()
  await expect(visitor.getByText('答案不正确')).toBeVisible()
  await expect(visitor.getByText(WRITTEN)).toHaveCount(0)

  await ask(site, 'renewLink', { capsule_id, channel: 'email' }, token)
  await visitor.reload()
  await expect(visitor.getByText(LINK_GONE)).toBeVisible()
  await look(visitor, 'link-gone')

  const second = await linkFor(site, email, [first])
  await visitor.goto(`${site}/u/${second}`)
  await visitor.getByLabel(QUESTION).fill(' 兔 ')
  await openButton(visitor).click()
  await expect(ritual(visitor)).toBeVisible()
  await expect(visitor.getByText(WRITTEN)).toBeVisible()
  await visitor.waitForURL(new RegExp(`capsuleDetail\\?id=${capsule_id}`))
  for (const text of ['愿你一切都好', '给当时的自己回一句', '再封一段时间'])
    await expect(visitor.getByText(text)).toHaveCount(0)
  await look(visitor, 'opened-by-link')
  await visitor.reload()
  await expect(visitor.getByText(WRITTEN)).toBeVisible()
  expect(await nobodyIsSignedIn(visitor)).toBe(true)

  // The link leads in again, and to nothing else.
  await open(visitor, site, `/unsealLink/${second}`)
  await visitor.getByLabel(QUESTION).fill('兔')
  await visitor.getByRole('button', { name: '打开胶囊' }).click()
  await expect(visitor.getByText(WRITTEN)).toBeVisible()
  await open(visitor, site, '/subPages/me/capsuleDetail?id=1')
  await expect(visitor.getByRole('button', { name: '立即注册' })).toBeVisible()
  await visitor.context().close()

  await open(page, site, `/pages/unseal?id=${capsule_id}`)
  await expect(page.getByText(WRITTEN)).toBeVisible()
})

test(
  'too many wrong answers are told with the wait, and a code lets the owner answer again',
  ONCE,
  async ({ page, site }) => {
    const { tel } = await asking(page, site)
    const answer = page.getByLabel(QUESTION)
    for (let tries = 1; tries <= 6; tries++) {
      await answer.fill(`错${tries}`)
      const answered = page.waitForResponse(/\/api\/capsule\/unseal$/)
      await answer.press('Enter')
      await answered
    }
    await expect(page.getByText(/尝试次数太多，请1\d分钟后再试/)).toBeVisible()
    await look(page, 'too-many-answers')
    await page.getByRole('button', { name: '用短信验证码恢复答题' }).click()
    await proveByCode(page, site, tel, '用短信验证码恢复答题')
    await expect(page.getByText('已恢复，请继续回答')).toBeVisible()
    await answer.fill('兔')
    await page.waitForTimeout(DOUBLE_TAP_GUARD_MS)
    await openButton(page).click()
    await expect(ritual(page)).toBeVisible()
  },
)
