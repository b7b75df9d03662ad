import type { Page } from '@playwright/test'
import { openDesk } from './desk.ts'
import { ask, CORE, chinaTimeIn, expect, expectAccessible, expectSaid, newTel, open, signIn, test } from './site.ts'

/** A reason that only one application has. */
const newReason = () => `<img src=x onerror="document.title='ran'"> 奶奶病重，想让她看到里面的照片（${newTel()}）`
const WRITTEN = '写给以后的话'
const A_DAY_SECONDS = 86_400

/** An owner who has asked, by the app, to open a capsule of this title early. */
async function apply(page: Page, site: string, title: string, is_lock: 0 | 1) {
  const reason = newReason()
  const owner = await signIn(page, site)
  const content = [{ type: 0 as const, content: `<p>${WRITTEN}</p>`, comment: '' }]
  const input = { content, long_tag: title, open_time: chinaTimeIn(A_DAY_SECONDS), is_lock }
  const { capsule_id } = await ask(site, 'createTimeCapsule', input, owner.token)
  await open(page, site, '/subPages/me/meCapsule')
  await page.getByRole('button', { name: new RegExp(title) }).click()
  await page.getByRole('button', { name: is_lock ? '提交解封申请' : '提前解封' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByLabel('解封理由').fill(reason)
  await page.getByRole('button', { name: '提交解封申请' }).click()
  await expectSaid(page, '申请已提交')
  return { ...owner, capsule_id, reason }
}

const waiting = (desk: Page, reason: string) => desk.getByRole('article').filter({ hasText: reason })

async function approve(desk: Page, reason: string, meaning: RegExp): Promise<void> {
  await waiting(desk, reason)
    .getByRole('button', { name: /^同意申请/ })
    .click()
  const question = desk.getByRole('alertdialog')
  await expect(question).toContainText(meaning)
  await expectAccessible(desk, "the desk's question")
  await question.getByRole('button', { name: '同意' }).click()
  await expectSaid(desk, '已处理')
}

async function openEarly(page: Page, site: string, capsule_id: string): Promise<void> {
  await open(page, site, `/pages/unseal?id=${capsule_id}`)
  await page.getByRole('button', { name: '点击解封' }).click()
  await expectSaid(page, '解封成功')
  await expect(page.getByText(WRITTEN)).toBeVisible()
}

test(
  'an application is read as text and approved at the desk; its owner hears of it and opens early',
  CORE,
  async ({ page, site, dataDir, browser }) => {
    const { tel, token, capsule_id, reason } = await apply(page, site, '海边的下午', 0)
    const desk = await openDesk(browser, { site, dataDir })
    await expect(waiting(desk, reason).getByText(reason)).toBeVisible()
    await expect(desk.locator('article img')).toHaveCount(0)
    await expect(desk.getByText('海边的下午')).toHaveCount(0)
    expect(await desk.title()).toBe('审核台 · 时光胶囊')
    await expectAccessible(desk, 'the desk')
    await desk.evaluate(() => localStorage.setItem('theme', 'dark'))
    await desk.reload()
    await expect(waiting(desk, reason)).toBeVisible()
    await expectAccessible(desk, 'the desk in the dark')
    await approve(desk, reason, /主人可以立即解封/)
    await desk.getByRole('tab', { name: '已处理' }).click()
    await expect(desk.getByRole('article').first()).toContainText('已通过')
    await expectAccessible(desk, 'what is done')
    await desk.getByRole('button', { name: '退出' }).click()
    await expect(desk.getByRole('button', { name: '登录' })).toBeVisible()
    expect(await desk.evaluate(() => sessionStorage.length)).toBe(0)

    const texts = async () => {
      const messages = (await (await fetch(`${site}/dev/outbox?to=${tel}`)).json()) as { text: string }[]
      return messages.map(({ text }) => text).join()
    }
    await expect.poll(texts, { timeout: 90_000 }).toContain('提前解封申请已通过')
    await openEarly(page, site, capsule_id)
    const { capsule } = await ask(site, 'capsuleDetail', { capsule_id }, token)
    expect(capsule.open_at < capsule.open_time).toBe(true)
  },
)

test('a locked capsule opens early only after two different operators have said yes', async ({
  page,
  site,
  dataDir,
  browser,
}) => {
  const { token, capsule_id, reason } = await apply(page, site, '锁住的夏天', 1)
  const status = async () => (await ask(site, 'capsuleDetail', { capsule_id }, token)).capsule.status
  const first = await openDesk(browser, { site, dataDir })
  await expect(waiting(first, reason).getByText('不可提前解封，需两人同意')).toBeVisible()
  await approve(first, reason, /还需另一位审核员同意/)
  await expect(waiting(first, reason).getByText('你已同意，还需要另一位审核员同意')).toBeVisible()
  expect(await status()).toBe(3)
  const second = await openDesk(browser, { site, dataDir })
  await approve(second, reason, /主人可以立即解封/)
  await expect.poll(status).toBe(4)
  await openEarly(page, site, capsule_id)
})

test('the desk takes no sign-in of the app, and leaves that one alone', async ({ page, site }) => {
  await signIn(page, site)
  await page.goto(`${site}/review`)
  await expect(page.getByRole('button', { name: '登录' })).toBeVisible()
  await page.getByLabel('名字').fill('没有这个人')
  await page.getByLabel('密码').fill('guess')
  await page.getByLabel('动态码').fill('123456')
  await page.getByLabel('动态码').press('Enter')
  await expect(page.getByText('名字、密码或动态码不正确')).toBeVisible()
  await expectAccessible(page, 'a refused sign-in')
  await open(page, site, '/subPages/me/setting')
  await expect(page.getByRole('heading', { name: '设置' })).toBeVisible()
})
