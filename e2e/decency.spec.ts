import type { Page } from '@playwright/test'
import { openDesk } from './desk.ts'
import { openedToAll } from './openedToAll.ts'
import {
  ask,
  CORE_ONCE,
  expect,
  expectAccessible,
  expectSaid,
  newTel,
  open,
  otherDevice,
  signIn,
  signInByCalls,
  test,
} from './site.ts'

/** The waiting cases about a capsule of this title. */
const waiting = (desk: Page, title: string) => desk.getByRole('article').filter({ hasText: title })
const detail = (capsule_id: string) => `/subPages/me/capsuleDetail?id=${capsule_id}`

test(
  'from a report to a take-down, an appeal, and back into the public place',
  CORE_ONCE,
  async ({ page, site, dataDir, browser }) => {
    const author = await signIn(page, site)
    const title = `雨停了${newTel()}`
    const capsule_id = await openedToAll(site, author.token, title)

    const reader = await otherDevice(browser)
    const { token } = await signIn(reader, site)
    await open(reader, site, detail(capsule_id))
    await reader.getByRole('button', { name: '更多' }).click()
    await reader.getByRole('button', { name: '举报', exact: true }).click()
    const sheet = reader.getByRole('dialog', { name: '举报这枚胶囊' })
    await sheet.getByText('人身攻击').click()
    await sheet.getByLabel('说明（选填）').fill('里面在骂我')
    await expectAccessible(reader, 'a report')
    await sheet.getByRole('button', { name: '提交' }).click()
    await expectSaid(reader, '举报已提交，我们会尽快处理')

    const desk = await openDesk(browser, { site, dataDir })
    const judged = waiting(desk, title).first()
    await expect(judged.getByText('里面在骂我')).toBeVisible()
    await expectAccessible(desk, 'what was reported, at the desk')
    await judged.getByLabel('理由').fill('含有人身攻击')
    await judged.getByRole('button', { name: /^下架/ }).click()
    await desk.getByRole('alertdialog').getByRole('button', { name: '下架' }).click()
    await expect(judged).toBeHidden()
    const seen = async () => {
      const { capsules } = await ask(site, 'capsuleOpenList', { pageSize: 50 }, token)
      return capsules.some(({ id }) => id === capsule_id)
    }
    expect(await seen()).toBe(false)
    await reader.reload()
    await expect(reader.getByText('内容不存在或已删除')).toBeVisible()

    await open(page, site, '/pages/me/me')
    await page.getByRole('button', { name: /^消息/ }).click()
    const told = page.getByRole('article').filter({ hasText: '含有人身攻击' })
    await expect(told).toBeVisible()
    await expectAccessible(page, 'the inbox')
    await told.getByRole('button', { name: '申诉' }).click()
    await page.getByPlaceholder('用一句话说明理由').fill('这是写给自己的一首诗')
    await page.getByRole('button', { name: '确定', exact: true }).click()
    await expectSaid(page, '申诉已提交，结果会在消息里告诉你')
    await expect(told.getByText('已申诉')).toBeVisible()

    await desk.reload()
    const again = waiting(desk, title).first()
    await expect(again.getByText('这是写给自己的一首诗')).toBeVisible()
    await again.getByRole('button', { name: /^撤销原处理/ }).click()
    await expect(again).toBeHidden()
    expect(await seen()).toBe(true)
    await reader.reload()
    await expect(reader.getByRole('heading', { name: title })).toBeVisible()
    await page.reload()
    await expect(page.getByText('已通过审核，所有人可见', { exact: false })).toBeVisible()
    await desk.getByRole('tab', { name: '记录' }).click()
    await expect(desk.getByText('含有人身攻击')).toBeVisible()
    await expectAccessible(desk, 'the record')
    await desk.getByRole('tab', { name: '账号' }).click()
    await expect(desk.getByRole('region', { name: '修改密码' })).toBeVisible()
    await expectAccessible(desk, "an operator's account")
  },
)

test(
  'somebody who is blocked vanishes for me, and comes back from the list of the blocked',
  CORE_ONCE,
  async ({ page, site }) => {
    const other = await signInByCalls(site)
    const nickname = `过客${newTel()}`
    await ask(site, 'userInfoUpdate', { nickname }, other.token)
    const { user } = await ask(site, 'userInfo', {}, other.token)
    const { token } = await signIn(page, site)
    const found = async () => (await ask(site, 'searchOwner', { keyword: nickname }, token)).users.length
    expect(await found()).toBe(1)
    await open(page, site, `/subPages/me/userHome?user_id=${user.id}`)
    await page.getByRole('button', { name: '更多' }).click()
    await page.getByRole('button', { name: '拉黑', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expectAccessible(page, 'the question before a block')
    await question.getByRole('button', { name: '拉黑' }).click()
    await expect(page.getByText('已拉黑', { exact: true })).toBeVisible()
    expect(await found()).toBe(0)
    await open(page, site, '/subPages/me/blocked')
    await page.getByRole('button', { name: `移出黑名单：${nickname}` }).click()
    await expect(page.getByText('黑名单是空的~')).toBeVisible()
    expect(await found()).toBe(1)
  },
)
