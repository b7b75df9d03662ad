import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { HOSTILE, ITEMS, SEALED, writeArchive } from '../test/archiveFolder.ts'
import { openedFor, receiptFor } from '../test/archiveReceipts.ts'
import { goldenArchives, goldenFile } from '../test/golden.ts'
import { unzip } from '../test/zip.ts'
import { recordFilm } from './recordFilm.ts'
import { test as base, CORE, expect, expectAccessible, expectInside, ONCE } from './site.ts'

// An archive as its person has unpacked it: opened from the disk, with neither a network nor our server.

const DIARIES = 5_000

/** A folder with an archive of every kind of thing; `large` has ten years of diaries in it. */
const test = base.extend<{ folder: string }, { whole: string; large: string }>({
  whole: [
    async ({ browser }, use) => {
      const page = await browser.newPage()
      const film = await recordFilm(page)
      await page.close()
      await inFolder((folder) => writeArchive(folder, { film }), use)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  large: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names it is given from this pattern
    async ({}, use) => inFolder((folder) => writeArchive(folder, { diaries: DIARIES }), use),
    { scope: 'worker', timeout: 60_000 },
  ],
  /** One of its own, for a journey that changes something. */
  // biome-ignore lint/correctness/noEmptyPattern: as above
  folder: async ({}, use) => inFolder((folder) => writeArchive(folder), use),
})
test.use({ offline: true })

async function inFolder(make: (folder: string) => Promise<void>, use: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), '归档 100% #1 '))
  await make(folder)
  await use(folder)
  await rm(folder, { recursive: true, force: true })
}

/** Opens the archive at this place; nothing is ever asked of anybody, and nothing in it runs. */
async function openArchive(page: Page, folder: string, place = '') {
  const asked: string[] = []
  const said: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // The scanner of accessibility tries styles of its own, which the page refuses.
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Content Security Policy/.test(message.text())) said.push(message.text())
  })
  page.on('pageerror', (error) => said.push(String(error)))
  await page.goto(`${pathToFileURL(join(folder, 'index.html'))}#/${place}`)
  return async () => {
    expect(asked.filter((address) => !address.startsWith('file:'))).toEqual([])
    expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined()
    expect(said).toEqual([])
  }
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

test('an archive opens from the disk: by year, item, picture, search and back', CORE, async ({ page, whole }) => {
  const expectQuiet = await openArchive(page, whole)
  await expect(heading(page, '林夏的归档')).toBeVisible()
  await expect(page.getByText('坏了的.jpg')).toBeVisible()
  await expectAccessible(page, 'the first page')
  await expectInside(page, 'the first page')

  await page.getByRole('link', { name: /^2026.*6 项/ }).click()
  await expect(heading(page, '2026')).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(ITEMS.length)
  await expectAccessible(page, 'a year')
  await expectInside(page, 'a year')
  await page.getByRole('navigation', { name: '筛选' }).getByRole('link', { name: '预测' }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['今年会下雪'])
  await page.goBack()
  await page.getByRole('link', { name: '那年夏天的海' }).click()

  await expect(heading(page, '那年夏天的海')).toBeVisible()
  for (const words of ['愿你还记得那天的风。', '记得的，一直记得。', '第一天的傍晚', '和阿宁一起拍的'])
    await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('link', { name: /信\.txt/ })).toHaveAttribute('href', /^data\/originals\//)
  await expectAccessible(page, 'an item')
  await expectInside(page, 'an item')
  await page.getByRole('button', { name: '核对凭证' }).click()
  await expect(page.getByText('2026年5月1日封存，此后一字未改')).toBeVisible()
  await expectAccessible(page, 'a receipt')
  await expectInside(page, 'a receipt')
  const video = page.locator('video')
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)

  await page.getByRole('button', { name: '查看图片 海边.jpg' }).focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: '图片' })
  await expect(viewer.getByText('1 / 2')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByRole('img', { name: '山 上#1.jpg' })).toBeVisible()
  await expect
    .poll(() => viewer.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessible(page, 'a picture')
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(page.getByRole('button', { name: '查看图片 海边.jpg' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(viewer).toBeVisible()
  await page.goBack()
  await expect(viewer).toHaveCount(0)
  await expect(heading(page, '那年夏天的海')).toBeVisible()

  await page.getByRole('navigation', { name: '我的归档' }).getByRole('link', { name: '查找' }).click()
  await page.getByRole('searchbox').fill('玉兰 鼓浪屿')
  await expect(page.getByText('找到 1 项')).toBeVisible()
  await expect(page.locator('mark').first()).toHaveText('玉兰')
  await expectAccessible(page, 'the search')
  await expect(page).toHaveURL(/q=/)
  await page.getByRole('link', { name: '雨停了' }).click()
  await expect(heading(page, '雨停了')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('玉兰 鼓浪屿')
  await expectQuiet()
})

test('titles, texts and names of markup are words, and nothing of them runs', ONCE, async ({ page, whole }) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text())
  })
  const expectQuiet = await openArchive(page, whole, 'item/2026/2')
  await expect(heading(page, HOSTILE)).toBeVisible()
  await expect(page.getByRole('link', { name: '好链接' })).toHaveAttribute('rel', /noopener/)
  await expect(page.getByText('坏链接')).toBeVisible()
  await expect(page.getByRole('link', { name: '坏链接' })).toHaveCount(0)
  for (const place of ['', 'time/2026', 'find?q=script', 'sealed', 'social', 'book/2026', 'calendar/2026-03-09']) {
    await page.goto(`${pathToFileURL(join(whole, 'index.html'))}#/${place}`)
    await expect(page.getByText(HOSTILE).first()).toBeVisible()
  }
  await expectQuiet()
  expect(refused).toEqual([])
  // Were something of it ever taken for markup, the page's own policy would still refuse it.
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = 1'
    document.body.append(script)
  })
  expect(await page.evaluate(() => (window as unknown as { ran?: number }).ran)).toBeUndefined()
})

test('every page of an archive is there in both languages and both themes', async ({ page, whole }) => {
  const expectQuiet = await openArchive(page, whole, 'sealed')
  await expect(page.getByText('封存于 2026/01/01 00:00，到 2030/01/01 开启')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(SEALED.length)
  await expectAccessible(page, 'what is sealed')
  for (const [place, words] of [
    ['record', '0.063'],
    ['money', '202605010001000123'],
    ['social', '星星落在海里'],
    ['calendar/2026-03', '雨停了'],
    ['find?kind=draft', '还没写完的信'],
    ['item/drafts/1', '展信佳。'],
    ['item/2026/6', '内容没有能放进归档：内容无法解密'],
    ['item/2026/4', '十月二十八日，小雪。'],
    ['check', 'sha256sum -c manifest-sha256.txt'],
  ] as const) {
    await page.goto(`${pathToFileURL(join(whole, 'index.html'))}#/${place}`)
    await expect(page.getByText(words).first()).toBeVisible()
    await expectAccessible(page, place)
    await expectInside(page, place)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, `${place} in the dark`, 'colours')
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await page.getByRole('button', { name: 'English' }).click()
  await expect(heading(page, 'Verify')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Verify')).toBeVisible()
  await expectInside(page, 'verify in English')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expectQuiet()
})

test('ten years of diaries are searched and come as one goes on', ONCE, async ({ page, large }) => {
  const expectQuiet = await openArchive(page, large, 'find')
  await page.getByRole('searchbox').fill('橘猫')
  await expect(page.getByText(`找到 ${DIARIES} 项`)).toBeVisible()
  const rows = page.getByRole('heading', { level: 3 })
  expect(await rows.count()).toBeLessThan(500)
  const before = await rows.count()
  await rows.last().scrollIntoViewIfNeeded()
  await expect.poll(() => rows.count()).toBeGreaterThan(before)
  const title = await rows.nth(before).innerText()
  await rows.nth(before).getByRole('link').click()
  await expect(heading(page, title)).toBeInViewport()
  await page.goBack()
  await expect(page.getByRole('heading', { name: title, level: 3 })).toBeInViewport()
  await page.getByRole('searchbox').fill('第4321天')
  await expect(rows).toHaveCount(1)
  await expectQuiet()
})

test('a year is printed as a book, each item on a page of its own', ONCE, async ({ page, whole }) => {
  const expectQuiet = await openArchive(page, whole, 'time/2026')
  await page.getByRole('link', { name: '打印成书' }).click()
  await expect(page.getByRole('heading', { level: 2, name: '打不开的一枚' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const book = await page.pdf({ format: 'A4' })
  expect(book.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(ITEMS.length)
  await expectQuiet()
})

test('a file of the archive that was changed by a byte, or is gone, is named', ONCE, async ({ page, folder }) => {
  const expectQuiet = await openArchive(page, folder, 'check')
  const choose = page.getByLabel('选择文件夹')
  await choose.setInputFiles(folder)
  await expect(page.getByText(/\d+ 个文件全部完好/)).toBeVisible()
  await expect(page.getByText('2 份封存凭证都能核对')).toBeVisible()
  const letter = join(folder, 'data/originals/2026/3-4-信.txt')
  const bytes = await readFile(letter)
  bytes[5]! ^= 1
  await writeFile(letter, bytes)
  await rm(join(folder, 'data/thumbnails/2026/3-1.webp'))
  await page.getByLabel('重新选择').setInputFiles(folder)
  await expect(page.getByText(/2 个有问题/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '3-4-信.txt' })).toContainText('内容与清单不同')
  await expect(page.getByRole('listitem').filter({ hasText: '3-1.webp' })).toContainText('不在文件夹里')
  await expect(page.getByText('核对了 2 份封存凭证，1 份有问题')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: '那年夏天的海' })).toContainText(
    '与封存时不同：第4项的文件',
  )
  await expectAccessible(page, 'what was found')
  await expectQuiet()
})

test(
  'an opened capsule and its receipt from elsewhere are held against each other without a network',
  ONCE,
  async ({ page, folder }) => {
    const expectQuiet = await openArchive(page, folder, 'check')
    const item = ITEMS.find(({ title }) => title === '今年会下雪')!
    const receipt = receiptFor(item, {})
    const proof = { name: '凭证-今年会下雪.txt', mimeType: 'text/plain', buffer: Buffer.from(receipt.proof) }
    const capsule = (of: typeof item) => ({
      name: '胶囊-今年会下雪.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(openedFor(of, receipt))),
    })
    const choose = page.getByLabel('选择胶囊和凭证')
    const verdict = page.getByRole('region', { name: '核对一枚打开的胶囊' }).getByRole('status')
    await choose.setInputFiles([proof])
    await expect(verdict).toContainText('再选它的胶囊')
    await choose.setInputFiles([capsule(item)])
    await expect(verdict).toContainText('2026年6月1日封存，此后一字未改')
    await expectAccessible(page, 'a capsule held against its receipt')
    await expectInside(page, 'a capsule held against its receipt')
    await choose.setInputFiles([capsule({ ...item, sealed_at: '2016-06-01 10:00:00' })])
    await expect(verdict).toContainText('与封存时不同：封存时间')
    await choose.setInputFiles([proof, capsule({ ...item, title: '改过的' })])
    await expect(verdict).toContainText('与封存时不同：标题')
    await expectQuiet()
  },
)

test('an archive opened inside its ZIP, or without its data, says to unpack it', ONCE, async ({ page, folder }) => {
  const inside = join(folder, 'inside')
  await mkdir(inside)
  await copyFile(join(folder, 'index.html'), join(inside, 'index.html'))
  await page.goto(String(pathToFileURL(join(inside, 'index.html'))))
  await expect(heading(page, '请先解压再打开')).toBeVisible()
  await expect(heading(page, 'Please unpack it first')).toBeVisible()
  await rm(join(folder, 'data'), { recursive: true })
  await page.goto(String(pathToFileURL(join(folder, 'index.html'))))
  await expect(heading(page, '没有找到归档的数据')).toBeVisible()
})

async function unpack(name: string, folder: string): Promise<void> {
  for (const [path, bytes] of await unzip(await readFile(goldenFile(name, 'zip')))) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
}

test('archives that earlier versions made are opened by the reader that lies in each', ONCE, async ({ page }) => {
  for (const name of goldenArchives())
    await inFolder(
      (folder) => unpack(name, folder),
      async (folder) => {
        const expectQuiet = await openArchive(page, folder, 'find?q=那年夏天的海')
        await page.getByRole('link', { name: '那年夏天的海' }).click()
        await expect(page.getByText('给以后的我')).toBeVisible()
        const picture = page.getByRole('button', { name: '查看图片 海 边.jpg' }).locator('img')
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
        await expectQuiet()
      },
    )
})
