import type { Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { look } from './look.ts'
import { ask, chinaTimeIn, expect, open, signIn, test } from './site.ts'

const TITLE = '写给十年后的我们'
const WRITTEN = '海边的风'
const TEN_YEARS_S = 3_653 * 86_400

/** The ticket on this page, as it would be kept. */
async function pictureOf(page: Page): Promise<Buffer> {
  const kept = page.waitForEvent('download')
  await page.getByRole('link', { name: '保存图片' }).click()
  const download = await kept
  expect(download.suggestedFilename()).toMatch(/^时光胶囊 一张票 No\. \d{6}\.png$/)
  return sharp(await download.path()).toBuffer()
}

async function readCode(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test('a sealed capsule has a ticket within a minute, whose code leads to its public line', async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const content = [{ type: 0 as const, content: `<p>${WRITTEN}</p>`, comment: '' }]
  const sealing = { content, long_tag: TITLE, open_time: chinaTimeIn(TEN_YEARS_S) }
  const { capsule_id } = await ask(site, 'createTimeCapsule', sealing, token)
  await open(page, site, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`)
  await expect(page.getByRole('button', { name: '一张票' })).toBeVisible()
  await look(page, 'ticket-way')
  await page.getByRole('button', { name: '一张票' }).click()
  const picture = page.getByRole('img', { name: /^一张票，凭证日志 No\. \d{6}，.*封存，离打开还有3,653天/ })
  await expect(page.getByText('票正在印… 不到一分钟').or(picture)).toBeVisible()
  await expect(picture).toBeVisible({ timeout: 60_000 })
  await look(page, 'ticket')
  const { index, commitment } = await ask(site, 'receipt', { capsule_id }, token)
  expect(await picture.getAttribute('alt')).toContain(commitment.slice(0, 16).match(/.{4}/g)!.join(' '))
  const png = await pictureOf(page)
  if (process.env.SCREENS)
    await sharp(png).toFile(`${process.env.SCREENS}/the-ticket-${page.viewportSize()!.width}.png`)
  expect(await sharp(png).metadata()).toMatchObject({ width: 1080, height: 1800, format: 'png' })
  expect(await readCode(png)).toBe(`${site}/verify?i=${index}`)
  // As a chat makes it smaller.
  expect(await readCode(await sharp(png).resize({ width: 540 }).jpeg({ quality: 70 }).toBuffer())).toBe(
    `${site}/verify?i=${index}`,
  )

  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g), 'one ticket on one page').toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: '一张票' })).toBeHidden()
  await expect(page.locator('body > img')).toBeVisible()
  if (process.env.SCREENS) await page.screenshot({ path: `${process.env.SCREENS}/ticket-print.png` })
})
