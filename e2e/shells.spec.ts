import { ask, CORE_ONCE, expect, expectAccessible, ONCE, open, signIn, test } from './site.ts'

const RECHARGE = '/subPages/me/rechargeCenter'

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
  CORE_ONCE,
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
