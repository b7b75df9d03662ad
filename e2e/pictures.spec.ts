import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { shifts } from './shifted.ts'
import {
  ask,
  CORE,
  chinaTimeIn,
  expect,
  expectSaid,
  open,
  type Person,
  settle,
  signIn,
  test,
  unsealWhenDue,
  untilSoon,
} from './site.ts'

/** A camera that was turned: its photograph lies, and says that it is to be shown upright, 600 wide and 800 high. */
const TURNED = 6
async function photograph(name: string) {
  const colours = `<linearGradient id="sky"><stop stop-color="#f28b50"/><stop offset="1" stop-color="#2b2a63"/></linearGradient>`
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">${colours}<rect width="800" height="600" fill="url(#sky)"/></svg>`
  const buffer = await sharp(Buffer.from(drawn)).jpeg().withMetadata({ orientation: TURNED }).toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

const PLACEHOLDER = /^[A-Za-z0-9+/]{64}$/
const SIDES = { width: 600, height: 800 }

/** Holds back every picture of the store until it is let out. */
async function holdPictures(page: Page) {
  let letOut = () => {}
  const out = new Promise<void>((resolve) => (letOut = resolve))
  await page.route(/\/m\/\d+\./, (route) => out.then(() => route.continue()))
  return { letOut }
}

/** The page draws the picture's box and colours before its answer, and nothing moves when it comes. */
async function expectBoxBefore(page: Page, place: string) {
  const picture = page.locator(place).first()
  await expect(page.locator('svg image[href^="data:image/bmp"]').first()).toBeVisible()
  await settle(page)
  const box = (await picture.boundingBox())!
  expect(box.width / box.height).toBeCloseTo(SIDES.width / SIDES.height, 1)
  await expect(picture).toHaveCSS('opacity', '0')
  // The page's title has moved by then: it becomes the date that is known only now.
  const before = (await shifts(page)).sum
  return async (letOut: () => void) => {
    letOut()
    await expect(picture).toHaveCSS('opacity', '1')
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth)).toBe(true)
    expect(await picture.boundingBox()).toEqual(box)
    const { sum, told } = await shifts(page)
    expect(sum - before, told.join(', ')).toBe(0)
  }
}

test(
  'a picture in a diary has its place and its colours before it comes, and nothing jumps when it does',
  CORE,
  async ({ page, site }) => {
    test.setTimeout(120_000)
    const { token } = await signIn(page, site)
    await open(page, site, '/subPages/diary/writeDiary')
    await page.getByRole('textbox', { name: '正文' }).click()
    await page.keyboard.insertText('海边的一天')
    await page.getByLabel('选择图片').setInputFiles(await photograph('海边.jpg'))
    await expect(page.getByRole('textbox', { name: '正文' }).locator('img[data-placeholder]')).toBeVisible()
    await page.getByRole('textbox', { name: '正文' }).locator('p').last().click()
    await page.keyboard.insertText('晚上有风')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expectSaid(page, '保存成功')
    const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)

    const { letOut } = await holdPictures(page)
    await open(page, site, `/subPages/diary/previewDiary?id=${capsules.data[0]!.id}`)
    await expect(page.getByText('晚上有风')).toBeVisible()
    await (await expectBoxBefore(page, 'article button img'))(letOut)
  },
)

test('a picture of a capsule goes from the page that chose it, through draft and sealing, into a box of its own', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000)
  const owner = await signIn(page, site)
  const capsule_id = await sealedFromDraft(page, site, owner)
  await unsealWhenDue(site, owner.token, capsule_id)
  const { letOut } = await holdPictures(page)
  await open(page, site, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`)
  await (await expectBoxBefore(page, 'main li img'))(letOut)
})

async function sealedFromDraft(page: Page, site: string, { token }: Person): Promise<string> {
  await open(page, site, '/subPages/time/graphicCapsule')
  await page.getByLabel('文件', { exact: true }).setInputFiles(await photograph('海边.jpg'))
  await page.getByRole('button', { name: '存入草稿箱' }).click()
  await page.getByPlaceholder(/十八岁的/).fill('海')
  await page.getByRole('button', { name: '确定' }).click()
  await expectSaid(page, '已存入草稿箱')
  const { capsules } = await ask(site, 'myDrafts', {}, token)
  const draft_id = capsules.data[0]!.id
  const { capsule } = await ask(site, 'capsuleDetail', { capsule_id: draft_id }, token)
  const content = capsule.capsule_content!.content as { type: 1; content: string; comment: string }[]
  expect(content).toMatchObject([{ ...SIDES, placeholder: expect.stringMatching(PLACEHOLDER) }])
  const sealed = await untilSoon((open_time) =>
    ask(site, 'createTimeCapsule', { content, content_type: 1, long_tag: '海', open_time, draft_id }, token),
  )
  return sealed.capsule_id
}
