import { upload } from '../test/client.ts'
import { jpeg } from '../test/media.ts'
import { ask, atMoment, CORE, chinaTimeIn, expect, expectAccessible, open, signIn, test } from './site.ts'

const text = (html: string) => [{ type: 0 as const, content: html, comment: '' }]

test(
  'in its last week the year is looked back at, page by page, to a poster with a line of one’s own',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const year = chinaTimeIn(0).slice(0, 4)
    const key = await upload(site, token, 'image', await jpeg(), 'jpg')
    for (const html of ['<p>第一场雪落下来了</p>', `<p>河边的芦苇</p><img src="${key}">`])
      await ask(site, 'createDiaryCapsule', { content: text(html) }, token)
    const open_time = chinaTimeIn(86_400 * 400)
    await ask(site, 'createTimeCapsule', { content: text('<p>信</p>'), long_tag: '给明年', open_time }, token)
    await atMoment(page, new Date(`${year}-12-28T04:00:00Z`))
    await open(page, site, '/pages/me/me')
    const card = page.getByRole('button', { name: `你的${year}年度回顾` })
    await expect(card).toBeVisible()
    await expectAccessible(page, 'invited to a year in review')
    await card.click()
    await expect(page.getByRole('heading', { name: year })).toBeVisible()
    await expectAccessible(page, 'year in review, cover')
    const turn = async (heading: string) => {
      await page.getByRole('button', { name: '下一页' }).click()
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expectAccessible(page, `year in review, ${heading}`)
    }
    await turn('写下的')
    await expect(page.getByText('你在这些天里写了2篇日记')).toBeVisible()
    await turn('封存的')
    await expect(page.getByText('其中1枚还在等它们的那一天')).toBeVisible()
    await turn('解封的')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('heading', { name: '挑几句放进海报' })).toBeVisible()
    await page.getByRole('checkbox', { name: '第一场雪落下来了' }).check()
    await expectAccessible(page, 'year in review, first lines')
    await page.getByRole('button', { name: '下一页' }).click()
    const poster = page.getByRole('img', { name: /^海报：写了1天，2篇日记，封存了1枚胶囊$/ })
    await expect(poster).toBeVisible()
    const size = () => poster.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
    await expect.poll(size, 'with the picture of the year').toEqual([1080, 1916])
    await page.getByRole('checkbox', { name: '放进这一年的照片' }).uncheck()
    await expect.poll(size, 'with words alone').toEqual([1080, 1620])
    await expectAccessible(page, 'year in review, poster')
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: '保存图片' }).click()
    expect((await saving).suggestedFilename()).toBe(`年度回顾-${year}.png`)
    await expect(page.getByRole('button', { name: '下一页' })).toHaveAttribute('aria-disabled', 'true')
  },
)
