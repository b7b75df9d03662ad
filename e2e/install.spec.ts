import { PAGES } from '../contract/pages.ts'
import { lineOf } from './line.ts'
import { CORE, expect, open, signIn, test } from './site.ts'

test.use({ serviceWorkers: 'allow' })

test('the manifest names icons that are as large as they say, and pages there are', async ({ page, site }) => {
  await page.goto(site)
  const address = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(site + address)
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const { icons, shortcuts, start_url } = (await answer.json()) as {
    start_url: string
    icons: { src: string; sizes: string; purpose?: string }[]
    shortcuts: { url: string }[]
  }
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  for (const { src, sizes } of [...icons, { src: touch!, sizes: '180x180' }]) {
    const size = await page.evaluate(async (file) => {
      const image = new Image()
      image.src = file
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect(size, src).toBe(sizes)
  }
  const pages: string[] = Object.values(PAGES)
  for (const url of [start_url, ...shortcuts.map((shortcut) => shortcut.url)]) {
    expect(pages, url).toContain(url.replace('/#', '').split('?')[0])
  }
})

test(
  'without a network the application opens and says so, and its pages come',
  CORE,
  async ({ page, site, context }) => {
    await signIn(page, site)
    await open(page, site, '/pages/home/home')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

    const line = lineOf(context)
    await line.cut()
    const tab = await context.newPage()
    await tab.goto(`${site}/#/pages/me/me`)
    await line.tell(tab)
    await expect(tab.getByRole('link', { name: '我的' })).toBeVisible()
    await expect(tab.getByText('当前无网络连接，请检查网络').first()).toBeVisible()
    await tab.getByRole('link', { name: '日记' }).click()
    await expect(tab.getByRole('button', { name: /写日记/ }).first()).toBeVisible()
    await line.mend()
    await expect(tab.getByLabel('网络状态')).toHaveCount(0)
  },
)

test('the worker keeps the shell and the scripts, and neither calls nor media', async ({ page, site }) => {
  await signIn(page, site)
  await open(page, site, '/pages/home/home')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect(page.getByRole('link', { name: '我的' })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return lists.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/index.html')
  expect(kept.filter((path) => !/^\/(assets\/[^/]+\.(js|css)|index\.html|icon\.svg)$/.test(path))).toEqual([])
})
