import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { KEPT_CODE_BYTES, keptCodeText, keptKeyOf, keptNameOf } from '../contract/keptCode.ts'
import { monthNumberText } from '../contract/monthNumbers.ts'
import { sha256 } from '../server/core/sha256.ts'
import { HOSTILE, LONG_TITLE, writeArchive } from '../test/archiveFolder.ts'
import { lockedFile, makeCap, monthNumber, sealedItem } from '../test/lockedFiles.ts'
import { recordFilm } from './recordFilm.ts'
import { test as base, CORE, expect, expectAccessible, expectInside, ONCE } from './site.ts'

// OPEN-ME.html as somebody finds it in ten years: opened from a disk without a network, and beside encrypted archives on a static server.

const OPENER = join(import.meta.dirname, '..', 'dist', 'reader', 'OPEN-ME.html')
const MONTH = '2036-05'
const PATHS = [
  'originals/2026/3-1-海边.jpg',
  'originals/2026/3-2-山 上#1.jpg',
  'thumbnails/2026/3-2.webp',
  'originals/2026/3-4-信.txt',
  'originals/2026/3-3-海浪.webm',
]
const SONG = 'data/originals/2026/3-5-歌.mp3'
const ZIP = randomBytes(5 * 1024 * 1024 + 11)

type Folder = { folder: string; address: string }

/** A folder with OPEN-ME.html and sealed capsules of every kind. */
const test = base.extend<object, { sealed: Folder }>({
  sealed: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      const film = await recordFilm(page)
      await page.close()
      const folder = await mkdtemp(join(tmpdir(), '封存 100% #1 '))
      await writeArchive(join(folder, 'archive'), { film })
      const files = new Map<string, Buffer>()
      for (const name of PATHS) {
        const path = `data/${name}`
        files.set(path, await readFile(join(folder, 'archive', path)))
      }
      files.set(SONG, randomBytes(2 * 1024 * 1024))
      const put = (name: string, bytes: Buffer) => writeFile(join(folder, name), bytes)
      const sea = await makeCap(sealedItem('那年夏天的海'), files, MONTH)
      await put('3.cap', sea)
      await put('3-altered.cap', altered(sea, sea.length - 100))
      await put('3-broken.cap', altered(sea, 9_000))
      const beach = new Map([...files].slice(0, 1))
      await put('4.cap', await makeCap(sealedItem('今年会下雪'), new Map(), '2036-07'))
      await put('1.cap', await makeCap({ ...sealedItem('雨停了'), title: LONG_TITLE }, beach, '2031-01'))
      await put('2.cap', await makeCap(sealedItem(HOSTILE), new Map(), '2031-01'))
      await put('notes.txt', Buffer.from('something else'))
      await copyFile(OPENER, join(folder, 'OPEN-ME.html'))
      await use({ folder, address: String(pathToFileURL(join(folder, 'OPEN-ME.html'))) })
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const altered = (bytes: Buffer, at: number): Buffer =>
  Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)))

/** Opens the page; it asks nobody for anything but for what lies beside it, and nothing that it shows runs. */
async function openPage(page: Page, address: string) {
  const asked: string[] = []
  const said: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // The scanner of accessibility tries styles of its own, which the page refuses.
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Content Security Policy/.test(message.text())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  await page.goto(address)
  return async () => {
    expect(asked.filter((url) => url !== address.split('#')[0] && !url.startsWith('blob:'))).toEqual([])
    expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined()
    expect(said).toEqual([])
  }
}

const choose = (page: Page) => page.getByLabel('选择文件', { exact: true })
const number = (page: Page) => page.getByRole('textbox', { name: '年月和 64 位数字' })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name }).first()

test.describe('from a disk, without a network', () => {
  test.use({ offline: true })

  test(
    'a sealed capsule opens with the number of its month, with all that is in it',
    CORE,
    async ({ page, sealed }) => {
      const expectQuiet = await openPage(page, sealed.address)
      await expect(page.getByRole('heading', { level: 1, name: '打开封存的胶囊' })).toBeVisible()
      await expectAccessible(page, 'the first page')
      await expectInside(page, 'the first page')
      await choose(page).setInputFiles(join(sealed.folder, '3.cap'))
      await expect(row(page, '3.cap')).toContainText('封存中，用 2036年5月 或更晚的数字打开')
      await number(page).fill(`今天公布：${monthNumberText(monthNumber(MONTH)).toUpperCase()}。`)

      await expect(page.getByRole('heading', { level: 2, name: '那年夏天的海' })).toBeVisible()
      for (const words of ['愿你还记得那天的风。', '第一天的傍晚', '和阿宁一起拍的', '我养过的第一只宠物是什么？'])
        await expect(page.getByText(words)).toBeVisible()
      await expectAccessible(page, 'an open capsule')
      await expectInside(page, 'an open capsule')
      const picture = page.getByRole('button', { name: '查看图片 海边.jpg' })
      await expect(picture.locator('img')).toHaveAttribute('src', /^blob:/)
      await expect
        .poll(() => picture.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      const video = page.locator('video')
      await video.evaluate((element: HTMLVideoElement) => element.play())
      await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: /信\.txt/ }).click()
      expect((await download).suggestedFilename()).toBe('信.txt')
      expect(await readFile(await (await download).path(), 'utf8')).toContain('今天的海很蓝')

      await picture.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: '图片' }).getByText('1 / 2')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(picture).toBeFocused()
      await expectQuiet()
    },
  )

  test('of many files each says how it stands by this number', async ({ page, sealed }) => {
    const expectQuiet = await openPage(page, sealed.address)
    const names = ['1.cap', '2.cap', '3.cap', '3-altered.cap', '3-broken.cap', '4.cap', 'notes.txt']
    await choose(page).setInputFiles(names.map((name) => join(sealed.folder, name)))
    await number(page).fill('2036-05 12345')
    await expect(page.getByText('还没有读出数字')).toBeVisible()
    await number(page).fill(monthNumberText({ ...monthNumber('2036-04'), from: MONTH }))
    await expect(row(page, '3.cap')).toContainText('这个数字打不开它')
    await expect(page.getByText('7 个文件，0 个已打开')).toBeVisible()
    await number(page).fill(monthNumberText(monthNumber('2036-04')))
    await expect(row(page, '3.cap')).toContainText('你填的数字更早，这一枚要 2036年5月 或更晚的数字')
    await expect(row(page, '1.cap')).toContainText('已打开')

    await number(page).fill(monthNumberText(monthNumber('2036-06')))
    await expect(page.getByText('7 个文件，4 个已打开')).toBeVisible()
    await expect(row(page, '4.cap')).toContainText('你填的数字更早，这一枚要 2036年7月 或更晚的数字')
    await expect(row(page, 'notes.txt')).toContainText('不是 .cap 文件')
    await row(page, '3-altered.cap').getByRole('button', { name: '展开' }).click()
    await expect(row(page, '3-altered.cap')).toContainText('第 3 块（共 3 块）已损坏')
    await expect(row(page, '3-altered.cap')).toContainText('「歌.mp3」没有能放进归档：文件已损坏')
    await expect(row(page, '3-broken.cap')).toContainText('已损坏：第 1 块（共 3 块）与封存时不同')
    await row(page, '2.cap').getByRole('button', { name: '展开' }).click()
    await expect(row(page, '2.cap').getByRole('heading', { level: 2, name: HOSTILE })).toBeVisible()
    await expectAccessible(page, 'many files')
    await expectInside(page, 'many files')
    // Colours in it are its writer's.
    await row(page, '2.cap').getByRole('button', { name: '收起' }).click()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'many files in the dark', 'colours')
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
    await expectInside(page, 'many files in forced colours')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(row(page, '4.cap')).toContainText('Not yet')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expectInside(page, 'in English')
    await expectQuiet()
  })
})

/** A server that gives out files and knows nothing; `breaksAt` once tears the line after so many bytes. */
async function serve(
  files: Map<string, Buffer>,
  breaksAt?: number,
): Promise<{ server: Server; site: string; asked: string[] }> {
  let breaks = breaksAt
  const asked: string[] = []
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url!.slice(1))
    const bytes = files.get(name)
    if (!bytes) return response.writeHead(404).end()
    const range = request.headers.range
    asked.push(`${name} ${range ?? ''}`.trim())
    const start = Number(/\d+/.exec(range ?? '')?.[0] ?? 0)
    const type = name.endsWith('.html') ? 'text/html; charset=utf-8' : 'application/octet-stream'
    response.writeHead(range ? 206 : 200, { 'content-type': type, 'content-length': bytes.length - start })
    if (breaks === undefined || name.endsWith('.html')) return response.end(bytes.subarray(start))
    response.write(bytes.subarray(start, breaks), () => setTimeout(() => response.destroy(), 200))
    breaks = undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, site: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function archive() {
  const code = { code: randomBytes(KEPT_CODE_BYTES), parts: 2 }
  const [name, other] = [keptNameOf(sha256, code.code, 1), keptNameOf(sha256, code.code, 2)]
  const files = new Map([
    ['OPEN-ME.html', await readFile(OPENER)],
    [name, await lockedFile(ZIP, Buffer.from(keptKeyOf(sha256, code.code, 1)))],
  ])
  return { name, other, files, hash: `#${keptCodeText(code)}` }
}

/** The browser of somebody whose files come as downloads. */
const withoutPicker = (page: Page) =>
  page.addInitScript(
    () =>
      Reflect.deleteProperty(Window.prototype, 'showSaveFilePicker') &&
      Reflect.deleteProperty(window, 'showSaveFilePicker'),
  )

test('a whole archive on a static server is decrypted by its link, also where the line is lost', async ({ page }) => {
  const { name, other, files, hash } = await archive()
  const { server, site, asked } = await serve(files, 2_500_000)
  await withoutPicker(page)
  await page.goto(`${site}/OPEN-ME.html${hash}`)
  await expect(page.getByRole('heading', { level: 1, name: '打开整份归档' })).toBeVisible()
  await expectAccessible(page, 'an archive')
  await expectInside(page, 'an archive')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载并解密 第 1 份' }).click()
  expect((await download).suggestedFilename()).toBe('时光胶囊归档-1.zip')
  expect((await readFile(await (await download).path())).equals(ZIP)).toBe(true)
  await expect(page.getByText('时光胶囊归档-1.zip 已交给浏览器保存')).toBeVisible()
  expect(asked.slice(1)).toEqual([name, `${name} bytes=2500000-`])
  await page.getByRole('button', { name: '下载并解密 第 2 份' }).click()
  await expect(page.getByText(`这里没有这个文件：${other}`)).toBeVisible()
  await expectAccessible(page, 'an archive that is handed over')
  await expectInside(page, 'an archive that is handed over')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'an archive in the dark', 'colours')
  server.close()
})

test(
  'a whole archive is written to the file that somebody chose, as it comes; a damaged piece is named',
  ONCE,
  async ({ page }) => {
    const { name, files, hash } = await archive()
    files.set(name, altered(files.get(name)!, 3 * 1024 * 1024 + 500))
    const { server, site } = await serve(files)
    await page.addInitScript(() => {
      const pick = async () => (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', { create: true })
      Object.assign(window, { showSaveFilePicker: pick })
    })
    await page.goto(`${site}/OPEN-ME.html${hash}`)
    await page.getByRole('button', { name: '下载并解密 第 1 份' }).click()
    await expect(page.getByText('第 4 块（共 6 块）已损坏')).toBeVisible()
    files.set(name, altered(files.get(name)!, 3 * 1024 * 1024 + 500))
    await page.getByRole('button', { name: '继续 第 1 份' }).click()
    await expect(page.getByText('时光胶囊归档-1.zip 已交给浏览器保存')).toBeVisible()
    const size = await page.evaluate(async () => {
      const chosen = await (await navigator.storage.getDirectory()).getFileHandle('chosen.zip')
      return (await chosen.getFile()).size
    })
    expect(size).toBe(ZIP.length)
    server.close()
  },
)

test(
  'a downloaded archive is decrypted from a disk, with the link that somebody pastes',
  ONCE,
  async ({ page, context, sealed }) => {
    const { name, files, hash } = await archive()
    const file = join(sealed.folder, `${name} (1).bin`)
    await writeFile(file, files.get(name)!)
    await context.setOffline(true)
    await withoutPicker(page)
    const expectQuiet = await openPage(page, sealed.address)
    await page.getByRole('textbox', { name: '链接或代码' }).fill(`请打开 https://example.com/OPEN-ME.html${hash} 谢谢`)
    await expect(page.getByText('从磁盘打开的页面不能自己去取旁边的文件')).toBeVisible()
    await page.getByLabel('选择下载的文件').setInputFiles([file, join(sealed.folder, 'notes.txt')])
    await expect(page.getByText('这个链接打不开：notes.txt')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '解密并保存 第 1 份' }).click()
    expect((await readFile(await (await download).path())).equals(ZIP)).toBe(true)
    await expectInside(page, 'an archive from a disk')
    await expectQuiet()
  },
)
