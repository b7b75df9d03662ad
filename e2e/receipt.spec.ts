import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { look } from './look.ts'
import { ask, CORE, expect, open, otherDevice, signIn, test, unsealWhenDue, untilSoon } from './site.ts'

const TITLE = '写给很多年以后还会在雨天想起今天这场雨和这把伞的我们两个人的一封长长长长长长长长长长的信'
/** A checkpoint comes at most each half minute. */
const CHECKPOINT_MS = 90_000

async function saved(page: Page, button: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), mimeType: 'text/plain', buffer: await readFile(await download.path()) }
}

test(
  'a sealed capsule gets its receipt, which is saved and shows to a stranger that nothing was changed since',
  CORE,
  async ({ page, site, browser }) => {
    test.setTimeout(240_000)
    const { token } = await signIn(page, site)
    const content = [{ type: 0 as const, content: '<p>我把它封在这里，等风把我们都吹回来。</p>', comment: '' }]
    const sealing = { content, long_tag: TITLE, send_word: '别怕' }
    const { capsule_id } = await untilSoon((open_time) =>
      ask(site, 'createTimeCapsule', { open_time, ...sealing }, token),
    )
    const address = `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`
    await unsealWhenDue(site, token, capsule_id)
    await open(page, site, address)
    const own = page.getByRole('region', { name: '封存凭证' })
    await expect(own.getByText(/^凭证已生成 · \d{4}年\d+月\d+日$/)).toBeVisible({ timeout: CHECKPOINT_MS })
    await look(page, 'receipt-own')
    const receipt = await saved(page, '保存凭证')
    expect(receipt.name).toMatch(/^凭证-写给.+-\d{4}-\d\d-\d\d\.txt$/)
    const capsule = await saved(page, '保存可核对的胶囊')
    await own.getByRole('link', { name: '验证凭证' }).click()
    const result = page.getByRole('region', { name: '验证结果' })
    await expect(result.getByRole('heading', { name: /^\d{4}年\d+月\d+日封存，此后一字未改$/ })).toBeVisible()
    await look(page, 'receipt-verified')

    const stranger = await otherDevice(browser, page)
    await open(stranger, site, '/pages/verify')
    await look(stranger, 'receipt-verify')
    await stranger.getByLabel('放入文件').setInputFiles([receipt, capsule])
    const shown = stranger.getByRole('region', { name: '验证结果' })
    await expect(shown.getByRole('heading', { name: /封存，此后一字未改$/ })).toBeVisible()
    const changed = Buffer.from(String(capsule.buffer).replace('等风把我们', '等雨把我们'))
    await stranger.getByLabel('放入文件').setInputFiles([{ ...capsule, buffer: changed }])
    await expect(shown.getByRole('heading', { name: '和封存时不一样' })).toBeVisible()
    await expect(shown.getByText('第1段文字')).toBeVisible()
    await look(stranger, 'receipt-differs')

    const { index } = await ask(site, 'receipt', { capsule_id }, token)
    await stranger.goto(`${site}/verify?i=${index}`)
    await stranger.waitForURL(new RegExp(`/#/pages/verify\\?i=${index}$`))
    await expect(stranger.getByRole('region', { name: '封存记录' })).toContainText(`第 ${index} 号`)
    await look(stranger, 'receipt-line')

    const { token: link } = await ask(site, 'capsuleShare', { capsule_id }, token)
    await stranger.goto(`${site}/s/${link}`)
    await stranger.getByRole('button', { name: '拆开' }).click()
    await expect(stranger.getByText(/^有凭证 · \d{4}年\d+月\d+日$/)).toBeVisible()
    await look(stranger, 'receipt-shared')
    await stranger.getByRole('link', { name: '验证凭证' }).click()
    await expect(shown.getByRole('heading', { name: /封存，核对过的部分一字未改$/ })).toBeVisible()
    await stranger.context().close()
  },
)

test('the receipt stands on the page of a sealed capsule too, and an opened one is held against its own', async ({
  page,
  site,
}) => {
  test.setTimeout(240_000)
  const { token } = await signIn(page, site)
  const content = [{ type: 0 as const, content: '<p>灯塔下的信</p>', comment: '' }]
  const sealing = { content, long_tag: TITLE }
  const soon = await untilSoon((open_time) => ask(site, 'createTimeCapsule', { open_time, ...sealing }, token))
  const far = await ask(site, 'createTimeCapsule', { open_time: '2046-11-22 23:59:59', ...sealing }, token)
  await open(page, site, `/subPages/me/capsuleDetail?id=${far.capsule_id}&isOther=0`)
  const own = page.getByRole('region', { name: '封存凭证' })
  await expect(own).toBeVisible()
  await expect(own.getByText(/^凭证已生成/)).toBeVisible({ timeout: CHECKPOINT_MS })
  await look(page, 'receipt-sealed')
  expect(String((await saved(page, '保存凭证')).buffer)).toContain('c2sp.org/tlog-proof@v1')
  await expect(own.getByRole('button', { name: '保存可核对的胶囊' })).toHaveCount(0)

  await unsealWhenDue(site, token, soon.capsule_id)
  await open(page, site, `/subPages/me/capsuleDetail?id=${soon.capsule_id}&isOther=0`)
  await own.getByRole('link', { name: '验证凭证' }).click()
  const result = page.getByRole('region', { name: '验证结果' })
  await expect(result.getByRole('heading', { name: /封存，此后一字未改$/ })).toBeVisible()
  await look(page, 'receipt-held')
})
