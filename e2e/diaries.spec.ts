import type { Page } from '@playwright/test'
import { ask, CORE, CORE_ONCE, chinaTimeIn, expect, expectAccessible, expectSaid, open, signIn, test } from './site.ts'

const LIST = '/subPages/diary/diaryList'

const diary = (html: string, more = {}) => ({ content: [{ type: 0 as const, content: html, comment: '' }], ...more })
const text = (page: Page) => page.getByRole('textbox', { name: '正文' })
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true })
test(
  'a diary is written with the toolbar, rewarded, listed, read, edited and discarded',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    await open(page, site, '/pages/home/home')
    await page.getByRole('link', { name: '日记' }).click()
    await expect(page.getByText('暂无日记~')).toBeVisible()
    await expectAccessible(page, 'diaries-none')
    await page.getByRole('button', { name: /写日记.*，消耗 ?1 ?个日记胶囊/ }).click()
    await text(page).click()
    await page.getByRole('button', { name: '小标题' }).click()
    await page.keyboard.insertText('立冬')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '加粗' }).click()
    await page.keyboard.insertText('第一碗羊汤。')
    await expectAccessible(page, 'diary-writer')
    await save(page).dblclick()
    await expectSaid(page, '保存成功')
    await expectSaid(page, /^今日首篇日记，获得[12]个日记胶囊$/)
    await expect(page).toHaveURL(/diaryList/)
    const day = chinaTimeIn(0).slice(0, 10)
    const { capsules } = await ask(site, 'diaryList', { date: day.slice(0, 7) }, token)
    expect(capsules.data.map(({ title }) => title)).toEqual(['立冬'])

    await page.getByRole('button', { name: /立冬/ }).click()
    await expect(page.getByRole('heading', { name: day.replaceAll('-', '/') })).toBeVisible()
    await expect(page.locator('strong')).toHaveText('第一碗羊汤。')
    await expectAccessible(page, 'diary-preview')
    await page.getByRole('button', { name: '编辑' }).click()
    await text(page).click()
    await page.keyboard.insertText('很烫')
    await page.getByRole('button', { name: '返回' }).click()
    await expect(page.getByText('内容还没有保存，是否保存？')).toBeVisible()
    await expectAccessible(page, 'save or discard')
    await page.getByRole('button', { name: '不保存' }).click()
    await expect(page.getByRole('button', { name: '编辑' })).toBeVisible()
    await expect(page.getByText('很烫')).toHaveCount(0)

    await page.getByRole('button', { name: '编辑' }).click()
    await text(page).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.insertText('又添一碗')
    await save(page).click()
    await expectSaid(page, '保存成功')
    await expect(page.getByRole('article').getByText('又添一碗')).toBeVisible()
    await expect(page.getByRole('button', { name: '编辑' })).toBeVisible()
    expect((await ask(site, 'diaryList', { date: day.slice(0, 7) }, token)).capsules.data).toHaveLength(1)
  },
)

test('leaving towards 我的 with something unsaved saves it and goes there; a diary no longer wanted is gone', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  const begin = async (words: string) => {
    await open(page, site, LIST)
    await page.getByRole('button', { name: /写日记/ }).click()
    await text(page).click()
    await page.keyboard.insertText(words)
  }
  const towards = (route: string) => page.evaluate((route) => location.assign(`#${route}`), route)
  await begin('去我的')
  await towards('/pages/me/me')
  await page.getByRole('alertdialog').getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('我的胶囊')).toBeVisible()
  await begin('不要了')
  await page.goBack()
  await page.getByRole('button', { name: '不保存' }).click()
  await expect(page).toHaveURL(/diaryList/)
  await page.getByRole('button', { name: /写日记/ }).click()
  await expect(text(page)).toHaveText('')
  await expect(page.getByText('发现上次没有保存的内容', { exact: false })).toHaveCount(0)
  const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
  expect(capsules.data.map(({ title }) => title)).toEqual(['去我的'])
})

test('a day without a diary asks a question, and nothing jumps while the list comes', async ({ page, site }) => {
  await signIn(page, site)
  await page.addInitScript(() => {
    const world = window as unknown as { shifts: number }
    world.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) world.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await open(page, site, LIST)
  await expect(page.getByText('暂无日记~')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.02)
  await page.getByRole('button', { name: /今天还没有写日记/ }).click()
  await text(page).click()
  await page.keyboard.insertText('今天的天空很高')
  await expectAccessible(page, 'diary writer with a question')
  await save(page).click()
  await expectSaid(page, /^今日首篇日记，获得[12]个日记胶囊$/)
  await expect(page.getByRole('button', { name: /今天的天空很高/ })).toBeVisible()
  await expect(page.getByText('今天还没有写日记')).toHaveCount(0)
})

test('a diary is sealed through three pages, and stands sealed among the others and my capsules', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  await open(page, site, LIST)
  await page.getByRole('button', { name: /写日记/ }).click()
  await text(page).click()
  await page.keyboard.insertText('写给明年的今天')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '封存这篇日记' }).click()
  await expect(page.getByLabel('第1步，共3步')).toBeVisible()
  // Back to the text and on again: nothing is lost on the way.
  await page.goBack()
  await expect(text(page)).toContainText('写给明年的今天')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('button', { name: '封存这篇日记' }).click()
  await page.getByRole('button', { name: '1年', exact: true }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: /^第一个问题/ }).click()
  await page.getByRole('button', { name: '您的学号是？' }).click()
  await page.getByLabel('答案').fill('7')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByLabel('第3步，共3步')).toBeVisible()
  await page.reload()
  await page.getByLabel('寄语').fill('别忘了今天')
  await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
  await expectSaid(page, '封存成功')
  await page.waitForURL(/pages\/home\/home/)
  expect((await ask(site, 'userInfo', {}, token)).user.diary_count).toBeGreaterThanOrEqual(6)
  const month = chinaTimeIn(0).slice(0, 7)
  const [sealed] = (await ask(site, 'diaryList', { date: month }, token)).capsules.data
  const { capsule } = await ask(site, 'capsuleDetail', { capsule_id: sealed!.id }, token)
  expect(capsule.open_time.slice(0, 7)).toBe(`${Number(month.slice(0, 4)) + 1}${month.slice(4)}`)
  await open(page, site, LIST)
  await page.getByRole('button', { name: /你是年少的喜欢/ }).click()
  await expect(page.getByText('距离解封还有')).toBeVisible()
  await expect(page.getByText('写给明年的今天')).toHaveCount(0)
  await expectAccessible(page, 'sealed diary')
  await open(page, site, '/subPages/me/meCapsule')
  await expect(page.getByRole('button', { name: /你是年少的喜欢/ })).toBeVisible()
})

test('what the day’s first diary has given stands in the record', CORE_ONCE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  await ask(site, 'createDiaryCapsule', diary('<p>今日</p>'), token)
  await open(page, site, '/pages/me/me')
  await page.getByRole('button', { name: /胶囊记录/ }).click()
  await expect(page.getByText('每日首篇日记')).toBeVisible()
  await expect(page.getByText('写日记')).toBeVisible()
  await expectAccessible(page, 'record')
})
