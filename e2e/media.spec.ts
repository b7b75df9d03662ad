import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectRoomInLargeText } from './largeText.ts'
import { recordFilm } from './recordFilm.ts'
import {
  ask,
  CORE,
  expect,
  expectAccessible,
  expectSaid,
  minuteIn,
  open,
  sealSooner,
  signIn,
  signInByCalls,
  test,
  turnWheels,
} from './site.ts'

const QUESTION = '您的生肖是？'
const LETTER = '给十年后的自己：今天的海是蓝色的。'
const REMARK = '我们在海边，风很大，谁也没有说话'

/** A picture of this colour, made by the browser itself. */
async function makePhoto(page: Page, name: string, hue: number, mimeType = 'image/jpeg') {
  const data = await page.evaluate((hue) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const pen = canvas.getContext('2d')!
    pen.fillStyle = `hsl(${hue} 60% 60%)`
    pen.fillRect(0, 0, 640, 480)
    return canvas.toDataURL('image/jpeg')
  }, hue)
  return { name, mimeType, buffer: Buffer.from(data.split(',')[1]!, 'base64') }
}

let film: Promise<Buffer> | undefined

/** Real bytes: two pictures, a second or so of video that was recorded once, and a letter. */
async function makeFiles(page: Page) {
  film ??= recordFilm(page)
  return [
    await makePhoto(page, '海边.jpg', 20),
    // The type that some devices give a picture.
    await makePhoto(page, '山上.jpg', 260, 'application/octet-stream'),
    { name: '海浪.webm', mimeType: 'video/webm', buffer: await film },
    { name: '信.txt', mimeType: 'text/plain', buffer: Buffer.from(LETTER) },
  ]
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const statusAt = async (site: string, address: string) => (await fetch(new URL(address, site))).status

test('pictures, a video and a file are uploaded, sealed, seen by nobody before the date, then seen and played', async ({
  page,
  site,
}) => {
  test.setTimeout(240_000)
  const owner = await signIn(page, site)
  const addresses = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/m/')) addresses.add(pathname)
  })
  const files = await makeFiles(page)

  await open(page, site, '/subPages/time/timeCapsule')
  await page.getByRole('button', { name: /图文胶囊/ }).click()
  await page.getByLabel('文件', { exact: true }).setInputFiles(files)
  await expect(page.getByRole('button', { name: '完成封存' })).toBeVisible({ timeout: 30_000 })
  for (const { name } of files) await expect(page.getByRole('button', { name: `删除「${name}」` })).toBeVisible()
  await page.getByRole('button', { name: '给「海边.jpg」添加备注文字' }).click()
  await page.getByPlaceholder('请输入备注文字').fill(REMARK)
  await expectAccessible(page, 'remark')
  await expectRoomInLargeText(page, '添加备注文字')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const remarked = page.getByRole('button', { name: new RegExp(`备注：${REMARK}`) })
  await expect(remarked).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page, 'graphic')

  await page.getByRole('button', { name: '预览「海浪.webm」' }).click()
  await expect(page.getByText('3/3', { exact: true })).toBeVisible()
  await expectAccessible(page, 'preview-making')
  await page.goBack()
  // A reload in the middle keeps what was chosen, uploaded and written.
  await page.reload()
  await expect(remarked).toBeVisible()
  await expect(page.getByRole('button', { name: '预览「海边.jpg」' })).toBeVisible()
  // Someone else's name for the very same objects: the uploader's own addresses, collected while they were looked at.
  await page.getByRole('button', { name: '预览「海边.jpg」' }).click()
  await expect.poll(() => addresses.size).toBeGreaterThan(0)
  await page.goBack()

  await page.getByRole('button', { name: '完成封存' }).click()
  await page.getByRole('textbox', { name: '标题' }).fill('那年夏天的海')
  await page.getByRole('button', { name: /^解封日期/ }).click()
  await turnWheels(page, minuteIn(86_400))
  await page.getByRole('button', { name: '确定' }).click()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: /^第一个问题/ }).click()
  await page.getByRole('button', { name: QUESTION }).click()
  await page.getByLabel('答案').fill('兔')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('邮箱').fill('friend@example.com')
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('寄语').fill('愿你还记得')
  await sealSooner(page, 'createTimeCapsule')
  await page.getByRole('button', { name: '投入胶囊宇宙' }).dblclick()
  await expectSaid(page, '封存成功')
  await page.waitForURL(/pages\/home\/home/)

  // Sealed is sealed: by page, by call and by direct address; for its owner and for a stranger.
  const { capsules } = await ask(site, 'myClosedCapsules', {}, owner.token)
  const capsule_id = capsules.data[0]!.id
  await open(page, site, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`)
  await expect(page.getByRole('heading', { name: '那年夏天的海' })).toBeVisible()
  await expect(page.locator('main img')).toHaveCount(0)
  await expect(page.getByText(REMARK)).toHaveCount(0)
  const { capsule } = await ask(site, 'capsuleDetail', { capsule_id }, owner.token)
  expect(JSON.stringify(capsule)).not.toMatch(/\/m\/|image\/|video\/|file\/|风很大/)
  const stranger = await signInByCalls(site)
  await expect(ask(site, 'capsuleDetail', { capsule_id }, stranger.token)).rejects.toThrow('内容不存在或已删除')
  expect(addresses.size).toBeGreaterThan(0)
  for (const address of addresses) expect(await statusAt(site, address), address).toBe(404)

  // The capsule comes due while its page is open, and the page leads to where it is opened.
  await expect(page.getByRole('button', { name: '点击解封' })).toBeVisible({ timeout: 30_000 })
  await page.getByLabel(QUESTION).fill('兔')
  await page.getByRole('button', { name: '点击解封' }).click()
  await expectSaid(page, '解封成功')

  await open(page, site, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`)
  // The page has hashed what it sent, and the server held the upload against that.
  const { content } = (await ask(site, 'capsuleDetail', { capsule_id }, owner.token)).capsule.capsule_content!
  const letter = content.find(({ name }) => name === '信.txt')
  expect(letter?.sha256).toBe(sha256(LETTER))
  const film = content.find(({ name }) => name === '海浪.webm')!
  const poster = await fetch(new URL(film.poster!, site))
  expect(film.poster_sha256).toBe(sha256(Buffer.from(await poster.arrayBuffer())))
  const seaside = page.getByRole('img', { name: REMARK })
  await expect(seaside).toBeVisible()
  await expect.poll(() => seaside.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const list = page.getByRole('list', { name: '图片与视频' })
  const first = list.getByRole('img').first()
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const shown = await first.evaluate((image: HTMLImageElement) => ({
    as: image.clientWidth / image.clientHeight,
    is: image.naturalWidth / image.naturalHeight,
    width: image.clientWidth,
  }))
  expect(shown.as, 'whole').toBeCloseTo(shown.is, 1)
  expect(shown.width, 'at full width').toBe(await list.evaluate(({ clientWidth }) => clientWidth))
  await expectAccessible(page, 'gallery')

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载 信.txt' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('信.txt')
  expect(await readFile((await download.path())!, 'utf8')).toBe(LETTER)

  await seaside.click()
  await expect(page.getByText('1/3', { exact: true })).toBeVisible()
  await expectAccessible(page, 'preview')
  await page.getByRole('button', { name: '下一个' }).click()
  await page.getByRole('button', { name: '下一个' }).click()
  await expect(page.getByText('3/3', { exact: true })).toBeVisible()
  await page.getByRole('region', { name: '图片与视频' }).locator('li:not([inert]) button').first().click()
  const video = page.locator('video')
  await expect(video).toBeVisible()
  await video.evaluate((film: HTMLVideoElement) => {
    film.muted = true
    return film.play()
  })
  // A busy machine's recording may be shorter than the time it took: then it plays to its end.
  const hasPlayed = () =>
    video.evaluate(({ currentTime, ended }: HTMLVideoElement) => currentTime > 0.3 || (ended && currentTime > 0))
  await expect.poll(hasPlayed).toBe(true)
  await expectAccessible(page, 'play-video')

  // A shared video, for a person without an account, or whose own sign-in has expired.
  const { token } = await ask(site, 'capsuleShare', { capsule_id }, owner.token)
  await page.evaluate(() => localStorage.clear())
  const index = (await ask(site, 'capsuleDetail', { capsule_id, token })).capsule.capsule_content!.content.findIndex(
    ({ type }) => type === 2,
  )
  await open(page, site, `/subPages/time/video?id=${capsule_id}&token=${token}&index=${index}`)
  await expect(page.locator('video')).toBeVisible()
  await expectAccessible(page, 'shared-video')
  await open(page, site, `/subPages/time/video?id=${capsule_id}&index=${index}`)
  await expect(page.getByText('暂无胶囊~')).toBeVisible()
  await page.evaluate(() => localStorage.setItem('token', 'over'))
  await open(page, site, `/subPages/time/video?id=${capsule_id}&token=${token}&index=${index}`)
  await expect(page.locator('video')).toBeVisible()
})

test(
  'a file that fails says why, the others go on, and one more try brings it in; too large is told at once',
  CORE,
  async ({ page, site }) => {
    await signIn(page, site)
    const files = await makeFiles(page)
    let refuse = true
    await page.route('**/oss/image', async (route) => {
      if (refuse && route.request().postDataBuffer()?.includes('filename="山上.jpg"'))
        return route.fulfill({ status: 500 })
      return route.continue()
    })
    await open(page, site, '/subPages/time/graphicCapsule')
    await page.getByLabel('文件', { exact: true }).setInputFiles(files)
    await expect(page.getByText('上传出错，请稍后再试~').first()).toBeVisible({ timeout: 30_000 })
    await expect(page.getByRole('button', { name: '预览「海浪.webm」' })).toBeVisible()
    await page.getByRole('button', { name: '完成封存' }).click()
    await expect(page.getByText(/山上.jpg.*没有上传成功/)).toBeVisible()
    await expectAccessible(page, 'graphic-failed')
    refuse = false
    await page.getByRole('button', { name: /^重试/ }).click()
    await expect(page.getByText('上传出错，请稍后再试~')).toHaveCount(0)
    await expectSaid(page, '上传成功')
    const huge = { name: '太大.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1) }
    await page.evaluate((name) => {
      const input = document.querySelector<HTMLInputElement>('input[aria-label="文件"]')!
      const list = new DataTransfer()
      list.items.add(new File([new Uint8Array(52_428_801)], name))
      input.files = list.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }, huge.name)
    await expectSaid(page, '单个文件不能超过50MB')
    await page.getByRole('button', { name: '存入草稿箱' }).click()
    await page.getByPlaceholder(/例如/).fill('海边的')
    await page.getByRole('button', { name: '确定' }).click()
    await expectSaid(page, '已存入草稿箱')
    await page.waitForURL(/draftBox/)
    await page
      .getByRole('button', { name: /海边的/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: '预览「海浪.webm」' })).toBeVisible()
    await expect(page.getByRole('button', { name: '保存', exact: true })).toBeVisible()
  },
)

test('a file that came up though its answer was lost goes up no second time: it is found, read back and kept', async ({
  page,
  site,
}) => {
  await signIn(page, site)
  const photo = await makePhoto(page, '海边.jpg', 20)
  const answers: { key: string; status: number }[] = []
  await page.route('**/oss/image', async (route) => {
    const key = /image\/\d+\/[0-9a-f]{32}\.jpg/.exec(String(route.request().postDataBuffer()))![0]
    const response = await route.fetch()
    answers.push({ key, status: response.status() })
    if (answers.length === 1) await route.abort('connectionreset')
    else await route.fulfill({ response })
  })
  await open(page, site, '/subPages/time/graphicCapsule')
  await page.getByLabel('文件', { exact: true }).setInputFiles(photo)
  await expect(page.getByText('上传失败，请稍后再试').first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: /^重试/ }).click()
  await expectSaid(page, '上传成功')
  expect(answers).toEqual([
    { key: answers[0]!.key, status: 200 },
    { key: answers[0]!.key, status: 409 },
  ])
})

test(
  'a picture in a text is uploaded, kept in the draft with its hash, and shown again',
  CORE,
  async ({ page, site }) => {
    const { token } = await signIn(page, site)
    const photo = await makePhoto(page, '海边.jpg', 20)
    await open(page, site, '/subPages/time/textCapsule?type=0')
    await page.getByRole('textbox', { name: '正文' }).click()
    await page.keyboard.insertText('今天的海')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: '图片', exact: true }).click()
    await (await choosing).setFiles(photo)
    const inserted = page.getByRole('textbox', { name: '正文' }).locator('img')
    await expect.poll(() => inserted.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expectAccessible(page, 'editor-picture')
    await page.getByRole('button', { name: '完成', exact: true }).click()
    await page.getByRole('button', { name: '存入草稿箱' }).click()
    await page.getByPlaceholder(/例如/).fill('蓝色的')
    await page.getByRole('button', { name: '确定' }).click()
    await page.waitForURL(/draftBox/)
    const { capsules } = await ask(site, 'myDrafts', {}, token)
    const { capsule } = await ask(site, 'capsuleDetail', { capsule_id: capsules.data[0]!.id }, token)
    expect(capsule.capsule_content!.content[0]!.content).toContain(`data-sha256="${sha256(photo.buffer)}"`)
    await page
      .getByRole('button', { name: /蓝色的/ })
      .first()
      .click()
    await expect(page.getByText('今天的海')).toBeVisible()
    await expect.poll(() => inserted.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  },
)

test('an avatar is cropped to a square and worn', async ({ page, site }) => {
  await signIn(page, site)
  const photo = await makePhoto(page, '海边.jpg', 20)
  await open(page, site, '/subPages/me/setting')
  await page.getByRole('button', { name: /头像/ }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByText('上传照片').click()
  await (await choosing).setFiles(photo)
  await expect(page.getByRole('slider')).toBeVisible()
  await expectAccessible(page, 'crop')
  await page.getByRole('button', { name: '确定' }).click()
  await expectSaid(page, '更新成功')
  const avatar = page.getByRole('button', { name: /头像/ }).locator('img')
  const square = await avatar.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  })
  expect(square).toEqual([512, 512])
})
