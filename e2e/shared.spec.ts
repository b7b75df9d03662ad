import type { Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import type { Input } from '../contract/calls.ts'
import { TYPE } from '../contract/capsule.ts'
import { SHARED_TITLE } from '../contract/share.ts'
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
  picture,
  signIn,
  test,
  unsealWhenDue,
  untilSoon,
} from './site.ts'

const WRITTEN = '我们坐在天台上，谁也没有说话，远处的楼一盏一盏地灭了灯。'
const LETTER = [WRITTEN, '你说十年以后再来，看看是谁先忘了这个晚上。', '我把它封在这里，等风把我们都吹回来。']
const TITLE = '写给十年后还会坐在天台上的我们两个人，别忘了那晚的风和远处的灯'
const PICTURES = ['shared-letter', 'poster-before', 'poster']

/** Nothing for axe by day and by night, and nothing wider than the window. */
async function look(page: Page, screen: string) {
  for (const theme of ['dark', 'light']) {
    await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme)
    await expectAccessible(page, `${screen}, ${theme}`, theme === 'light' ? undefined : 'colours')
    await expectInside(page, screen)
    const to = process.env.SCREENS
    if (to)
      await page.screenshot({ path: `${to}/${screen}-${theme}-${page.viewportSize()!.width}.png`, fullPage: true })
  }
  if (PICTURES.includes(screen)) await picture(page, screen)
}

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

test(
  'a shared address opens as a letter for somebody who is not signed in, and invites them',
  CORE,
  async ({ page, site, browser }) => {
    const { capsule_id } = await opened(page, site)
    const link = await linkOf(page, site, capsule_id)
    expect(link).toMatch(new RegExp(`^${site}/s/[\\w-]{43}$`))

    const visitor = await otherDevice(browser, page)
    await visitor.goto(link)
    await visitor.waitForURL(new RegExp(`/#/pages/unseal\\?id=${capsule_id}&token=[\\w-]{43}$`))
    for (const line of LETTER) await expect(letter(visitor).getByText(line)).toBeVisible()
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

test(
  'it comes down and opens, and stands still for whoever wants nothing to move',
  ONCE,
  async ({ page, site, browser }) => {
    const { capsule_id } = await opened(page, site)
    const link = await linkOf(page, site, capsule_id)
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const visitor = await otherDevice(browser, page, { reducedMotion })
      // Of all that moves, how long it goes on for.
      await visitor.addInitScript(() => {
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
      await visitor.goto(link)
      await expect(letter(visitor)).toBeVisible()
      await expectAccessible(visitor, `opened, ${reducedMotion}`, 'colours')
      const longest = await visitor.evaluate(() => (window as unknown as { longest: number }).longest)
      if (reducedMotion === 'reduce') expect(longest).toBeLessThanOrEqual(1)
      else expect(longest).toBeGreaterThan(500)
      await visitor.context().close()
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
      // Those who follow nothing stay where they are.
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

test('others’ public capsules look the same', async ({ page, site }) => {
  const { capsules } = await ask(site, 'capsuleOpenList', {}, (await signIn(page, site)).token)
  const { id, long_tag } = capsules.find(({ type }) => type === TYPE.time)!
  await open(page, site, `/subPages/me/capsuleDetail?id=${id}&isOther=1`)
  await expect(page.getByRole('heading', { name: long_tag })).toBeVisible()
  await expect(letter(page)).toBeVisible()
  await expect(page.getByText(/^封存于 .+在时光里等了/)).toBeVisible()
  await look(page, 'public-letter')
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
    await open(page, site, `/subPages/me/capsuleDetail?id=${capsule_id}&isOther=0`)
    await page.getByRole('button', { name: /做成海报/ }).click()
    await expect(page.getByRole('img', { name: /的海报，还没有二维码/ })).toBeVisible()
    await expect(page.getByText(/扫码的人都可以看到里面的内容/)).toBeVisible()
    await look(page, 'poster-before')
    expect(await shared(), 'nothing is shared before it is asked for').toBe(0)

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
