import type { Locator, Page } from '@playwright/test'
import { SEARCH_DEBOUNCE_MS } from '../contract/limits.ts'
import { openedToAll } from './openedToAll.ts'
import {
  ask,
  CORE,
  expect,
  expectAccessible,
  expectSaid,
  newTel,
  ONCE,
  open,
  signIn,
  signInByCalls,
  test,
} from './site.ts'

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
  // Until then a second tap counts as the first.
  await page.waitForTimeout(SEARCH_DEBOUNCE_MS)
  const results = page.getByRole('dialog', { name: '搜索结果' })
  // Until then the keyword's own button is the only one with these words.
  await expect(results.getByRole('status').filter({ hasText: /^昵称/ })).toHaveCount(1)
  return results
}

test('from the field to a search, a like, a friend, a gift and one back', CORE, async ({ page, site }) => {
  const friend = await newFriend(site, `山里的朋友${newTel()}`)
  const { nickname } = (await ask(site, 'userInfo', {}, friend.token)).user
  await signIn(page, site)
  await open(page, site, '/pages/home/home')
  await expect(page.getByRole('list', { name: '公开的胶囊' })).toBeVisible()
  await expectAccessible(page, 'the field')

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
  await expect(popup).toBeHidden()
  await results.getByRole('button', { name: '关闭' }).click()

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
  await expectSaid(page, '赠送成功')
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

/** The friend gives to the person who is signed in on the page. */
async function giveBack(page: Page, site: string, token: string): Promise<void> {
  const own = await page.evaluate(() => localStorage.getItem('token'))
  const { user } = await ask(site, 'userInfo', {}, own!)
  await ask(site, 'giveGift', { user_id: user.id, gift: { diary: 3, time: 0, forecast: 0 } }, token)
  expect((await ask(site, 'userInfo', {}, own!)).user.diary_count).toBe(user.diary_count + 3)
}

/** Presses Tab until this has the focus, as a person without a pointer does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way by Tab to ${target}`)
}

test('the universe is walked by the keyboard alone', async ({ page, site }) => {
  const nickname = `听雨${newTel()}`
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
  await expectSaid(page, '赠送成功')

  await page.goBack()
  await expect(results.getByRole('button', { name: nickname }).last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(results).toBeHidden()
  await press(page.getByRole('button', { name: '换一批' }))
})

test('what was made private is gone from field, search and favourites at once', ONCE, async ({ page, site }) => {
  const owner = await signInByCalls(site)
  const title = `过路的云${newTel()}`
  const capsule_id = await openedToAll(site, owner.token, title)
  const me = await signIn(page, site)
  await ask(site, 'like', { capsule_id }, me.token)
  const one = page.getByRole('button', { name: new RegExp(title) })
  const seen = async (count: number) => {
    for (const [place, route] of [
      ['favourites', '/subPages/me/mylove'],
      ['field', '/pages/home/home'],
    ] as const) {
      await open(page, site, route)
      await expect(one, place).toHaveCount(count)
    }
    const results = await search(page, title)
    await results.getByRole('tab', { name: /标题/ }).click()
    await expect(results.getByRole('tab', { name: `标题 ${count}` }), 'search').toBeVisible()
    await results.getByRole('button', { name: '关闭' }).click()
  }
  await seen(1)

  // The page still shows it when it becomes private: tapping says so.
  await expect(one).toHaveCount(1)
  await ask(site, 'capsuleIsPublic', { capsule_id, is_public: 0 }, owner.token)
  await one.press('Enter')
  await expect(page.getByText('内容不存在或已删除').or(page.getByText('仅主人可见')).first()).toBeVisible()
  await seen(0)
})
