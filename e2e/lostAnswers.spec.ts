import type { Page } from '@playwright/test'
import { type CallName, calls } from '../contract/calls.ts'
import { SEALED_BEFORE } from '../contract/seal.ts'
import { ask, chinaTimeIn, expect, expectAccessible, open, signIn, test } from './site.ts'

const LOST = '请求出错，请稍后再试'
/** A change is kept within a second. */
const KEPT_WITHIN_MS = 1_000
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

/** The same, and whoever stands between says for how long nobody need ask again: longer than the page would. */
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

test('an answer that broke off is asked for again by the page: one diary, paid once, and no error', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  const held = async () => (await ask(site, 'userInfo', {}, token)).user.diary_count
  const before = await held()
  await open(page, site, '/subPages/diary/writeDiary')
  await write(page, '今晚')
  await breakOff(page, 'createDiaryCapsule')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await expect(page.getByText(LOST)).toHaveCount(0)
  const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
  expect(capsules.data.map(({ title }) => title)).toEqual(['今晚'])
  // One was paid, and the first of the day gives one, on Friday and Sunday two.
  expect((await held()) - before).toBeGreaterThanOrEqual(0)
})

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
  await expect(page.getByText(LOST)).toBeVisible()
  const after = await held()
  await page.waitForTimeout(KEPT_WITHIN_MS)
  page.once('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await write(page, '的风')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('这份内容之前已经保存过，要用现在的内容覆盖吗？')).toBeVisible()
  await page.getByRole('button', { name: '覆盖' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
  expect(capsules.data.map(({ title }) => title)).toEqual(['今晚的风'])
  expect(await held()).toBe(after)
  // One was paid, and the first of the day gives one, on Friday and Sunday two.
  expect(after - before).toBeGreaterThanOrEqual(0)
})

test('a draft whose answer was lost and whose text has changed is one draft with the newer text', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  await open(page, site, '/subPages/time/textCapsule?type=0')
  await write(page, '今晚')
  await loseAnswer(page, 'createTimeDraft')
  const keep = async () => {
    await page.getByRole('button', { name: '完成', exact: true }).click()
    await page.getByRole('button', { name: '存入草稿箱' }).click()
    await page.getByPlaceholder('例如：十八岁的、闪闪发光的').fill('夏天的')
    await page.getByRole('button', { name: '确定' }).click()
  }
  await keep()
  await expect(page.getByText(LOST)).toBeVisible()
  // The name is asked for again; the dialog that was answered may still be on its way out.
  await expect(async () => {
    await page.getByRole('button', { name: '取消' }).last().click({ timeout: 1_000 })
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await write(page, '的风')
  await keep()
  await expect(page.getByText('已存入草稿箱')).toBeVisible()
  const { capsules } = await ask(site, 'myDrafts', {}, token)
  expect(capsules.data).toHaveLength(1)
  const { capsule } = await ask(site, 'capsuleDetail', { capsule_id: capsules.data[0]!.id }, token)
  expect(capsule.capsule_content?.content[0]?.content).toContain('今晚的风')
})

test('a capsule whose answer was lost is sealed once, and what was changed since stays here', async ({
  page,
  site,
}) => {
  const { token } = await signIn(page, site)
  const held = async () => (await ask(site, 'userInfo', {}, token)).user.forecast_count
  const before = await held()
  await open(page, site, '/subPages/forecast/forecastCapsule')
  await page.getByRole('textbox', { name: '预测内容' }).fill('五年后我会在哪里生活？')
  await page.getByRole('textbox', { name: '预测结论' }).fill('海边')
  await page.getByRole('button', { name: '5年' }).click()
  await page.getByRole('button', { name: /更多封存选项/ }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  const words = page.getByRole('textbox', { name: '寄语' })
  await words.fill('当时的话')
  await loseAnswer(page, 'createForecastCapsule')
  await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
  await expect(page.getByText(LOST)).toBeVisible()
  await page.waitForTimeout(1_000)
  await words.fill('后来的话')
  await page.getByRole('button', { name: '投入胶囊宇宙' }).click()
  await expect(page.getByText(SEALED_BEFORE)).toBeVisible()
  await expectAccessible(page, 'sealed before')
  await page.getByRole('button', { name: '继续编辑' }).click()
  await expect(words).toHaveValue('后来的话')
  const { capsules } = await ask(site, 'myClosedCapsules', {}, token)
  expect(capsules.data).toHaveLength(1)
  expect(before - (await held())).toBe(1)
})
