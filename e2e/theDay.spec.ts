import type { Page } from '@playwright/test'
import {
  ask,
  CORE,
  chinaTimeIn,
  expect,
  expectAccessible,
  open,
  type Person,
  signIn,
  signInByCalls,
  test,
  untilSoon,
} from './site.ts'

/** Capsules of this person that are due a few seconds from now. */
async function sealed(site: string, { token }: Person, ...titles: string[]): Promise<void> {
  for (const long_tag of titles) {
    const content = [{ type: 0 as const, content: '<p>给今天的自己</p>', comment: '' }]
    await untilSoon((open_time) => ask(site, 'createTimeCapsule', { content, long_tag, open_time }, token))
  }
}

/** The address in the message that the owner gets on the day. */
async function addressFor(site: string, { tel }: Person): Promise<string> {
  let text = ''
  await expect
    .poll(
      async () => {
        const messages = (await (await fetch(`${site}/dev/outbox?to=${tel}`)).json()) as {
          template: string
          text: string
        }[]
        text = messages.find(({ template }) => template === 'openOwner')?.text ?? ''
        return text
      },
      // The message leaves within 30 seconds; thrice that on a busy machine.
      { timeout: 90_000 },
    )
    .toContain('/c/')
  return site + /\/c\/\d+/.exec(text)![0]
}

const toOpen = (page: Page) => page.getByRole('button', { name: '点击解封' })

test('the owner’s message leads straight to 点击解封, signed in or out, and never to the site’s root', async ({
  page,
  site,
}) => {
  const owner = await signInByCalls(site)
  await sealed(site, owner, '毕业那天')
  const address = await addressFor(site, owner)

  await page.goto(address)
  await page.waitForURL(/pages\/(login|site)/)
  if (/site/.test(page.url())) await page.goto(`${site}/#/pages/login/login`)
  await page.getByLabel('手机号').fill(owner.tel)
  await page.getByLabel('密码', { exact: true }).fill(owner.password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(/pages\/unseal\?id=\d+/)
  await expect(page.getByRole('heading', { name: '毕业那天' })).toBeVisible()
  await expect(toOpen(page)).toBeVisible()

  await page.goto('about:blank')
  await page.goto(address)
  await page.waitForURL(/pages\/unseal\?id=\d+/)
  await expect(toOpen(page)).toBeVisible()
  await expectAccessible(page, 'a capsule whose day has come')
})

test(
  'several due: home and 我的 say so, the tab has a dot, and they stand first among the others',
  CORE,
  async ({ page, site }) => {
    const owner = await signIn(page, site)
    await ask(
      site,
      'createTimeCapsule',
      {
        content: [{ type: 0, content: '<p>x</p>', comment: '' }],
        long_tag: '十年以后',
        open_time: chinaTimeIn(86_400 * 3_650),
      },
      owner.token,
    )
    await sealed(site, owner, '第一颗', '第二颗')
    const due = async () => {
      const { capsules } = await ask(site, 'myClosedCapsules', {}, owner.token)
      return capsules.data.filter(({ open_time }) => open_time <= chinaTimeIn(0)).length
    }
    await expect.poll(due, { timeout: 60_000 }).toBe(2)
    await open(page, site, '/pages/home/home')
    await expect(page.getByRole('button', { name: /有2枚胶囊等你打开/ })).toBeVisible()
    await expect(page.getByRole('link', { name: '我的，有胶囊等你打开' })).toBeVisible()
    await open(page, site, '/pages/me/me')
    await expect(page.getByRole('button', { name: /下一枚.*打开.*十年以后/ })).toBeVisible()
    await expectAccessible(page, '我的 on the day')
    await page.getByRole('button', { name: /有2枚胶囊等你打开/ }).click()
    await page.waitForURL(/meCapsule/)
    const cards = page.getByRole('button', { name: /到期/ })
    await expect(cards).toHaveCount(3)
    await expect(cards.nth(0)).toContainText('可解封')
    await expect(cards.nth(1)).toContainText('可解封')
    await expect(cards.nth(2)).toContainText('十年以后')
  },
)
