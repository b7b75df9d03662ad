import { openDesk } from './desk.ts'
import { CORE_ONCE, expect, expectAccessible, expectSaid, open, signIn, test } from './site.ts'

test(
  'feedback is answered at the desk, and the bell above 我的 leads to the answer',
  CORE_ONCE,
  async ({ page, site, dataDir, browser }) => {
    await signIn(page, site)
    await open(page, site, '/subPages/me/setting')
    await page.getByRole('button', { name: '意见反馈' }).click()
    await page.getByLabel('你的意见').fill('日历里想看到农历')
    await page.getByRole('button', { name: '提交' }).click()
    await expectSaid(page, '已收到，回复会在消息里告诉你')

    const desk = await openDesk(browser, { site, dataDir })
    const card = desk.getByRole('article').filter({ hasText: '日历里想看到农历' })
    await card.getByRole('textbox', { name: '回复' }).fill('下一版就有')
    await expectAccessible(desk, 'feedback at the desk')
    await card.getByRole('button', { name: /^回复/ }).click()
    await expectSaid(desk, '已处理')
    await desk.context().close()

    await open(page, site, '/pages/me/me')
    await page.getByRole('button', { name: '消息，1条未读' }).click()
    await expect(page.getByRole('article').filter({ hasText: '下一版就有' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: '消息', exact: true })).toBeVisible()
  },
)
