import type { Page } from '@playwright/test'
import { CODE_COUNTDOWN_SECONDS } from '../contract/limits.ts'
import { expectRoomInLargeText } from './largeText.ts'
import {
  ask,
  codeFor,
  expect,
  expectSaid,
  newTel,
  ONCE,
  open,
  otherDevice,
  signIn,
  signInByCalls,
  slide,
  test,
  untilSoon,
} from './site.ts'
import { capsule, linkTo, look, nobodyIsSignedIn, openButton, openNow, QUESTION, WRITTEN } from './unsealing.ts'

const LINK_GONE = '链接已失效，请联系胶囊的主人重新发送'

/** No code was sent to this number yet: a new person got one to register with, and must wait for the next. */
const DEMO = { tel: '13800000000', password: 'capsule88' }
let mayBeSentACode = 0

/** A capsule whose time has come, with a question. */
async function asking(page: Page, site: string) {
  const person = await signIn(page, site, await signInByCalls(site, DEMO))
  const { capsule_id } = await untilSoon((at) =>
    ask(site, 'createTimeCapsule', capsule(at, { key_answer: { [QUESTION]: '兔' } }), person.token),
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
  await expectSaid(page, '验证码已发送')
  mayBeSentACode = Date.now() + CODE_COUNTDOWN_SECONDS * 1000 + 500
  await page.getByLabel('验证码').fill(await codeFor(site, tel))
  await page.getByRole('dialog').getByRole('button', { name: press }).click()
}

test('an owner who has forgotten the answers drops the questions, and thinks better of it', async ({ page, site }) => {
  const { tel } = await asking(page, site)
  await page.getByRole('button', { name: '忘记答案？' }).click()
  await expect(page.getByText(/72小时后生效/)).toBeVisible()
  await look(page, 'forgotten')
  await expectRoomInLargeText(page, '忘记答案')
  await proveByCode(page, site, tel, '申请去掉安全问题')
  await expect(page.getByText(/^安全问题将于/)).toBeVisible()
  await look(page, 'questions-dropped')
  await page.reload()
  await page.getByRole('button', { name: '撤回，保留安全问题' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '保留' }).click()
  await expect(page.getByRole('button', { name: '忘记答案？' })).toBeVisible()
})

test('a contact opens by the link they were sent, with the answer; one that was renewed is gone', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000)
  const { token } = await signIn(page, site)
  const email = `friend.${newTel()}@example.com`
  const sealed = { contact: { email }, key_answer: { [QUESTION]: '兔' } }
  const { capsule_id } = await untilSoon((at) => ask(site, 'createTimeCapsule', capsule(at, sealed), token))
  const visitor = await otherDevice(browser, page)
  const first = await linkTo(site, 'u', email)
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

  const second = await linkTo(site, 'u', email, first)
  await visitor.goto(`${site}/u/${second}`)
  await visitor.getByLabel(QUESTION).fill(' 兔 ')
  await openNow(visitor)
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
    await expectSaid(page, '已恢复，请继续回答')
    await answer.fill('兔')
    await openNow(page)
  },
)
