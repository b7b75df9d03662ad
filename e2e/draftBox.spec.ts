import type { Page } from '@playwright/test'
import { ask, CORE, expect, expectAccessible, expectSaid, open, signIn, test } from './site.ts'

const diary = (html: string, more = {}) => ({ content: [{ type: 0 as const, content: html, comment: '' }], ...more })

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
  await expectAccessible(page, 'drafts')
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
  await expectSaid(page, '已删除')
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
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.getByRole('button', { name: `删除「${name}」` }).getByText('删除')).toBeInViewport()
  const moved = (await row.boundingBox())!
  expect(box.x - moved.x).toBeGreaterThan(40)
  // Chromium makes no click of a tap right after a swipe that it was sent.
  await page.waitForTimeout(500)
  await expect(page).toHaveURL(/draftBox/)
}

test('a text is kept in the draft box on leaving, edited there, and deleted', CORE, async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/me/me')
  await page.getByRole('button', { name: '时光', exact: true }).click()
  await page.getByRole('button', { name: /文字胶囊/ }).click()
  await page.getByRole('textbox').click()
  await page.keyboard.insertText('还没写完')
  await page.getByRole('button', { name: '返回' }).click()
  await expect(page.getByText('是否存入草稿箱?')).toBeVisible()
  await expectAccessible(page, 'leave prompt')
  await page.getByRole('button', { name: '是', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('十八岁的')
  await page.getByRole('button', { name: '确定' }).click()
  await expectSaid(page, '已存入草稿箱')

  await open(page, site, '/subPages/me/draftBox')
  await expectAccessible(page, 'draft box')
  await page.getByRole('button', { name: /^十八岁的/ }).click()
  await expect(page.getByRole('textbox')).toContainText('还没写完')
  await page.goBack()
  await page.getByRole('button', { name: '删除「十八岁的」' }).click()
  await expect(page.getByText('提示')).toBeVisible()
  await page.getByRole('button', { name: '删除', exact: true }).click()
  await expect(page.getByText('草稿箱空空如也~')).toBeVisible()
  await expectAccessible(page, 'empty draft box')
})

test('what was written is dropped when the person says so', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/me/me')
  await page.getByRole('button', { name: '时光', exact: true }).click()
  await page.getByRole('button', { name: /文字胶囊/ }).click()
  await page.getByRole('textbox').click()
  await page.keyboard.insertText('算了')
  await page.goBack()
  await page.getByRole('button', { name: '否', exact: true }).click()
  await expect(page.getByRole('heading', { name: '文字胶囊' })).toHaveCount(0)
  await open(page, site, '/subPages/me/draftBox')
  await expect(page.getByText('草稿箱空空如也~')).toBeVisible()
})
