import { DOUBLE_TAP_GUARD_MS } from '../contract/limits.ts'
import { PAGES } from '../contract/pages.ts'
import { ask, expect, expectAccessible, open, signIn, signInByCalls, test } from './site.ts'

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
  await expect(page.getByText('领取成功')).toBeVisible()
  await open(page, site, PAGES.taskCenter)
  await expect(page.getByRole('button', { name: /领取新人礼包.*已完成/ })).toBeVisible()
})

test('who has none left is led to where one gets more', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const { user: friend } = await ask(site, 'userInfo', {}, (await signInByCalls(site)).token)
  await ask(site, 'giveGift', { user_id: friend.id, gift: { time: 6, diary: 6, forecast: 6 } }, token)

  await open(page, site, PAGES.diaryList)
  const write = () => page.getByRole('button', { name: /^写日记/ }).click()
  await write()
  await expect(page.getByText('日记胶囊不足')).toBeVisible()
  await expectAccessible(page, 'no diary capsules')
  // What looks at everything may take longer than it is said.
  await write()
  await page.getByRole('button', { name: '去兑换' }).click()
  await expect(page.getByRole('tab', { name: '兑换', selected: true })).toBeVisible()
  await page.goBack()
  await page.waitForTimeout(DOUBLE_TAP_GUARD_MS)
  await page.getByRole('button', { name: '时光', exact: true }).click()
  await expect(page.getByText('时光胶囊不足')).toBeVisible()
  await page.getByRole('button', { name: '去充值' }).click()
  await expect(page.getByRole('tab', { name: '充值', selected: true })).toBeVisible()
})
