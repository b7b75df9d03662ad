import type { Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import type { Input } from '../contract/calls.ts'
import { TYPE } from '../contract/capsule.ts'
import { SHARED_TITLE } from '../contract/share.ts'
import { framesOf } from './film.ts'
import { enlargeText } from './largeText.ts'
import { look } from './look.ts'
import {
  ask,
  CORE,
  expect,
  expectAccessible,
  expectInside,
  expectSaid,
  ONCE,
  open,
  otherDevice,
  signIn,
  test,
  unsealWhenDue,
  untilSoon,
} from './site.ts'

const WRITTEN = '我们坐在天台上，谁也没有说话，远处的楼一盏一盏地灭了灯。'
const LETTER = [WRITTEN, '你说十年以后再来，看看是谁先忘了这个晚上。', '我把它封在这里，等风把我们都吹回来。']
const TITLE = '写给十年后还会坐在天台上的我们两个人，别忘了那晚的风和远处的灯'

/** Somebody's capsule, opened by the calls. */
async function opened(page: Page, site: string, more: Partial<Input<'createTimeCapsule'>> = {}) {
  const person = await signIn(page, site)
  const { token } = person
  const html = LETTER.map((line) => `<p>${line}</p>`).join('')
  const content = [{ type: 0 as const, content: html, comment: '' }]
  const sealed = { content, long_tag: TITLE, send_word: '只给自己的话', ...more }
  const { capsule_id } = await untilSoon((open_time) => ask(site, 'createTimeCapsule', { open_time, ...sealed }, token))
  await unsealWhenDue(site, token, capsule_id)
  return { ...person, capsule_id }
}

async function linkOf(page: Page, site: string, capsule_id: string): Promise<string> {
  await open(page, site, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`)
  await page.getByRole('button', { name: /分享这枚胶囊/ }).click()
  await page.getByRole('button', { name: '生成分享链接' }).click()
  return page.getByRole('textbox', { name: '分享链接' }).inputValue()
}

const letter = (page: Page) => page.getByRole('region', { name: '胶囊里的信' })
const present = (page: Page) => page.getByRole('button', { name: '拆开' })
const ritual = (page: Page) => page.getByRole('main', { name: '胶囊正在打开' })

/** Waits until every animation that has an end has come to it. */
const stands = (page: Page) =>
  page.evaluate(async () => {
    const ends = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ends.map(({ finished }) => finished))
  })

/** The longer side of a frame: a telephone's whole window. */
const FRAME_PX = 844

/** How light a frame's corners are (0 to 255), and how much of it is drawn – where one point differs from the next. */
async function seenIn(frame: Buffer): Promise<{ corners: number; drawn: number }> {
  const { data, info } = await sharp(frame)
    .resize({ width: 195 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const rows = Array.from({ length: height }, (_, row) => data.subarray(row * width, (row + 1) * width))
  const ends = [...rows.slice(0, 8), ...rows.slice(-8)].flatMap((row) => [...row.subarray(0, 8), ...row.subarray(-8)])
  const corners = ends.reduce((sum, light) => sum + light, 0) / ends.length
  const drawn = rows.flatMap((row) => [...row].filter((light, at) => Math.abs(light - (row[at - 1] ?? light)) > 12))
  return { corners, drawn: drawn.length }
}
const seenInAll = (frames: Buffer[]) => Promise.all(frames.map(seenIn))

/** The most that these values ever fall below an earlier one. */
const fallOf = (values: readonly number[]): number =>
  values.reduce(({ most, fall }, value) => ({ most: Math.max(most, value), fall: Math.max(fall, most - value) }), {
    most: 0,
    fall: 0,
  }).fall

test(
  'a shared address opens as a letter for somebody who is not signed in, and invites them',
  CORE,
  async ({ page, site, browser }) => {
    const { capsule_id } = await opened(page, site)
    const link = await linkOf(page, site, capsule_id)
    expect(link).toMatch(new RegExp(`^${site}/s/[\\w-]{43}$`))

    const visitor = await otherDevice(browser, page, { hasTouch: true, colorScheme: 'light' })
    // The empty window before our page is white, and would be taken for a light frame.
    await visitor.evaluate(() => document.documentElement.style.setProperty('background', '#000'))
    await visitor.screenshot()
    const arrival = await framesOf(visitor, FRAME_PX, async () => {
      await visitor.goto(link)
      await visitor.waitForURL(new RegExp(`/#/pages/unseal\\?id=${capsule_id}&token=[\\w-]{43}$`))
      await expect(present(visitor)).toBeVisible()
      await stands(visitor)
    })
    const night = await seenInAll(arrival)
    // One night, in which everything drawn stays.
    expect(Math.max(...night.map(({ corners }) => corners)), 'nothing is lighter than the night').toBeLessThan(64)
    expect(fallOf(night.map(({ drawn }) => drawn)), 'nothing goes again').toBeLessThan(night.at(-1)!.drawn * 0.25)
    await expect(visitor.getByText(/^在时光里等了\d+/)).toBeVisible()
    await expect(visitor.getByText(WRITTEN)).toHaveCount(0)
    // The night is the same in both themes.
    await expectAccessible(visitor, 'shared-present')
    await expectInside(visitor, 'shared-present')

    const unwrapping = await framesOf(visitor, FRAME_PX, async () => {
      await present(visitor).tap()
      await expect(letter(visitor)).toBeVisible()
      await expect(ritual(visitor)).toHaveCount(0)
      await stands(visitor)
    })
    const light = (await seenInAll(unwrapping)).map(({ corners }) => corners)
    expect(light[0], 'the night first').toBeLessThan(64)
    expect(light.at(-1), 'paper in the end').toBeGreaterThan(200)
    expect(fallOf(light), 'no paper before the letter').toBeLessThan(12)
    for (const line of LETTER) await expect(letter(visitor).getByText(line)).toBeVisible()
    await expect(visitor.getByRole('article')).toBeFocused()
    await expect(visitor.getByRole('heading', { name: TITLE })).toBeVisible()
    await expect(visitor.getByText('向你打开了这枚时光胶囊')).toBeVisible()
    await expect(visitor.getByText(/^封存于 \d{4}\/\d\d\/\d\d，在时光里等了\d+/)).toBeVisible()
    await expect(visitor.getByText('只给自己的话')).toHaveCount(0)
    await look(visitor, 'shared-letter')

    await visitor.getByRole('button', { name: '制作我的胶囊' }).click()
    await visitor.waitForURL(/\/pages\/login\/login/)
    await visitor.goBack()
    await visitor.goto(`${link}?hide=1`)
    await visitor.waitForURL(/&hide=1$/)
    await expect(letter(visitor)).toBeVisible()
    for (const way of ['button', 'link', 'complementary'] as const)
      await expect(visitor.getByRole(way).filter({ hasText: /制作我的胶囊|前往首页|网页版/ })).toHaveCount(0)
    await look(visitor, 'shared-letter-hide')
    await visitor.context().close()
  },
)

/** Notes the longest movement within the letter. */
const noteMotion = (page: Page) =>
  page.addInitScript(() => {
    const world = window as unknown as { longest: number }
    world.longest = 0
    const note = ({ target }: Event) => {
      for (const motion of (target as Element).getAnimations()) {
        const { endTime = 0 } = motion.effect?.getComputedTiming() ?? {}
        if ((target as Element).closest('article')) world.longest = Math.max(world.longest, Number(endTime))
      }
    }
    document.addEventListener('animationstart', note, true)
  })
const motionOf = (page: Page) => page.evaluate(() => (window as unknown as { longest: number }).longest)

test(
  'after the ritual the letter stands still, the next public one comes in a short motion, and nothing moves where that is wished',
  ONCE,
  async ({ page, site, browser }) => {
    const { capsules } = await ask(site, 'capsuleOpenList', {}, (await signIn(page, site)).token)
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const reader = await otherDevice(browser, page, { reducedMotion })
      await signIn(reader, site)
      await noteMotion(reader)
      await open(reader, site, `/subPages/me/capsuleDetail?id=${capsules[0]!.id}&isOther=1`)
      await expect(letter(reader)).toBeVisible()
      await expect(ritual(reader)).toHaveCount(0)
      expect(await motionOf(reader)).toBeLessThanOrEqual(1)
      await reader.getByRole('button', { name: '再拆一枚' }).click()
      await expect(reader.getByRole('heading', { name: capsules[1]!.long_tag })).toBeVisible()
      await expectAccessible(reader, `opened, ${reducedMotion}`, 'colours')
      if (reducedMotion === 'reduce') expect(await motionOf(reader)).toBeLessThanOrEqual(1)
      else expect(await motionOf(reader)).toBeGreaterThan(500)
      await reader.context().close()
    }
  },
)

test(
  'without JavaScript its address says what it is and nothing of the content, and leaves a link',
  ONCE,
  async ({ page, site, browser }) => {
    const { capsule_id } = await opened(page, site)
    const link = await linkOf(page, site, capsule_id)
    const html = await (await fetch(link)).text()
    for (const secret of [TITLE, WRITTEN]) expect(html).not.toContain(secret)

    expect(html).toContain(`<meta property="og:title" content="${SHARED_TITLE}">`)
    for (const javaScriptEnabled of [false, true]) {
      const reader = await otherDevice(browser, page, { javaScriptEnabled })
      // Stops the page's redirect, so that the reader stays where it is.
      await reader.route(`${site}/`, (route) => route.fulfill({ status: 204 }))
      await reader.goto(link)
      await expect(reader.getByRole('heading', { name: SHARED_TITLE })).toBeVisible()
      const way = await reader.getByRole('link', { name: '打开看看' }).getAttribute('href')
      expect(way).toBe(`/#/pages/unseal?id=${capsule_id}&token=${link.split('/s/')[1]}`)
      if (javaScriptEnabled) await look(reader, 'shared-address')
      await reader.context().close()
    }

    const ended = await otherDevice(browser, page)
    await page.getByRole('button', { name: '停止分享' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '停止分享' }).click()
    await expectSaid(page, '已停止分享')
    const answer = await ended.goto(link)
    expect(answer!.status()).toBe(404)
    await expect(ended.getByText('链接已失效，请联系胶囊的主人重新发送')).toBeVisible()
    await expectAccessible(ended, 'an address that has ended')
    await ended.context().close()
  },
)

/** In text of twice the size no button is narrower than what it says. */
async function expectWordsWithin(page: Page): Promise<void> {
  const asItWas = await enlargeText(page)
  const spilled = await page
    .locator('main button')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
  expect(spilled, 'words beyond their button').toEqual([])
  await asItWas()
}

test('others’ public capsules look the same, and one leads to the next', async ({ page, site }) => {
  const { capsules } = await ask(site, 'capsuleOpenList', {}, (await signIn(page, site)).token)
  const { id, long_tag } = capsules.find(({ type }) => type === TYPE.time)!
  await open(page, site, `/subPages/me/capsuleDetail?id=${id}&isOther=1`)
  await expect(page.getByRole('heading', { name: long_tag })).toBeVisible()
  await expect(letter(page)).toBeVisible()
  await expect(page.getByText(/^封存于 .+在时光里等了/)).toBeVisible()
  await expect(ritual(page)).toHaveCount(0)
  await look(page, 'public-letter')
  await expectWordsWithin(page)
  await page.getByRole('button', { name: '再拆一枚' }).click()
  await page.waitForURL((url) => url.hash.includes('capsuleDetail') && !url.hash.includes(`id=${id}&`))
  await expect(letter(page)).toBeVisible()
  await page.getByRole('button', { name: '制作我的胶囊' }).click()
  await page.waitForURL(/timeCapsule/)
})

/** The poster on this page, as it would be kept. */
async function posterOn(page: Page): Promise<Buffer> {
  const image = page.getByRole('img', { name: /的海报，带有分享二维码/ })
  await expect(image).toBeVisible()
  const url = await image.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight })
    canvas.getContext('2d')!.drawImage(image, 0, 0)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

async function readCode(png: Buffer): Promise<string> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test(
  'a poster of an opened capsule leads to its shared address, and leaves the device by the person’s own hand alone',
  CORE,
  async ({ page, site, browser }) => {
    const { capsule_id, token } = await opened(page, site)
    const shared = async () => (await ask(site, 'capsuleDetail', { capsule_id }, token)).capsule.shared
    // Asked by every page a while after it has come, and no part of the poster.
    const version = page.waitForResponse('**/api/systemInfo')
    await open(page, site, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`)
    await page.getByRole('button', { name: /做成海报/ }).click()
    await expect(page.getByRole('img', { name: /的海报，还没有二维码/ })).toBeVisible()
    await expect(page.getByText(/扫码的人都可以看到里面的内容/)).toBeVisible()
    await look(page, 'poster-before')
    expect(await shared(), 'nothing is shared before it is asked for').toBe(0)

    await version
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(new URL(request.url()).pathname)))
    await page.getByRole('button', { name: '印上二维码' }).click()
    const png = await posterOn(page)
    await look(page, 'poster')
    expect(new Set(sent)).toEqual(new Set(['/api/capsule/share', '/api/capsule/detail']))
    expect(await shared()).toBe(1)
    if (process.env.SCREENS)
      await sharp(png).toFile(`${process.env.SCREENS}/the-poster-${page.viewportSize()!.width}.png`)
    expect(await sharp(png).metadata()).toMatchObject({ width: 1080, height: 1860, format: 'png' })

    const address = await readCode(png)
    expect(address).toMatch(new RegExp(`^${site}/s/[\\w-]{43}$`))
    // As a chat makes it smaller.
    expect(await readCode(await sharp(png).resize({ width: 540 }).jpeg({ quality: 70 }).toBuffer())).toBe(address)
    const visitor = await otherDevice(browser, page)
    await visitor.goto(address)
    await present(visitor).click()
    await expect(letter(visitor).getByText(WRITTEN)).toBeVisible()
    await visitor.context().close()

    const kept = page.waitForEvent('download')
    await page.getByRole('link', { name: '保存图片' }).click()
    expect((await kept).suggestedFilename()).toMatch(/^时光胶囊 .+\.png$/)
  },
)

test('where the system has a share sheet the poster is handed to it, as a picture', ONCE, async ({ page, site }) => {
  const { capsule_id } = await opened(page, site, { long_tag: '短' })
  await page.addInitScript(() => {
    const world = window as unknown as { handed: { name: string; type: string; size: number }[] }
    world.handed = []
    navigator.canShare = (data) => Boolean(data?.files)
    navigator.share = async (data) => {
      for (const { name, type, size } of data?.files ?? []) world.handed.push({ name, type, size })
    }
  })
  await open(page, site, `/subPages/me/poster?id=${capsule_id}`)
  await page.getByRole('button', { name: '印上二维码' }).click()
  await posterOn(page)
  const handed = () => page.evaluate(() => (window as unknown as { handed: { size: number }[] }).handed)
  expect(await handed()).toEqual([])
  await page.getByRole('button', { name: '发给朋友' }).click()
  await expect.poll(handed).toEqual([{ name: '时光胶囊 短.png', type: 'image/png', size: expect.any(Number) }])
})
