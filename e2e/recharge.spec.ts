import type { Page } from '@playwright/test'
import { PAYMENT_TIMEOUT_MS } from '../contract/limits.ts'
import { ask, expect, expectAccessible, ONCE, open, picture, signIn, test } from './site.ts'

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

test('alipay: from a package over the cashier to the success page, the balance and the order', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  const before = (await ask(site, 'userInfo', {}, token)).user.time_count
  await open(page, site, '/pages/me/me')
  await page.getByRole('button', { name: '充值' }).click()
  await page.waitForURL(/rechargeCenter/)
  await expect(page.getByRole('button', { name: '立即充值' })).toBeDisabled()
  await expectAccessible(page, 'the recharge page')
  await picture(page, 'recharge')
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
  await expect(page.getByText(/充值（订单\d+）/)).toBeVisible()
})

test('wechat: the code or the page leads to the cashier, and a lost notification is found', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const before = (await ask(site, 'userInfo', {}, token)).user.time_count
  await open(page, site, RECHARGE)
  const cashier = await toCashier(page, /微信/, { count: 6, code: true })
  if (cashier !== page) {
    await expect(page.getByRole('dialog', { name: '微信扫码支付' })).toBeVisible()
    await expectAccessible(page, 'the code')
  }
  await payThere(cashier, '丢失')
  await page.waitForURL(/pages\/success/, { timeout: 20_000 })
  expect((await ask(site, 'userInfo', {}, token)).user.time_count).toBe(before + 6)
})

for (const [mode, count] of [
  ['支付宝', 18],
  ['微信', 6],
] as const)
  test(`${mode}: news that come late, twice or false credit what was paid, once`, ONCE, async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const held = async () => (await ask(site, 'userInfo', {}, token)).user.time_count
    let before = await held()
    for (const news of ['迟 5 秒', '两次', '伪造（签名不对）']) {
      await open(page, site, RECHARGE)
      const cashier = await toCashier(page, new RegExp(mode), { count, code: mode === '微信' })
      await payThere(cashier, news)
      await page.waitForURL(/pages\/success/, { timeout: 20_000 })
      await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible()
      expect(await held(), news).toBe(before + count)
      before += count
    }
    // The late and the second news have come by now.
    await page.waitForTimeout(5_000)
    expect(await held()).toBe(before)
  })

test('whoever does not pay is told after a minute, and can go on or leave it', async ({ page, site }) => {
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

test('time capsules become twice as many diary capsules, once for a double tap', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const before = (await ask(site, 'userInfo', {}, token)).user
  await open(page, site, `${RECHARGE}?tab=exchange`)
  const card = page.getByRole('region', { name: '日记胶囊' })
  await card.getByRole('slider').press('ArrowRight')
  await card.getByRole('slider').press('ArrowRight')
  await expectAccessible(page, 'the exchange')
  await picture(page, 'exchange')
  await card.getByRole('button', { name: '兑换日记胶囊' }).click()
  const after = before.diary_count + 4
  await expect(page.getByText(`确认兑换4个日记胶囊吗？兑换后剩余${after}个日记胶囊。`)).toBeVisible()
  await page.waitForTimeout(500)
  await page.getByRole('alertdialog').getByRole('button', { name: '确定', exact: true }).dblclick()
  await expect(page.getByText('兑换成功')).toBeVisible()
  const now = (await ask(site, 'userInfo', {}, token)).user
  expect([now.time_count, now.diary_count]).toEqual([before.time_count - 2, after])
})

/** Where the stand-ins are, as an order of Alipay's tells. */
async function device(site: string, token: string) {
  const { url } = await ask(site, 'aliPay', { goods_id: '1', trade_type: 'scan' }, token)
  return async (path: string, form: Record<string, string>) => {
    const response = await fetch(new URL(path, url), { method: 'POST', body: new URLSearchParams(form) })
    return response.json()
  }
}

test(
  'in the iOS application the App Store sells at its own price, and what it signed is credited',
  ONCE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const before = (await ask(site, 'userInfo', {}, token)).user.time_count
    const atDevice = await device(site, token)
    await page.exposeFunction('buyAtStore', (product_id: string, account: string) =>
      atDevice('/device/apple/buy', { product_id, account, price: '58000' }),
    )
    await page.addInitScript(() => {
      const finished: string[] = []
      const plugin = {
        getProducts: async () => ({ products: [] }),
        getPurchases: async () => ({ purchases: [] }),
        purchaseProduct: async (wish: { productIdentifier: string; appAccountToken: string }) => {
          const store = window as unknown as { buyAtStore: (...args: string[]) => Promise<Record<string, string>> }
          const { transactionId, jws } = await store.buyAtStore(wish.productIdentifier, wish.appAccountToken)
          const { productIdentifier, appAccountToken } = wish
          return { transactionId, productIdentifier, appAccountToken, jwsRepresentation: jws }
        },
        acknowledgePurchase: async ({ purchaseToken }: { purchaseToken: string }) => void finished.push(purchaseToken),
        addListener: () => ({ remove: () => undefined }),
      }
      const Capacitor = { isNativePlatform: () => true, getPlatform: () => 'ios', Plugins: { NativePurchases: plugin } }
      Object.assign(window, { Capacitor, finished })
    })
    await open(page, site, RECHARGE)
    await page.locator('label', { has: page.getByRole('radio', { name: /^64个/ }) }).click()
    await expect(page.getByRole('radio', { name: /微信|支付宝/ })).toHaveCount(0)
    await expectAccessible(page, 'the store’s prices')
    await picture(page, 'recharge-ios')
    await page.getByRole('button', { name: '立即充值' }).dblclick()
    await page.waitForURL(/pages\/success/, { timeout: 20_000 })
    await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible()
    const { user } = await ask(site, 'userInfo', {}, token)
    expect(user.time_count).toBe(before + 64)
    const [order] = (await ask(site, 'orderList', {}, token)).orders.data
    expect(order).toMatchObject({ channel: 'apple', price: '58.00', state: 1 })
    const finished = await page.evaluate(() => (window as unknown as { finished: string[] }).finished)
    expect(finished).toEqual([order!.order_no.slice(1)])
  },
)

test(
  'in the mini-program Alipay’s own cashier is paid, and the order is watched until it is credited',
  ONCE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const before = (await ask(site, 'userInfo', {}, token)).user.time_count
    const atDevice = await device(site, token)
    await page.exposeFunction('askAlipay', atDevice)
    await page.addInitScript(() => {
      type Ask = (path: string, form: Record<string, string>) => Promise<Record<string, string>>
      const ask: Ask = (...asked) => (window as unknown as { askAlipay: Ask }).askAlipay(...asked)
      const my = {
        getAuthCode: async ({ success }: { success: (answer: object) => void }) => {
          const { code } = await ask('/device/alipay/code', { name: '阿晚' })
          success({ authCode: code })
        },
        tradePay: async ({ tradeNO, success }: { tradeNO: string; success: (answer: object) => void }) =>
          success(await ask('/device/alipay/pay', { trade_no: tradeNO, news: 'lost' })),
      }
      Object.assign(window, { my })
    })
    await open(page, site, RECHARGE)
    await page.locator('label', { has: page.getByRole('radio', { name: /^18个/ }) }).click()
    await expect(page.getByRole('radio', { name: /微信/ })).toHaveCount(0)
    await page.getByRole('button', { name: '立即充值' }).click()
    await page.waitForURL(/pages\/success/, { timeout: 20_000 })
    expect((await ask(site, 'userInfo', {}, token)).user.time_count).toBe(before + 18)
  },
)
