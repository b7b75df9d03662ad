import type { Page } from '@playwright/test'
import { type CallName, calls } from '../contract/calls.ts'
import { ask, CORE, chinaTimeIn, expect, expectKept, expectSaid, expectUnsaid, open, signIn, test } from './site.ts'

const LOST = '请求出错，请稍后再试'
const text = (page: Page) => page.getByRole('textbox', { name: '正文' })

/** The next sending of this call reaches the server and is carried out; its answer never comes back. */
async function breakOff(page: Page, name: CallName): Promise<void> {
  await page.route(
    `**${calls[name].path}`,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

/** The next sending is carried out too, and a proxy answers 503 with a longer time to wait than the page would. */
async function loseAnswer(page: Page, name: CallName): Promise<void> {
  await page.route(
    `**${calls[name].path}`,
    async (route) => {
      await route.fetch()
      await route.fulfill({ status: 503, headers: { 'retry-after': '600' }, json: { code: 5000, message: LOST } })
    },
    { times: 1 },
  )
}

async function write(page: Page, words: string): Promise<void> {
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(words)
}

test(
  'an answer that broke off is asked for again by the page: one diary, paid once, and no error',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const held = async () => (await ask(site, 'userInfo', {}, token)).user.diary_count
    const before = await held()
    await open(page, site, '/subPages/diary/writeDiary')
    await write(page, '今晚')
    await breakOff(page, 'createDiaryCapsule')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expectSaid(page, '保存成功')
    expectUnsaid(page, LOST)
    const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
    expect(capsules.data.map(({ title }) => title)).toEqual(['今晚'])
    // One was paid, and the first of the day gives one, on Friday and Sunday two.
    expect((await held()) - before).toBeGreaterThanOrEqual(0)
  },
)

test('a diary whose answer was lost, changed after a reload and saved again, is one diary and paid once', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  const held = async () => (await ask(site, 'userInfo', {}, token)).user.diary_count
  const before = await held()
  await open(page, site, '/subPages/diary/writeDiary')
  await write(page, '今晚')
  await loseAnswer(page, 'createDiaryCapsule')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expectSaid(page, LOST)
  const after = await held()
  await expectKept(page)
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await write(page, '的风')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('这份内容之前已经保存过，要用现在的内容覆盖吗？')).toBeVisible()
  await page.getByRole('button', { name: '覆盖' }).click()
  await expectSaid(page, '保存成功')
  const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
  expect(capsules.data.map(({ title }) => title)).toEqual(['今晚的风'])
  expect(await held()).toBe(after)
  // One was paid, and the first of the day gives one, on Friday and Sunday two.
  expect(after - before).toBeGreaterThanOrEqual(0)
})
