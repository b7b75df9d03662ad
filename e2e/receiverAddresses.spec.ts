import type { Page } from '@playwright/test'
import { afterGuard, chinaTimeIn, codeFor, expect, newTel, otherDevice, signIn, test, toContacts } from './site.ts'
import { linkTo, look, nobodyIsSignedIn, openNow } from './unsealing.ts'

const LETTER = '妈妈，谢谢你那年冬天送我上学'
const TITLE = '那年冬天'

/** To the words: a letter for 妈妈 at an address, of which she hears now. */
async function writeTo(page: Page, site: string, { way, address }: { way: '手机' | '邮箱'; address: string }) {
  await toContacts(page, site, { text: LETTER, title: TITLE })
  await page.getByRole('button', { name: 'TA', exact: true }).click()
  await page.getByLabel('怎么称呼 TA').fill('妈妈')
  await page.getByRole('button', { name: way, exact: true }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByText(way === '手机' ? '请填写手机号' : '请填写正确格式邮箱').first()).toBeVisible()
  await page.getByLabel(way === '手机' ? 'TA 的手机号' : 'TA 的邮箱').fill(address)
  await page.getByRole('switch', { name: '现在就告诉 TA' }).click()
  await look(page, `how she is reached by ${way}`)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('寄语').fill('记得给我打个电话')
}

const seal = async (page: Page) => {
  await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
  await expect(page.getByRole('heading', { name: '封存好了，我们这就告诉妈妈' })).toBeVisible()
}

test('by SMS she is told at once, and takes it by a code that no forwarded card brings', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000)
  const tel = newTel()
  await signIn(page, site)
  await writeTo(page, site, { way: '手机', address: tel })
  await seal(page)
  await expect(page.getByText(`${tel.slice(0, 3)}****${tel.slice(-4)}`)).toBeVisible()
  await look(page, 'handed over at an address')
  const card = await linkTo(site, 'w', tel)

  // Somebody to whom the card was forwarded, and then she, with an account of another number.
  const other = await otherDevice(browser, page)
  await signIn(other, site)
  await other.goto(`${site}/w/${card}`)
  await expect(other.getByRole('heading', { name: '给妈妈' })).toBeVisible()
  await expect(other.getByText(TITLE)).toHaveCount(0)
  await other.getByRole('button', { name: '收进我的胶囊' }).click()
  await expect(other.getByText(/寄信人写下的是/)).toBeVisible()
  await look(other, 'the code that is asked for')
  const sheet = other.getByRole('dialog', { name: '确认是寄给你的' })
  await sheet.getByLabel('验证码').fill('0000')
  await sheet.getByRole('button', { name: '收进我的胶囊' }).click()
  await expect(sheet.getByText('验证码错误或已过期')).toBeVisible()
  await sheet.getByRole('button', { name: '获取验证码' }).click()
  await expect(other.getByText('验证码已发送')).toBeVisible()
  await sheet.getByLabel('验证码').fill(await codeFor(site, tel))
  await afterGuard(other)
  await sheet.getByRole('button', { name: '收进我的胶囊' }).click()
  await expect(other.getByRole('heading', { name: /^已收下/ })).toBeVisible()
  await other.context().close()

  await page.reload()
  await expect(page.getByText(/^已于 .* 被收下$/)).toBeVisible()
  await expect(page.getByRole('button', { name: '换一个联系方式' })).toHaveCount(0)
})

test('by e-mail she reads it on the day without an account, after a wrong address was put right', async ({
  page,
  site,
  browser,
}) => {
  test.setTimeout(240_000)
  const [wrong, email] = [`wrong.${newTel()}@example.com`, `mother.${newTel()}@example.com`]
  await signIn(page, site)
  await writeTo(page, site, { way: '邮箱', address: wrong })
  await page.route(
    '**/api/capsule/create/time',
    (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), open_time: chinaTimeIn(25) }) }),
    { times: 1 },
  )
  await seal(page)
  await page.getByRole('button', { name: '换一个联系方式' }).click()
  await page.getByRole('button', { name: '邮箱', exact: true }).click()
  await page.getByLabel('TA 的邮箱').fill(email)
  await look(page, 'another address')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已换成新的联系方式').first()).toBeVisible()

  const link = await linkTo(site, 'u', email)
  const other = await otherDevice(browser, page)
  await other.goto(`${site}/u/${link}`)
  await other.getByLabel('您的学号是？').fill('2046')
  await openNow(other)
  await expect(other.getByText(LETTER)).toBeVisible({ timeout: 60_000 })
  expect(await nobodyIsSignedIn(other)).toBe(true)
  await look(other, 'read by the link of a letter')
  await other.context().close()
})
