import type { Page } from '@playwright/test'
import type { Input } from '../contract/calls.ts'
import {
  afterGuard,
  ask,
  CORE,
  expect,
  expectSaid,
  newTel,
  open,
  otherDevice,
  signIn,
  test,
  toContacts,
  untilSoon,
} from './site.ts'
import { linkTo, look } from './unsealing.ts'

const REASON = '奶奶病重，想让她看到里面的照片'

const newEmail = (): string => `friend.${newTel()}@example.com`

const capsule = (more: Partial<Input<'createTimeCapsule'>> = {}): Input<'createTimeCapsule'> => ({
  content: [{ type: 0, content: '<p>写给以后</p>', comment: '' }],
  long_tag: '今晚的风',
  open_time: '2046-01-01',
  ...more,
})
const notices = (id: string) => `/subPages/me/notices?id=${id}`
const contacts = (page: Page) => page.getByRole('list', { name: '联系人' })
const log = (page: Page) => page.getByRole('list', { name: '送达记录' })

test('contacts are named while sealing, and agree for themselves', CORE, async ({ page, site, browser }) => {
  test.setTimeout(240_000)
  await signIn(page, site)
  const email = newEmail()
  await toContacts(page, site, { text: '写给以后', title: '今晚的风' })
  await page.getByLabel('微博').fill('小满的风')
  await expect(page.getByText('微博提醒为尽力送达：可能以公开@或人工私信方式发送')).toBeVisible()
  await expect(page.getByText('微博提醒无法保证送达，建议同时填写手机号或邮箱')).toBeVisible()
  const consent = page.getByRole('checkbox', { name: '允许官方微博公开@提醒' })
  await expect(consent).not.toBeChecked()
  await consent.check()
  await look(page, 'seal-contact-weibo')
  await page.getByLabel('邮箱').fill(email)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('寄语').fill('好好的')
  await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
  await expectSaid(page, '封存成功')

  const asked = await linkTo(site, 'n', email)
  await open(page, site, '/subPages/me/meCapsule')
  await page.getByRole('button', { name: /今晚的风/ }).click()
  await page.getByRole('button', { name: '送达记录与联系人' }).click()
  await expect(contacts(page).getByText('等待对方确认')).toBeVisible()
  await expect(contacts(page).getByText('你已允许公开@提醒')).toBeVisible()
  await expect(contacts(page).getByText(email)).toHaveCount(0)
  await expect(log(page).getByText('联系方式确认')).toBeVisible()
  await expect(page.getByText(/^下一次通知 20\d\d\//)).toBeVisible()
  await look(page, 'notices')

  // The contact, on a device of their own, without an account.
  const contact = await otherDevice(browser, page)
  await contact.goto(`${site}/n/${asked}`)
  await expect(contact.getByText('把你设为一枚时光胶囊的联系人')).toBeVisible()
  await expect(contact.getByText('今晚的风')).toHaveCount(0)
  await look(contact, 'confirm-contact')
  await contact.getByRole('button', { name: '确认接收' }).click()
  await expect(contact.getByText('已确认，到时我们会通知你')).toBeVisible()
  await look(contact, 'confirmed')
  await contact.context().close()
  await page.reload()
  await expect(contacts(page).getByText('已确认')).toBeVisible()
})

test('contacts are corrected by the owner alone, asked anew, and can want to hear nothing', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000)
  const { token } = await signIn(page, site)
  const email = newEmail()
  const sealed = capsule({ contact: { email, weibo: '小满的风' } })
  const { capsule_id } = await ask(site, 'createTimeCapsule', sealed, token)
  const asked = await linkTo(site, 'n', email)
  await open(page, site, notices(capsule_id))

  // Another address is another contact: it is asked for consent anew, and the link of the first one no longer works.
  const other = newEmail()
  await page.getByRole('button', { name: '更正邮箱' }).click()
  await page.getByRole('textbox', { name: '邮箱' }).fill('friend@')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('请填写正确格式邮箱')).toBeVisible()
  await look(page, 'correct-contact')
  await page.getByRole('textbox', { name: '邮箱' }).fill(other)
  await page.getByRole('textbox', { name: '邮箱' }).press('Enter')
  await expectSaid(page, '联系方式已更新')
  await expect(contacts(page).getByText('已确认')).toHaveCount(0)
  const askedAnew = await linkTo(site, 'n', other)
  const contact = await otherDevice(browser, page)
  await contact.goto(`${site}/n/${asked}`)
  await expect(contact.getByText('链接已失效')).toBeVisible()
  await look(contact, 'contact-link-wrong')

  // A contact can want to hear nothing, and take it back.
  await contact.goto('about:blank')
  await contact.goto(`${site}/n/${askedAnew}`)
  await contact.getByRole('button', { name: '不再接收' }).click()
  await look(contact, 'stop-contact')
  await contact.getByRole('alertdialog').getByRole('button', { name: '不再接收' }).click()
  await expect(contact.getByText('已停止，你不会再收到时光胶囊的通知')).toBeVisible()
  await page.reload()
  await expect(contacts(page).getByText('对方不再接收通知')).toBeVisible()
  await contact.getByRole('button', { name: '确认接收' }).click()
  await expect(contact.getByText('已确认，到时我们会通知你')).toBeVisible()
  await contact.context().close()

  // A way is added, another taken away.
  await page.reload()
  await expect(contacts(page).getByText('已确认')).toBeVisible()
  await page.getByRole('button', { name: '添加手机' }).click()
  await page.getByLabel('手机号').fill(newTel())
  await page.getByLabel('手机号').press('Enter')
  await expect(page.getByRole('button', { name: '更正手机' })).toBeVisible()
  await page.getByRole('button', { name: '删除微博' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByRole('button', { name: '添加微博' })).toBeVisible()
  const { contacts: kept } = await ask(site, 'capsuleContacts', { capsule_id }, token)
  expect(kept.map(({ channel }) => channel)).toEqual(['tel', 'email'])
})

test('after the open time the owner sees what was sent, renews a link, and sees who opened it', async ({
  page,
  site,
}) => {
  test.setTimeout(240_000)
  const { token } = await signIn(page, site)
  const email = newEmail()
  const { capsule_id } = await untilSoon((open_time) =>
    ask(site, 'createTimeCapsule', capsule({ open_time, contact: { email } }), token),
  )
  const first = await linkTo(site, 'u', email)
  await open(page, site, notices(capsule_id))
  await expect(log(page).getByText('解封通知').first()).toBeVisible()
  await look(page, 'notices-due')
  await page.getByRole('button', { name: '重新发送链接给邮箱' }).click()
  await expect(page.getByText(/旧链接将立即失效/)).toBeVisible()
  await page.getByRole('button', { name: '重新发送', exact: true }).click()
  await expectSaid(page, '新链接已发送，旧链接已失效')
  const second = await linkTo(site, 'u', email, first)
  const infoOf = async (unseal_token: string) => {
    const asked = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ unseal_token }),
    }
    return (await (await fetch(`${site}/api/capsule/infoByToken`, asked)).json()) as { code: number }
  }
  expect((await infoOf(first)).code).toBe(1004)
  expect((await infoOf(second)).code).toBe(1000)

  await ask(site, 'unseal', { capsule_id }, token)
  await page.reload()
  await expect(page.getByText('由主人解封')).toBeVisible()
  // Nothing can be corrected any more; a person with a link still sees the capsule, until its owner ends that.
  await expect(contacts(page).getByRole('button')).toHaveText(['停止链接'])
  await look(page, 'notices-open')
  await page.getByRole('button', { name: '停止链接：邮箱' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '停止' }).click()
  await expect(contacts(page).getByRole('button')).toHaveCount(0)
  expect((await infoOf(second)).code).toBe(1004)
})

test('an early unsealing is asked for with a reason, and only where it can be', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const sealed = async (more: Parameters<typeof capsule>[0]) =>
    (await ask(site, 'createTimeCapsule', capsule(more), token)).capsule_id
  const locked = await sealed({ is_lock: 1 })
  await open(page, site, `/subPages/me/deblocking?id=${locked}`)
  await expect(page.getByText(/只在真正紧急时受理，需两位审核员同意/)).toBeVisible()
  await expect(page.getByText('解封理由是审核的重要依据，我们会在5个工作日内以短信回复你')).toBeVisible()
  for (const [reason, why] of [
    ['一二三四五六七八九十', '请填写大于十个字的理由'],
    ['长'.repeat(1001), '已超出1000字上限~'],
  ] as const) {
    await page.getByLabel('解封理由').fill(reason)
    await afterGuard(page)
    await page.getByRole('button', { name: '提交解封申请' }).click()
    await expect(page.getByText(why)).toBeVisible()
  }
  await look(page, 'application')
  await page.getByLabel('解封理由').fill(REASON)
  await page.getByRole('button', { name: '提交解封申请' }).click()
  await expectSaid(page, '申请已提交')
  await page.waitForURL((url) => !url.hash.includes('deblocking'))

  await open(page, site, `/subPages/me/deblocking?id=${locked}`)
  await expect(page.getByText(/提交，最晚 20\d\d\/\d\d\/\d\d 以短信回复你/)).toBeVisible()
  await look(page, 'application-waiting')
  await open(page, site, '/subPages/me/meCapsule')
  await expect(page.getByRole('button', { name: /今晚的风/ })).toContainText('提前解封')
  await page.getByRole('button', { name: /今晚的风/ }).click()
  await expect(page.getByText('提前解封申请审核中')).toBeVisible()
  await look(page, 'sealed-sheet-waiting')

  const due = await untilSoon((open_time) => sealed({ open_time }))
  await open(page, site, `/subPages/me/deblocking?id=${due}`)
  await page.getByRole('button', { name: '去解封' }).click()
  await page.waitForURL(/pages\/unseal/)
  await open(page, site, '/subPages/me/deblocking?id=999999')
  await expect(page.getByText('内容不存在或已删除')).toBeVisible()
  await look(page, 'application-missing')
})
