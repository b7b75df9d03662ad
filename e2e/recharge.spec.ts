import type { Page } from '@playwright/test'
import { PAYMENT_TIMEOUT_MS } from '../contract/limits.ts'
import { expectRoomInLargeText } from './largeText.ts'
import { ask, CORE, expect, expectAccessible, expectSaid, ONCE, open, signIn, test } from './site.ts'

const RECHARGE = '/subPages/me/rechargeCenter'

/** Chooses a package and a way to pay, and presses 立即充值; the page of the cashier, on a phone this very one. */
async function toCashier(page: Page, way: RegExp, { count = 18, code = false } = {}): Promise<Page> {
  const choose = (name: RegExp) => page.locator('label', { has: page.getByRole('radio', { name }) }).click()
  await choose(new RegExp(`^${count}个`))
  await choose(way)
  const press = () => page.getByRole('button', { name: '立即充值' }).click()
  if (page.viewportSize()!.width < 600) {
    await press()
    await page.waitForURL(/cashier|gateway/)
    return page
  }
  const popup = page.waitForEvent('popup')
  await press()
  if (code) await page.getByRole('link', { name: '沙箱：打开收银台' }).click()
  const cashier = await popup
  await expect(cashier.getByText('这里不是真的平台')).toBeVisible()
  return cashier
}

async function payThere(cashier: Page, news = '马上'): Promise<void> {
  await expect(cashier.getByText('这里不是真的平台')).toBeVisible()
  await cashier.getByRole('radio', { name: news }).check()
  await cashier.getByRole('button', { name: '支付', exact: true }).click()
}

test(
  'alipay: from a package over the cashier to the success page, the balance and the order',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const before = (await ask(site, 'userInfo', {}, token)).user.time_count
    await open(page, site, '/pages/me/me')
    await page.getByRole('button', { name: '充值' }).click()
    await page.waitForURL(/rechargeCenter/)
    await expect(page.getByRole('button', { name: '立即充值' })).toBeDisabled()
    await expectAccessible(page, 'the recharge page')
    await payThere(await toCashier(page, /支付宝/))
    await page.waitForURL(/pages\/success/, { timeout: 20_000 })
    await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible()
    await expectAccessible(page, 'the success page')
    expect((await ask(site, 'userInfo', {}, token)).user.time_count).toBe(before + 18)
    await page.getByRole('button', { name: '前往“我的”' }).click()
    await page.waitForURL(/pages\/me\/me/)
    await open(page, site, '/subPages/me/orders')
    await expect(page.getByText('已到账')).toBeVisible()
    await expectAccessible(page, 'orders')
    await open(page, site, '/subPages/me/capsuleRecord')
    await expect(page.getByText('充值', { exact: true })).toBeVisible()
  },
)

test('wechat: the code or the page leads to the cashier, and a lost notification is found', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const before = (await ask(site, 'userInfo', {}, token)).user.time_count
  await open(page, site, RECHARGE)
  const cashier = await toCashier(page, /微信/, { count: 6, code: true })
  if (cashier !== page) {
    await expect(page.getByRole('dialog', { name: '微信扫码支付' })).toBeVisible()
    await expectAccessible(page, 'the code')
    await expectRoomInLargeText(page, '扫码支付')
  }
  await payThere(cashier, '丢失')
  await page.waitForURL(/pages\/success/, { timeout: 20_000 })
  expect((await ask(site, 'userInfo', {}, token)).user.time_count).toBe(before + 6)
})

test('anyone who does not pay is told after a minute, and can go on or leave it', ONCE, async ({ page, site }) => {
  await page.clock.install()
  await signIn(page, site)
  await open(page, site, RECHARGE)
  const cashier = await toCashier(page, /支付宝/)
  await cashier.getByRole('button', { name: '取消', exact: true }).click()
  if (cashier === page) await page.waitForURL(/rechargeCenter/)
  await expect(page.getByRole('button', { name: '我已支付' })).toBeVisible()
  await page.clock.fastForward(PAYMENT_TIMEOUT_MS)
  await expect(page.getByText('支付未成功').first()).toBeVisible()
  await expectAccessible(page, 'not paid')
})

test('leaving and coming back finds the order still being watched', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, RECHARGE)
  const cashier = await toCashier(page, /支付宝/)
  if (cashier === page) await open(page, site, RECHARGE)
  else await page.reload()
  await expect(page.getByRole('button', { name: '我已支付' })).toBeVisible()
  const retry = page.getByRole('link', { name: '没有跳转？点我重试' })
  await expect(retry).toBeVisible()
  if (cashier === page) {
    await retry.click()
    await page.waitForURL(/gateway/)
    await payThere(page)
  } else {
    const [again] = await Promise.all([page.context().waitForEvent('page'), retry.click()])
    await payThere(again)
  }
  await page.waitForURL(/pages\/success/, { timeout: 20_000 })
})

test('time capsules become twice as many diary capsules, once for a double tap', CORE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const before = (await ask(site, 'userInfo', {}, token)).user
  await open(page, site, `${RECHARGE}?tab=exchange`)
  const card = page.getByRole('region', { name: '日记胶囊' })
  await card.getByRole('slider').press('ArrowRight')
  await card.getByRole('slider').press('ArrowRight')
  await expectAccessible(page, 'the exchange')
  await card.getByRole('button', { name: '兑换日记胶囊' }).click()
  const after = before.diary_count + 4
  await expect(page.getByText(`确认兑换4个日记胶囊吗？兑换后剩余${after}个日记胶囊。`)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定', exact: true }).dblclick()
  await expectSaid(page, '兑换成功')
  const now = (await ask(site, 'userInfo', {}, token)).user
  expect([now.time_count, now.diary_count]).toEqual([before.time_count - 2, after])
})
