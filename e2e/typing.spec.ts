import type { Page } from '@playwright/test'
import {
  ask,
  CORE,
  chinaTimeIn,
  expect,
  expectAccessible,
  expectKept,
  expectSaid,
  open,
  signIn,
  signInByCalls,
  test,
} from './site.ts'

const TRIES = 50
const TOOLS = ['加粗', '大标题', '居中对齐', '小标题', '左对齐', '文字颜色', '中标题', '右对齐']
const NEW_DIARY = '/subPages/diary/writeDiary'
const OFFERED = /^发现上次没有保存的内容（\d+月\d+日 \d\d:\d\d），是否恢复？\n?不恢复将删除「.+」。$/

const text = (page: Page) => page.getByRole('textbox', { name: '正文' })
async function type(page: Page, words: string) {
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(words)
}
const restore = (page: Page) => page.getByRole('button', { name: '恢复', exact: true }).click()

test(`Chinese that is half typed while a tool is tapped loses no letter in ${TRIES} tries`, async ({
  page,
  site,
  isMobile,
}) => {
  await signIn(page, site)
  await open(page, site, NEW_DIARY)
  await text(page).click()
  const keyboard = await page.context().newCDPSession(page)
  const compose = (letters: string) =>
    keyboard.send('Input.imeSetComposition', {
      text: letters,
      selectionStart: letters.length,
      selectionEnd: letters.length,
    })
  for (let turn = 0; turn < TRIES; turn++) {
    for (const letters of ['n', 'ni', 'nih']) await compose(letters)
    const tool = page.getByRole('button', { name: TOOLS[turn % TOOLS.length]!, exact: true })
    await (isMobile ? tool.tap() : tool.click())
    expect((await text(page).innerText()).trimEnd(), `after ${TOOLS[turn % TOOLS.length]}`).toMatch(/nih$/)
    for (const letters of ['niha', 'nihao']) await compose(letters)
    await keyboard.send('Input.insertText', { text: `你好${turn}。` })
  }
  const written = await text(page).innerText()
  // A tool that changes the text puts down the letters typed so far; others leave them half typed, and the word takes
  // their place. Every word is there, once, in its order.
  const whole = Array.from({ length: TRIES }, (_, turn) => `(nih)?你好${turn}。`).join('')
  expect(written.replace(/\s/g, '')).toMatch(new RegExp(`^${whole}$`))
})

test('a tab that is killed in the middle of writing gives the text back', CORE, async ({ page, site, context }) => {
  const { token } = await signIn(page, site)
  await open(page, site, NEW_DIARY)
  await type(page, '写到一半的时候，')
  await expectKept(page)
  await type(page, '窗外的灯灭了')
  await expectKept(page)
  await kill(page)

  const again = await context.newPage()
  await open(again, site, NEW_DIARY)
  await expect(again.getByText(OFFERED)).toBeVisible()
  await expectAccessible(again, 'kept text')
  await restore(again)
  await expect(text(again)).toHaveText('写到一半的时候，窗外的灯灭了')
  // Killed once more before anything is typed: the text is still there.
  await kill(again)
  const third = await context.newPage()
  await open(third, site, NEW_DIARY)
  await restore(third)
  await expect(text(third)).toHaveText('写到一半的时候，窗外的灯灭了')
  await third.getByRole('button', { name: '保存', exact: true }).click()
  await expectSaid(third, '保存成功')
  await third.waitForURL(/diaryList|home/)
  const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
  expect(capsules.data).toHaveLength(1)
  // A saved text is offered no more.
  await open(third, site, NEW_DIARY)
  await expect(text(third)).toHaveText('')
  await expect(third.getByText(OFFERED)).toHaveCount(0)
})

/** The renderer dies as in a crash: no event of the page runs any more. */
async function kill(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const session = await page.context().newCDPSession(page)
  session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

test('a closed tab and a reload give the text of an edited diary back, and it goes where it was begun', async ({
  page,
  site,
  context,
}) => {
  const { token } = await signIn(page, site)
  const content = [{ type: 0 as const, content: '<p>原来的</p>', comment: '' }]
  const { capsule_id } = await ask(site, 'createDiaryCapsule', { content }, token)
  const route = `${NEW_DIARY}?id=${capsule_id}`
  await open(page, site, route)
  await type(page, '，又添了几句')
  await expectKept(page)
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await open(again, site, NEW_DIARY)
  await expect(text(again)).toHaveText('')
  await open(again, site, route)
  await restore(again)
  await expect(text(again)).toHaveText('原来的，又添了几句')
  await again.getByRole('button', { name: '保存', exact: true }).click()
  await expectSaid(again, '保存成功')
  const { capsule } = await ask(site, 'capsuleDetail', { capsule_id }, token)
  expect(capsule.capsule_content?.content[0]?.content).toBe('<p>原来的，又添了几句</p>')
})

test('a lost sign-in takes nothing: the same person gets it back, another does not see it', async ({ page, site }) => {
  const person = await signIn(page, site)
  await open(page, site, NEW_DIARY)
  await type(page, '还没保存')
  await expectKept(page)
  await ask(site, 'logout', {}, person.token)
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page).toHaveURL(/login|site/, { timeout: 15_000 })

  await signIn(page, site)
  await open(page, site, NEW_DIARY)
  await expect(text(page)).toHaveText('')
  await signIn(page, site, await signInByCalls(site, person))
  await open(page, site, NEW_DIARY)
  await restore(page)
  await expect(text(page)).toHaveText('还没保存')
})

test('two tabs do not write over each other silently', async ({ page, site, context }) => {
  const { token } = await signIn(page, site)
  const content = [{ type: 0 as const, content: '<p>一</p>', comment: '' }]
  const { capsule_id } = await ask(site, 'createDiaryCapsule', { content }, token)
  const route = `${NEW_DIARY}?id=${capsule_id}`
  const other = await context.newPage()
  await open(page, site, route)
  await type(page, '甲')
  await expectKept(page)
  await open(other, site, route)
  await expect(other.getByText('这篇内容正在另一个标签页中编辑')).toBeVisible()
  await expect(other.getByText(OFFERED)).toHaveCount(0)
  await type(other, '乙')
  await other.getByRole('button', { name: '保存', exact: true }).click()
  await expectSaid(other, '保存成功')

  await page.bringToFront()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('这份内容已在别处修改过，要用现在的内容覆盖吗？')).toBeVisible()
  await expectAccessible(page, 'changed elsewhere')
  await page.getByRole('button', { name: '取消' }).click()
  const kept = async () =>
    (await ask(site, 'capsuleDetail', { capsule_id }, token)).capsule.capsule_content?.content[0]?.content
  expect(await kept()).toBe('<p>一乙</p>')
  await expect(text(page)).toHaveText('一甲')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('button', { name: '覆盖' }).click()
  await expectSaid(page, '保存成功')
  expect(await kept()).toBe('<p>一甲</p>')
})

test('signing out says that something is not saved, and takes it from this device', async ({ page, site, context }) => {
  const person = await signIn(page, site)
  const writing = await context.newPage()
  await open(writing, site, NEW_DIARY)
  await type(writing, '留在这里')
  await expectKept(writing)
  await open(page, site, '/subPages/me/setting')
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('还有没保存的内容，退出后将从本机删除', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/login/)
  // The other tab is led away as well, and writes nothing back.
  await expect(writing).toHaveURL(/login|site/)
  await signIn(page, site, await signInByCalls(site, person))
  await open(page, site, NEW_DIARY)
  await expect(text(page)).toHaveText('')
  await expect(page.getByText(OFFERED)).toHaveCount(0)
})

test('a text on its way to being sealed is not lost when another one takes its way', async ({
  page,
  site,
  context,
}) => {
  await signIn(page, site)
  await open(page, site, '/subPages/time/textCapsule?type=0')
  await type(page, '封存到一半')
  await page.getByRole('button', { name: '完成', exact: true }).click()
  await page.getByRole('button', { name: '完成封存' }).click()
  await expect(page.getByLabel('第1步，共4步')).toBeVisible()
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await open(again, site, NEW_DIARY)
  await type(again, '另一篇')
  await again.getByRole('button', { name: '更多' }).click()
  await again.getByRole('button', { name: '封存这篇日记' }).click()
  await expect(again.getByLabel('第1步，共3步')).toBeVisible()
  await open(again, site, '/subPages/time/textCapsule?type=0')
  await restore(again)
  await expect(text(again)).toHaveText('封存到一半')
})

test('two capsules made in two tabs are two capsules', async ({ page, site, context }) => {
  await signIn(page, site)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await open(tab, site, '/subPages/time/textCapsule?type=0')
    await expect(text(tab)).toHaveText('')
  }
  const handOver = async (tab: Page, words: string) => {
    await tab.bringToFront()
    await type(tab, words)
    await tab.getByRole('button', { name: '完成', exact: true }).click()
    await tab.getByRole('button', { name: '完成封存' }).click()
    await expect(tab.getByLabel('第1步，共4步')).toBeVisible()
  }
  await handOver(page, '第一颗')
  await handOver(other, '第二颗')
  for (const [tab, words] of [
    [page, '第一颗'],
    [other, '第二颗'],
  ] as const) {
    await tab.bringToFront()
    await tab.reload()
    await tab.goBack()
    await expect(text(tab)).toHaveText(words)
  }
})
