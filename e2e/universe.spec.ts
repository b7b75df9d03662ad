import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { DOUBLE_TAP_GUARD_MS, HOME_REFRESH_MS, SEARCH_DEBOUNCE_MS } from '../contract/limits.ts'
import { openedToAll } from './openedToAll.ts'
import {
  ask,
  codeFor,
  expect,
  expectAccessible,
  ONCE,
  open,
  type Person,
  picture,
  register,
  signIn,
  signInByCalls,
  test,
} from './site.ts'

/** Who has been here for a while by the time they leave: a second code is sent a minute after the first one. */
let leaving: Person
let mayBeSentACode: number
test.beforeAll(async ({ site }) => {
  leaving = await signInByCalls(site)
  mayBeSentACode = Date.now() + 61_000
})

/** Somebody of this name who can be found, followed and given something. */
async function newFriend(site: string, nickname: string) {
  const { token } = await signInByCalls(site)
  await ask(site, 'userInfoUpdate', { nickname }, token)
  const { user } = await ask(site, 'userInfo', {}, token)
  return { token, id: user.id }
}

async function search(page: Page, keyword: string): Promise<Locator> {
  await page.getByRole('button', { name: '搜索', exact: true }).click()
  const popup = page.getByRole('dialog', { name: '搜索', exact: true })
  await popup.getByRole('textbox', { name: '关键词' }).fill(keyword)
  await popup.getByRole('textbox', { name: '关键词' }).press('Enter')
  // So long a second tap is the first one's.
  await page.waitForTimeout(SEARCH_DEBOUNCE_MS)
  return page.getByRole('dialog', { name: '搜索结果' })
}

test('from the guide over the field to a search, a like, a friend, a gift and one back', async ({ page, site }) => {
  const friend = await newFriend(site, `山里的朋友${Date.now() % 100_000}`)
  const { nickname } = (await ask(site, 'userInfo', {}, friend.token)).user
  await register(page, site)
  await expect(page.getByRole('list', { name: '公开的胶囊' })).toBeVisible()
  await expectAccessible(page, 'the field')
  await picture(page, 'field')

  await page.getByRole('button', { name: '搜索', exact: true }).click()
  await expectAccessible(page, 'search')
  await page.getByRole('dialog', { name: '搜索', exact: true }).getByRole('button', { name: '夏夜' }).click()
  const results = page.getByRole('dialog', { name: '搜索结果' })
  await expect(results.getByRole('button', { name: /毕业前的最后一个夏夜/ })).toBeVisible()
  await expectAccessible(page, 'what was found')
  await results.getByRole('button', { name: /毕业前的最后一个夏夜/ }).click()
  const popup = page.getByRole('dialog', { name: '胶囊', exact: true })
  const heart = popup.getByRole('button', { name: /^喜欢/ })
  const before = Number(await heart.textContent())
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(heart).toHaveText(String(before + 1))
  await page.keyboard.press('Escape')

  const people = await search(page, nickname)
  await people.getByRole('button', { name: nickname }).last().click()
  await page.waitForURL(/userHome/)
  await page.getByRole('button', { name: `关注${nickname}` }).click()
  await expect(page.getByRole('button', { name: `已关注，取消关注${nickname}` })).toBeVisible()
  await expectAccessible(page, 'the home of somebody else')
  await page.getByRole('button', { name: '赠送胶囊' }).click()
  for (let count = 0; count < 2; count++) await page.getByRole('button', { name: '增加日记胶囊' }).click()
  await expectAccessible(page, 'the gift picker')
  await page.getByRole('button', { name: '确认赠送 2 个' }).dblclick()
  await expect(page.getByText('赠送成功')).toBeVisible()
  expect((await ask(site, 'userInfo', {}, friend.token)).user.diary_count).toBe(8)

  const me = (await ask(site, 'capsuleRecords', {}, friend.token)).data[0]!
  expect(me.reason).toMatch(/^来自.+的赠送$/)
  await open(page, site, '/subPages/me/mylove')
  await expect(page.getByRole('button', { name: /毕业前的最后一个夏夜/ })).toBeVisible()
  await expectAccessible(page, 'favourites')
  await page.getByRole('tab', { name: '用户' }).click()
  await expect(page.getByRole('button', { name: nickname, exact: true })).toBeVisible()
  await giveBack(page, site, friend.token)
  await open(page, site, '/subPages/me/capsuleRecord')
  await expect(page.getByText(`来自${nickname}的赠送`)).toBeVisible()
  await expect(page.getByText(`赠送给${nickname}`)).toBeVisible()
})

/** The friend gives to whoever is signed in on the page. */
async function giveBack(page: Page, site: string, token: string): Promise<void> {
  const own = await page.evaluate(() => localStorage.getItem('token'))
  const { user } = await ask(site, 'userInfo', {}, own!)
  await ask(site, 'giveGift', { user_id: user.id, gift: { diary: 3, time: 0, forecast: 0 } }, token)
  expect((await ask(site, 'userInfo', {}, own!)).user.diary_count).toBe(user.diary_count + 3)
}

test('what was looked for is kept, and cleared when the person says so', ONCE, async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/home/home')
  for (const keyword of ['养猫', '红烧肉']) {
    const results = await search(page, keyword)
    await expect(results.getByText(keyword).first()).toBeVisible()
    await results.getByRole('button', { name: '关闭' }).click()
    await expect(results).toBeHidden()
  }
  await page.getByRole('button', { name: '搜索', exact: true }).click()
  const history = page.getByRole('region', { name: '历史搜索' })
  await expect(history.getByRole('listitem')).toHaveText(['红烧肉', '养猫'])
  await history.getByRole('button', { name: '清空历史记录' }).click()
  await expect(page.getByText('您确定清空历史记录吗？')).toBeVisible()
  await page.waitForTimeout(DOUBLE_TAP_GUARD_MS)
  await page.getByRole('button', { name: '确定', exact: true }).click()
  await expect(history).toBeHidden()
})

test('a capsule that cannot be shown leads back to what was found', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/home/home')
  const gone = { code: 1004, message: '内容不存在或已删除' }
  await page.route('**/api/capsule/detail', (route) => route.fulfill({ json: gone }))
  const results = await search(page, '戒烟')
  await results.getByRole('button', { name: /戒烟第一天/ }).click()
  await expect(page.getByText('内容不存在或已删除')).toBeVisible()
  await expect(results).toBeHidden()
  await expect(results.getByRole('button', { name: /戒烟第一天/ })).toBeVisible()
})

test('every ten minutes the field turns to the page that follows', ONCE, async ({ page, site }) => {
  await signIn(page, site)
  const asked: object[] = []
  await page.clock.install()
  await page.route('**/api/capsule/list', async (route) => {
    asked.push(route.request().postDataJSON())
    const response = await route.fetch({ postData: '{}' })
    const { data } = await response.json()
    const [one] = data.capsules
    const number = asked.length
    const capsules = Array.from({ length: 25 }, (_, at) => ({
      ...one,
      id: `${number}${at + 100}`,
      long_tag: `第${number}页`,
    }))
    await route.fulfill({ json: { code: 1000, data: { capsules, next: '1700000000000000_7' } } })
  })
  await open(page, site, '/pages/home/home')
  await expect(page.getByRole('button', { name: /第1页/ })).toHaveCount(25)
  await page.clock.fastForward(HOME_REFRESH_MS)
  await expect(page.getByRole('button', { name: /第2页/ })).toHaveCount(25)
  await page.getByRole('button', { name: '换一批' }).press('Enter')
  await expect(page.getByRole('button', { name: /第3页/ })).toHaveCount(25)
  expect(asked).toMatchObject([{ pageSize: 25 }, { page: 2, after: '1700000000000000_7' }, { page: 3 }])
})

/** Goes on with Tab until this has the focus, as whoever has no pointer does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way by Tab to ${target}`)
}

test('the universe is walked by the keyboard alone', async ({ page, site }) => {
  const nickname = `听雨${Date.now() % 100_000}`
  await newFriend(site, nickname)
  await signIn(page, site)
  await open(page, site, '/pages/home/home')
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }
  const field = page.getByRole('list', { name: '公开的胶囊' })
  const popup = page.getByRole('dialog', { name: '胶囊', exact: true })
  await expect(field).toBeVisible()
  for (const key of ['ArrowLeft', 'ArrowUp', '+']) await page.keyboard.press(key)
  await press(field.getByRole('button').nth(3))
  await press(popup.getByRole('button', { name: /^喜欢/ }), ' ')
  await expect(popup.getByRole('button', { name: /^喜欢/ })).toHaveAttribute('aria-pressed', 'true')
  await press(popup.getByRole('button', { name: '查看详情' }))
  await page.waitForURL(/capsuleDetail/)
  await expect(page.getByRole('button', { name: '制作我的胶囊' })).toBeVisible()
  await page.goBack()

  await press(page.getByRole('button', { name: '搜索', exact: true }))
  await expect(page.getByRole('textbox', { name: '关键词' })).toBeFocused()
  await page.keyboard.insertText(nickname)
  await page.keyboard.press('Enter')
  const results = page.getByRole('dialog', { name: '搜索结果' })
  await expect(results.getByRole('button', { name: nickname }).last()).toBeVisible()
  await page.waitForTimeout(SEARCH_DEBOUNCE_MS)
  await press(results.getByRole('button', { name: nickname }).last())
  await page.waitForURL(/userHome/)
  await press(page.getByRole('button', { name: `关注${nickname}` }))
  await expect(page.getByRole('button', { name: `已关注，取消关注${nickname}` })).toBeVisible()
  await press(page.getByRole('button', { name: '赠送胶囊' }))
  await press(page.getByRole('textbox', { name: '日记胶囊' }), 'ArrowUp')
  await press(page.getByRole('button', { name: '确认赠送 1 个' }))
  await expect(page.getByText('赠送成功')).toBeVisible()

  await page.goBack()
  await expect(results.getByRole('button', { name: nickname }).last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(results).toBeHidden()
  await press(page.getByRole('button', { name: '换一批' }))
})

test(
  'what was made private is gone from field, search and favourites at once, and so is whoever has left',
  ONCE,
  async ({ page, site }) => {
    const title = `过路的云${Date.now() % 100_000}`
    const capsule_id = await openedToAll(site, leaving.token, title)
    const me = await signIn(page, site)
    await ask(site, 'like', { capsule_id }, me.token)
    const one = page.getByRole('button', { name: new RegExp(title) })
    const places = [
      ['field', '/pages/home/home'],
      ['favourites', '/subPages/me/mylove'],
    ] as const
    const seen = async (count: number) => {
      for (const [place, route] of places) {
        await open(page, site, route)
        await expect(one, place).toHaveCount(count)
      }
      await open(page, site, '/pages/home/home')
      const results = await search(page, title)
      await results.getByRole('tab', { name: /标题/ }).click()
      await expect(results.getByRole('tab', { name: `标题 ${count}` }), 'search').toBeVisible()
      await results.getByRole('button', { name: '关闭' }).click()
    }
    await seen(1)

    // The page still shows it when it becomes private: tapping says so.
    await expect(one).toHaveCount(1)
    await ask(site, 'capsuleIsPublic', { capsule_id, is_public: 0 }, leaving.token)
    await one.press('Enter')
    await expect(page.getByText('内容不存在或已删除').or(page.getByText('仅主人可见')).first()).toBeVisible()
    await seen(0)

    await ask(site, 'capsuleIsPublic', { capsule_id, is_public: 1 }, leaving.token)
    const nickname = (await ask(site, 'userInfo', {}, leaving.token)).user.nickname
    await page.waitForTimeout(Math.max(0, mayBeSentACode - Date.now()))
    await closeAccount(site, leaving)
    await seen(1)
    for (const [place, route] of places) {
      await open(page, site, route)
      await expect(one, place).toContainText('该用户已注销')
    }
    await open(page, site, '/pages/home/home')
    await expect((await search(page, nickname)).getByRole('tab', { name: '昵称 0' })).toBeVisible()
  },
)

async function closeAccount(site: string, { tel, token }: { tel: string; token: string }): Promise<void> {
  const pk_id = randomUUID()
  await ask(site, 'createSlideCode', { pk_id })
  const { x } = (await (await fetch(`${site}/dev/captcha?pk_id=${pk_id}`)).json()) as { x: number }
  await ask(site, 'verifySlideCode', { pk_id, tel, x_value: x }, token)
  await ask(site, 'cancelAccount', { captcha: await codeFor(site, tel) }, token)
}
