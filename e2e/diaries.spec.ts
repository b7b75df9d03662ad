import type { Page } from '@playwright/test'
import { DOUBLE_TAP_GUARD_MS } from '../contract/limits.ts'
import { ask, chinaTimeIn, expect, expectAccessible, ONCE, open, picture, signIn, signInByCalls, test } from './site.ts'

const DEMO = { tel: '13800000000', password: 'capsule88' }
const LIST = '/subPages/diary/diaryList'

const look = async (page: Page, screen: string) => {
  await expectAccessible(page, screen)
  await picture(page, screen)
}
const diary = (html: string, more = {}) => ({ content: [{ type: 0 as const, content: html, comment: '' }], ...more })
/** The list with what was written on this day in earlier years; on a slow machine that comes too late to be shown. */
const openWithMemories = (page: Page, site: string) =>
  expect(async () => {
    await open(page, site, LIST)
    await expect(page.getByRole('heading', { name: '那年今日' })).toBeVisible({ timeout: 5_000 })
  }).toPass()
const text = (page: Page) => page.getByRole('textbox', { name: '正文' })
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true })
const months = (from: string, by: number) => {
  const [year, month] = from.split('-').map(Number) as [number, number]
  const at = year * 12 + month - 1 + by
  return { year: Math.floor(at / 12), month: (at % 12) + 1 }
}

test('a diary is written with the toolbar, rewarded, listed, read, edited and discarded', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  await open(page, site, '/pages/home/home')
  await page.getByRole('link', { name: '日记' }).click()
  await expect(page.getByText('暂无日记~')).toBeVisible()
  await look(page, 'diaries-none')
  await page.getByRole('button', { name: /^写日记 ?，消耗 ?1 ?个日记胶囊/ }).click()
  await text(page).click()
  await page.getByRole('button', { name: '小标题' }).click()
  await page.keyboard.insertText('立冬')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '加粗' }).click()
  await page.keyboard.insertText('第一碗羊汤。')
  await look(page, 'diary-writer')
  await save(page).dblclick()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect(page.getByText(/^今日首篇日记，获得[12]个日记胶囊$/)).toBeVisible()
  await expect(page).toHaveURL(/diaryList/)
  const day = chinaTimeIn(0).slice(0, 10)
  const { capsules } = await ask(site, 'diaryList', { date: day.slice(0, 7) }, token)
  expect(capsules.data.map(({ title }) => title)).toEqual(['立冬'])

  await page.getByRole('button', { name: /立冬/ }).click()
  await expect(page.getByRole('heading', { name: day.replaceAll('-', '/') })).toBeVisible()
  await expect(page.locator('strong')).toHaveText('第一碗羊汤。')
  await look(page, 'diary-preview')
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
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect(page.getByRole('article').getByText('又添一碗')).toBeVisible()
  await expect(page.getByRole('button', { name: '编辑' })).toBeVisible()
  expect((await ask(site, 'diaryList', { date: day.slice(0, 7) }, token)).capsules.data).toHaveLength(1)
})

test('leaving towards 我的 with something unsaved saves it and goes there; a diary no longer wanted is gone', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  const begin = async (words: string) => {
    await open(page, site, LIST)
    await page.getByRole('button', { name: /^写日记/ }).click()
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
  await page.getByRole('button', { name: /^写日记/ }).click()
  await expect(text(page)).toHaveText('')
  await expect(page.getByText('发现上次没有保存的内容', { exact: false })).toHaveCount(0)
  const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
  expect(capsules.data.map(({ title }) => title)).toEqual(['去我的'])
})

test('the calendar goes back over the turn of a year to a marked day, and back to the current month', async ({
  page,
  site,
  isMobile,
}) => {
  await signIn(page, site, await signInByCalls(site, DEMO))
  await openWithMemories(page, site)
  await look(page, 'diaries')
  const today = chinaTimeIn(0).slice(0, 10)
  // On a wide screen it stands beside the list.
  const openCalendar = () => (isMobile ? page.getByRole('button', { name: /选择月份/ }).click() : undefined)
  await openCalendar()
  const dialog = page.getByRole(isMobile ? 'dialog' : 'region', { name: '日记日历' })
  const grid = dialog.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await look(page, 'diary-calendar')
  expect(await grid.getByRole('columnheader').first().textContent()).toBe('日')
  const next = dialog.getByRole('button', { name: '下个月' })
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  for (let back = 1; back <= 12; back++) {
    await dialog.getByRole('button', { name: '上个月' }).click()
    const { year, month } = months(today, -back)
    await expect(dialog.getByRole('heading', { name: `${year}年${month}月` })).toBeVisible()
  }
  await next.click()
  await dialog.getByRole('button', { name: '上个月' }).click()
  const day = `${Number(today.slice(5, 7))}月${Number(today.slice(8, 10))}日，1篇日记`
  await dialog.getByRole('button', { name: day }).click()
  await expect(page.getByRole('button', { name: /和妈妈包了一百个饺子/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: '那年今日' })).toHaveCount(0)
  // Back from a diary the month is still there.
  await page.getByRole('button', { name: /和妈妈包了一百个饺子/ }).click()
  await expect(page.getByRole('article').getByText('冻了满满一抽屉')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: /和妈妈包了一百个饺子/ })).toBeVisible()
  await openCalendar()
  await page.getByRole('button', { name: '回到本月' }).click()
  const { year, month } = months(today, 0)
  if (isMobile) await page.getByRole('button', { name: `查看${year}年${month}月` }).click()
  await expect(page.getByRole('button', { name: /早睡计划/ })).toBeVisible()
})

test('one or two columns are remembered, 那年今日 hidden for today or brought back, and turned off in the settings', async ({
  page,
  site,
}) => {
  const person = await signInByCalls(site, DEMO)
  await ask(site, 'userInfoUpdate', { show_this_day: 1 }, person.token)
  await signIn(page, site, person)
  await open(page, site, LIST)
  await page.getByRole('button', { name: '双列显示' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: '双列显示', pressed: true })).toBeVisible()
  await openWithMemories(page, site)
  await look(page, 'diaries-double')
  await expect(page.getByText('1年前的今天').first()).toBeVisible()
  await page.getByRole('button', { name: '更多' }).click()
  await expect(page.getByText('2年前的今天')).toBeVisible()
  const heading = page.getByRole('heading', { name: '那年今日' })
  const hide = async () => {
    await page.getByRole('button', { name: '今天不看那年今日' }).click()
    await expect(heading).toHaveCount(0)
  }
  await hide()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(heading).toBeVisible()
  await hide()
  await open(page, site, LIST)
  await expect(page.getByRole('button', { name: /早睡计划/ })).toBeVisible()
  await expect(heading).toHaveCount(0)

  await page.evaluate(() => localStorage.removeItem('thisDayHidden'))
  for (const shown of [0, 1]) {
    await open(page, site, '/subPages/me/setting')
    await page.getByRole('switch', { name: '那年今日' }).click()
    await expect(page.getByRole('switch', { name: '那年今日' })).toBeChecked({ checked: shown === 1 })
    await expectAccessible(page, 'settings')
    if (shown) await openWithMemories(page, site)
    else await open(page, site, LIST)
    await expect(page.getByRole('button', { name: /早睡计划/ })).toBeVisible()
    await expect(heading).toHaveCount(shown)
  }
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
  await expect(page.getByText(/^今日首篇日记，获得[12]个日记胶囊$/)).toBeVisible()
  await expect(page.getByRole('button', { name: /今天的天空很高/ })).toBeVisible()
  await expect(page.getByText('今天还没有写日记')).toHaveCount(0)
})

test('a diary is sealed through three pages, and stands sealed among the others and my capsules', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  await open(page, site, LIST)
  await page.getByRole('button', { name: /^写日记/ }).click()
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
  await page.getByRole('button', { name: '30天' }).click()
  await page.waitForTimeout(DOUBLE_TAP_GUARD_MS)
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: /^第一个问题/ }).click()
  await page.getByRole('button', { name: '您的学号是？' }).click()
  await page.getByLabel('答案').fill('7')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page.getByLabel('第3步，共3步')).toBeVisible()
  await page.reload()
  await page.getByLabel('寄语').fill('别忘了今天')
  await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
  await expect(page.getByText('封存成功')).toBeVisible()
  await page.waitForURL(/pages\/home\/home/)
  expect((await ask(site, 'userInfo', {}, token)).user.diary_count).toBeGreaterThanOrEqual(6)
  await open(page, site, LIST)
  await page.getByRole('button', { name: /你是年少的喜欢/ }).click()
  await expect(page.getByText('距离解封还有')).toBeVisible()
  await expect(page.getByText('写给明年的今天')).toHaveCount(0)
  await expectAccessible(page, 'sealed diary')
  await open(page, site, '/subPages/me/meCapsule')
  await expect(page.getByRole('button', { name: /你是年少的喜欢/ })).toBeVisible()
})

test('the draft box shows all kinds, deletes by a swipe, and opens each in its own editor', async ({
  page,
  site,
  isMobile,
}) => {
  const { token } = await signIn(page, site)
  await ask(site, 'createDiaryDraft', diary('<p>日记草稿</p>', { long_tag: '日记的' }), token)
  await ask(site, 'createTimeDraft', { ...diary('<p>文字草稿</p>'), long_tag: '文字的' }, token)
  const forecast = { content: [{ type: 0 as const, content: '会下雪吗', comment: '' }], long_tag: '预测的' }
  await ask(site, 'createForecastDraft', forecast, token)
  await open(page, site, '/subPages/me/draftBox')
  await expect(page.getByText(/^\d\d\/\d\d\/\d\d \d\d:\d\d$/)).toHaveCount(3)
  await look(page, 'drafts')
  for (const [name, field, words] of [
    ['日记的', '正文', '日记草稿'],
    ['文字的', '正文', '文字草稿'],
    ['预测的', '预测内容', '会下雪吗'],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const written = page.getByRole('textbox', { name: field })
    await expect(written).toBeVisible()
    expect(await written.evaluate((at) => (at as HTMLTextAreaElement).value ?? at.textContent)).toBe(words)
    await page.goBack()
  }
  const gone = page.getByRole('button', { name: '删除「日记的」' })
  if (isMobile) await swipeLeft(page, '日记的')
  await (isMobile ? gone.tap() : gone.click())
  await expect(page.getByText('提示')).toBeVisible()
  await expect(page.getByText('「日记的」里的文字和图片将被永久删除，无法找回。')).toBeVisible()
  await expectAccessible(page, 'delete a draft')
  await page.getByRole('button', { name: '删除', exact: true }).last().click()
  await expect(page.getByText('已删除')).toBeVisible()
  await expect(page.getByText('日记的')).toHaveCount(0)
  expect((await ask(site, 'myDrafts', {}, token)).capsules.data).toHaveLength(2)
})

/** A finger on this row, to the left, by real touch events; the row follows it and shows 删除 in words. */
async function swipeLeft(page: Page, name: string): Promise<void> {
  const row = page.getByRole('button', { name: new RegExp(`^${name}`) })
  const box = (await row.boundingBox())!
  const touch = await page.context().newCDPSession(page)
  const at = (x: number) => [{ x: box.x + x, y: box.y + box.height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(200) })
  for (let x = 190; x >= 80; x -= 10) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(x) })
    await page.waitForTimeout(16)
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.getByRole('button', { name: `删除「${name}」` }).getByText('删除')).toBeInViewport()
  const moved = (await row.boundingBox())!
  expect(box.x - moved.x).toBeGreaterThan(40)
  // Chromium makes no click of a tap right after a swipe that it was sent.
  await page.waitForTimeout(500)
  await expect(page).toHaveURL(/draftBox/)
}

test('what the day’s first diary has given stands in the record', ONCE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  await ask(site, 'createDiaryCapsule', diary('<p>今日</p>'), token)
  await open(page, site, '/pages/me/me')
  await page.getByRole('button', { name: /胶囊记录/ }).click()
  await expect(page.getByText('每日首篇日记')).toBeVisible()
  await expect(page.getByText('写日记')).toBeVisible()
  await look(page, 'record')
})
