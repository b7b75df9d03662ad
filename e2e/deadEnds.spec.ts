import type { Locator } from '@playwright/test'
import { PAGES } from '../contract/pages.ts'
import { ask, expect, expectAccessible, expectSaid, open, signIn, signInByCalls, test } from './site.ts'

const task = (name: string) => new RegExp(`${name}.*去完成`)

test('each task leads to where it can be done, the gift among them when its bag was closed by mistake', async ({
  page,
  site,
}) => {
  await signIn(page, site, await signInByCalls(site, undefined, { gift: false }))
  await open(page, site, PAGES.home)
  await page.getByRole('button', { name: '跳过' }).click()
  const bag = page.getByRole('dialog', { name: '新人礼包' })
  await bag.getByRole('button', { name: '关闭' }).click()
  await expect(bag).toHaveCount(0)

  await open(page, site, PAGES.taskCenter)
  await expectAccessible(page, 'tasks')
  await page.getByRole('button', { name: task('写今天的第一篇日记') }).click()
  await expect(page.getByRole('heading', { name: '写日记' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: task('封存第一枚胶囊') }).click()
  await expect(page.getByRole('button', { name: /文字胶囊/ })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: task('领取新人礼包') }).click()
  await bag.getByRole('button', { name: '立即领取' }).click()
  await expectSaid(page, '领取成功')
  await open(page, site, PAGES.taskCenter)
  await expect(page.getByRole('button', { name: /领取新人礼包.*已完成/ })).toBeVisible()
})

test('who has none left is led to where one gets more', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const { user: friend } = await ask(site, 'userInfo', {}, (await signInByCalls(site)).token)
  await ask(site, 'giveGift', { user_id: friend.id, gift: { time: 6, diary: 6, forecast: 6 } }, token)

  await open(page, site, PAGES.diaryList)
  /** The message with its button stays for three seconds: on a busy machine this brings it up once more. */
  const follow = async (press: Locator, way: string, tab: string) => {
    const there = page.getByRole('tab', { name: tab, selected: true })
    await expect(async () => {
      if (await there.isVisible()) return
      await press.click({ timeout: 5_000 })
      await page.getByRole('button', { name: way }).click({ timeout: 2_500 })
      await expect(there).toBeVisible()
    }).toPass()
  }
  const write = page.getByRole('button', { name: /写日记/ })
  await write.click()
  await expectSaid(page, '日记胶囊不足')
  await expectAccessible(page, 'no diary capsules')
  await follow(write, '去兑换', '兑换')
  await page.goBack()
  await follow(page.getByRole('button', { name: '时光', exact: true }), '去充值', '充值')
  await expectSaid(page, '时光胶囊不足')
})
