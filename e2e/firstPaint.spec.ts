import { holdScripts } from './holdScripts.ts'
import { shifted } from './shifted.ts'
import { CORE, expect, ONCE, open, signIn, test } from './site.ts'

test(
  'landing and sign-in paint their words before any script has come, and nothing moves when it does',
  CORE,
  async ({ page, site }) => {
    for (const [route, name] of [
      ['/', '时光胶囊'],
      ['/pages/login/login', '登录'],
    ] as const) {
      const come = await holdScripts(page)
      await page.goto('about:blank')
      await page.goto(`${site}/#${route}`, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 }), route).toHaveText(name)
      await expect(page.locator('#first')).toHaveCount(1)
      await come()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      expect(await shifted(page), route).toBeLessThan(0.05)
    }
  },
)

test('no other page shows the words of the landing first', async ({ page, site }) => {
  await signIn(page, site)
  await page.route('**/*.js', () => undefined)
  for (const route of ['/pages/home/home', '/pages/login/login', '/subPages/me/capsuleDetail?id=1', '/no/such']) {
    await page.goto('about:blank')
    await page.goto(`${site}/#${route}`, { waitUntil: 'commit' })
    await expect(page.locator('#first'), route).toHaveCount(1)
    await expect(page.getByRole('heading'), route).toHaveCount(0)
  }
  await page.unrouteAll()
  await open(page, site, '/pages/home/home')
  expect(await shifted(page)).toBeLessThan(0.05)
})

test(
  'before a shared capsule there is nothing but the night, however long its code is on its way',
  ONCE,
  async ({ page, site }) => {
    let come = () => {}
    const code = new Promise<void>((resolve) => {
      come = resolve
    })
    await page.route('**/reading-*.js', async (asked) => {
      await code
      await asked.continue()
    })
    await page.goto(`${site}/#/pages/unseal?id=1&token=${'x'.repeat(43)}`, { waitUntil: 'commit' })
    const waiting = page.locator('main[aria-busy="true"]')
    await expect(waiting).toBeAttached()
    await expect(waiting).not.toBeVisible()
    come()
    await expect(page.getByText('暂无胶囊~')).toBeVisible()
  },
)
