import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { lineOf } from './line.ts'
import {
  ask,
  CORE,
  chinaTimeIn,
  expect,
  expectAccessible,
  expectKept,
  expectSaid,
  open,
  signIn,
  startServer,
  test,
} from './site.ts'

test.use({ serviceWorkers: 'allow' })

const WAITS = '没有网络，已存在这台设备上，连上网络后自动保存'
/** The outbox is looked into this long after a page has come. */
const SENT_WITHIN_MS = 5_000
const text = (page: Page) => page.getByRole('textbox', { name: '正文' })
const waiting = (page: Page, words: RegExp) => page.getByRole('button', { name: words })

/** Signed in, with the application on the device. */
async function install(page: Page, site: string) {
  const person = await signIn(page, site)
  await open(page, site, '/pages/home/home')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return person
}

/** The tab is gone without a word, as when a telephone runs out of memory; another one opens there. */
async function killAndOpen(page: Page, context: BrowserContext, site: string, route: string): Promise<Page> {
  await page.close({ runBeforeUnload: false })
  const tab = await context.newPage()
  await tab.goto(`${site}/#${route}`)
  return tab
}

test(
  'without a network a diary and a draft are written, outlive the tab, and arrive once when it is back',
  CORE,
  async ({ page, site, context }) => {
    const { token } = await install(page, site)
    const held = async () => (await ask(site, 'userInfo', {}, token)).user.diary_count
    const before = await held()
    const line = lineOf(context)

    await line.cut()
    let tab = await killAndOpen(page, context, site, '/subPages/diary/writeDiary')
    await line.tell(tab)
    await text(tab).fill('船开了，没有信号')
    await tab.getByRole('button', { name: '保存', exact: true }).click()
    await expectSaid(tab, WAITS)
    await expect(tab).toHaveURL(/diaryList/)

    await tab.goto(`${site}/#/subPages/time/textCapsule?type=0`)
    await text(tab).fill('给上岸的自己')
    await tab.getByRole('button', { name: '完成' }).click()
    await tab.getByRole('button', { name: '存入草稿箱' }).click()
    await tab.getByPlaceholder(/^例如/).fill('海上的')
    await tab.getByRole('button', { name: '确定' }).click()
    await expectSaid(tab, WAITS)
    await expect(tab).toHaveURL(/draftBox/)
    await expect(waiting(tab, /^海上的/)).toBeVisible()

    await tab.goto(`${site}/#/subPages/diary/writeDiary`)
    await text(tab).fill('还没写完')
    await expectKept(tab)
    tab = await killAndOpen(tab, context, site, '/subPages/diary/diaryList')
    await line.tell(tab)
    await expect(waiting(tab, /^船开了，没有信号/)).toBeVisible()
    await expectAccessible(tab, 'a diary that waits')

    await line.mend()
    await expectSaid(tab, '网络恢复了，刚才的 2 份内容已保存')
    await expect(waiting(tab, /等待网络/)).toHaveCount(0)
    await tab.reload()
    await tab.waitForTimeout(SENT_WITHIN_MS)

    const { capsules: diaries } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, token)
    expect(diaries.data.map(({ title }) => title)).toEqual(['船开了，没有信号'])
    const { capsules: drafts } = await ask(site, 'myDrafts', {}, token)
    expect(drafts.data.map(({ long_tag }) => long_tag)).toEqual(['海上的'])
    // One diary capsule was paid; the first diary of the day gives one, on Friday and Sunday two.
    expect((await held()) - before).toBeGreaterThanOrEqual(0)
    expect((await held()) - before).toBeLessThanOrEqual(1)

    await tab.goto(`${site}/#/subPages/diary/writeDiary`)
    await tab.getByRole('button', { name: '恢复', exact: true }).click()
    await expect(text(tab)).toHaveText('还没写完')
  },
)

/** The number of drafts that lie on the device with their content. */
const draftsHere = (page: Page) =>
  page.evaluate(async () => {
    const name = 'timeCapsuleDrafts'
    // Opening a database that is not there would make it.
    if (!(await indexedDB.databases()).some((one) => one.name === name)) return 0
    const answered = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const database = await answered(indexedDB.open(name))
    const keys = await answered(database.transaction('kept').objectStore('kept').getAllKeys())
    database.close()
    return keys.filter((key) => String(key).includes('/draft/')).length
  })

test('what is in the draft box can be opened and written on without a network', async ({ page, site, context }) => {
  const { token } = await install(page, site)
  const input = { content: [{ type: 0, content: '<p>写了一半的信</p>', comment: '' }], long_tag: '夏天的' }
  await ask(site, 'createTimeDraft', input as never, token)
  await page.reload()
  await page.goto(`${site}/#/subPages/me/draftBox`)
  await expect(page.getByRole('button', { name: /^夏天的/ })).toBeVisible()
  // The draft's content is loaded ahead while nothing else is.
  await expect.poll(() => draftsHere(page), { timeout: 30_000 }).toBe(1)

  const line = lineOf(context)
  await line.cut()
  const tab = await killAndOpen(page, context, site, '/subPages/me/draftBox')
  await line.tell(tab)
  await tab.getByRole('button', { name: /^夏天的/ }).click()
  await expect(text(tab)).toHaveText('写了一半的信')
  await line.mend()
})

test('a tab outlives a new build, and 立即升级 brings it', async ({ page }) => {
  test.setTimeout(180_000)
  const folder = await mkdtemp(join(tmpdir(), 'capsule-builds-'))
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  await cp('dist/web', first, { recursive: true })
  await buildAnew(first, second)
  const settings = { DATA_DIR: join(folder, 'data') }
  const old = await startServer({ ...settings, WEB_DIR: first })
  const { address: site } = old
  await install(page, site)
  await page.route('**/api/systemInfo', (route) =>
    route.fulfill({ json: { code: 1000, message: '', data: [{ name: 'version', value: '9.0.0' }] } }),
  )
  await old.stop()
  const fresh = await startServer({ ...settings, WEB_DIR: second, PORT: new URL(site).port })
  try {
    // Files of the old build that this tab has not asked for yet now lie on the device alone.
    await page.goto(`${site}/#/subPages/me/setting`)
    await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
    expect(await page.locator('meta[name="build"]').count()).toBe(0)
    await page.reload()
    // The page waits 20 seconds at most for the new build, and a busy machine takes longer to load it: so this waits first.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    const isBrought = () => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration())?.waiting)
    await expect.poll(isBrought, { timeout: 90_000 }).toBe(true)
    await page.getByRole('button', { name: '立即升级' }).click()
    await expect(page.locator('meta[name="build"]')).toHaveAttribute('content', 'second')
    await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible()
  } finally {
    await fresh.stop()
    await rm(folder, { recursive: true, force: true })
  }
})

/** The same pages as another build would have them: every file under another name, and a page that says so. */
async function buildAnew(from: string, to: string): Promise<void> {
  // Without the compressed copies of what is changed here.
  await cp(from, to, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const names = (await readdir(join(to, 'assets'))).sort((one, other) => other.length - one.length)
  const anew = (name: string) => name.replace(/\.(\w+)$/, '.anew.$1')
  const any = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  for (const name of [...names.map((name) => `assets/${name}`), 'index.html', 'sw.js']) {
    const text = (await readFile(join(to, name), 'utf8')).replace(any, anew)
    const marked = name === 'index.html' ? text.replace('<meta', '<meta name="build" content="second" /><meta') : text
    // Another page of HTML has another revision.
    await writeFile(join(to, name), marked.replace(/(index\.html["'`],revision:["'`])[0-9a-f]{4}/, '$1ffff'))
  }
  for (const name of names) await rename(join(to, 'assets', name), join(to, 'assets', anew(name)))
}
