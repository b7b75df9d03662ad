import type { BrowserContext, Page } from '@playwright/test'
import { lineOf } from './line.ts'
import { ask, CORE, chinaTimeIn, expect, expectAccessible, open, type Person, signIn, test } from './site.ts'

test.use({ serviceWorkers: 'allow' })

const DIARY = '今天在海边走了很久'
const SEALED = '十年以后再打开的话'
const DATABASE = 'timeCapsuleOffline'

const text = (words: string) => [{ type: 0, content: `<p>${words}</p>`, comment: '' }]

/** A person with a diary and a capsule that is still sealed, and the application on the device. */
async function begin(page: Page, site: string): Promise<Person> {
  const person = await signIn(page, site)
  await ask(site, 'createDiaryCapsule', { content: text(DIARY), content_type: 0 } as never, person.token)
  const sealed = { content: text(SEALED), content_type: 0, open_time: chinaTimeIn(90 * 86_400), long_tag: '封着的名字' }
  await ask(site, 'createDiaryCapsule', sealed as never, person.token)
  await open(page, site, '/pages/home/home')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  return person
}

/** Asks for the copy in the settings, and waits until it is there. */
async function askForCopy(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/#/subPages/me/setting`)
  const wish = page.getByRole('switch', { name: '离线可读' })
  await expect(wish).not.toBeChecked()
  await wish.click()
  await expect(page.getByText(/^已存 1 篇日记、0 枚胶囊/)).toBeVisible()
}

async function cutAndOpen(page: Page, context: BrowserContext, site: string, route: string) {
  const line = lineOf(context)
  await line.cut()
  await page.close()
  const tab = await context.newPage()
  await tab.goto(`${site}/#${route}`)
  await line.tell(tab)
  return { line, tab }
}

type Left = { names: string[]; text: string }

/** Everything that databases, storages and caches of this browser have, as far as it can be read as text. */
const everythingIn = (page: Page): Promise<Left> =>
  page.evaluate(async (wanted) => {
    const answered = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const left: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    const names: string[] = []
    const said = (value: unknown): string => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder().decode(value)
      if (value instanceof CryptoKey || typeof value !== 'object' || value === null) return String(value)
      return Object.values(value).map(said).join(' ')
    }
    for (const { name } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name!))
      for (const table of database.objectStoreNames) {
        const store = database.transaction(table).objectStore(table)
        const [keys, rows] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())])
        if (name === wanted) names.push(...keys.map(String))
        left.push(...keys.map(String), ...rows.map(said))
      }
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) left.push(request.url, await (await cache.match(request))!.text())
    }
    return { names, text: left.join('\n') }
  }, DATABASE)

/** All that the copy has, opened with its own key and under its own sign-in. */
const openedCopy = (page: Page): Promise<string> =>
  page.evaluate(async (name) => {
    const answered = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const database = await answered(indexedDB.open(name))
    const store = database.transaction('kept').objectStore('kept')
    const [keys, rows] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())])
    database.close()
    const { key } = rows.find((row) => row.key) as { key: CryptoKey }
    const cannotBeTaken = await crypto.subtle.exportKey('raw', key).then(
      () => 'taken',
      () => 'not taken',
    )
    const texts = [cannotBeTaken]
    for (const [index, { iv, data }] of rows.entries()) {
      if (!data) continue
      const additionalData = new TextEncoder().encode(`${localStorage.getItem('token')} ${String(keys[index])}`)
      texts.push(
        new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, data)),
      )
    }
    return texts.join('\n')
  }, DATABASE)

test(
  'a diary is read without a network from the copy that was asked for, and can not be changed there',
  CORE,
  async ({ page, site, context }) => {
    await begin(page, site)
    await askForCopy(page, site)
    await expectAccessible(page, 'settings with a copy')

    const { line, tab } = await cutAndOpen(page, context, site, '/subPages/diary/diaryList')
    await expect(tab.getByText(/^离线副本 · /)).toBeVisible()
    await expect(tab.getByRole('button', { name: /封着的名字/ })).toHaveCount(0)
    await expectAccessible(tab, 'the list as a copy')
    await tab.getByRole('button', { name: new RegExp(DIARY) }).click()
    await expect(tab.getByRole('article')).toContainText(DIARY)
    await expect(tab.getByText(/^离线副本 · /)).toBeVisible()
    await expect(tab.getByRole('button', { name: '编辑' })).toHaveCount(0)
    await tab.goto(`${site}/#/subPages/diary/diaryList?month=2020-01`)
    await expect(tab.getByText('不在离线副本里，联网后可看')).toBeVisible()

    await tab.goto(`${site}/#/subPages/diary/diaryList`)
    await expect(tab.getByText(/^离线副本 · /)).toBeVisible()
    await line.mend()
    await expect(tab.getByText(/^离线副本 · /)).toHaveCount(0)
    await expect(tab.getByRole('button', { name: /封着的名字/ })).toBeVisible()
  },
)

test('nothing of a sealed capsule is in the copy, nor any word of a diary in the clear', async ({ page, site }) => {
  await begin(page, site)
  await askForCopy(page, site)
  const copy = await openedCopy(page)
  expect(copy).toContain('not taken')
  expect(copy).toContain(DIARY)
  expect(copy).not.toContain(SEALED)
  expect(copy).not.toContain('封着的名字')
  const { text: left, names } = await everythingIn(page)
  expect(names.length).toBeGreaterThan(2)
  for (const words of [DIARY, SEALED, '封着的名字']) expect(left).not.toContain(words)
})

test('signing out takes the copy and its key along, and who signs in after that finds nothing', async ({
  page,
  site,
  context,
}) => {
  await begin(page, site)
  await askForCopy(page, site)
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(/login/)
  await expect.poll(async () => (await everythingIn(page)).names).toEqual([])
  await signIn(page, site)
  await open(page, site, '/pages/home/home')
  const { line, tab } = await cutAndOpen(page, context, site, '/subPages/diary/diaryList')
  await expect(tab.getByRole('button', { name: '重试' })).toBeVisible()
  await expect(tab.getByText(DIARY)).toHaveCount(0)
  await line.mend()
})

test('another person on the device finds nothing, though nobody has signed out', async ({ page, site, context }) => {
  await begin(page, site)
  await askForCopy(page, site)
  await page.goto('about:blank')
  const other = await context.newPage()
  await signIn(other, site)
  await open(other, site, '/pages/home/home')
  await expect.poll(async () => (await everythingIn(other)).names).toEqual([])
  const { line, tab } = await cutAndOpen(other, context, site, '/subPages/diary/diaryList')
  await expect(tab.getByRole('button', { name: '重试' })).toBeVisible()
  await expect(tab.getByText(DIARY)).toHaveCount(0)
  await line.mend()
})

test('a sign-in that was ended from elsewhere takes the copy along', async ({ page, site }) => {
  const { token } = await begin(page, site)
  await askForCopy(page, site)
  await ask(site, 'logout', {}, token)
  await page.goto(`${site}/#/subPages/diary/diaryList`)
  await page.reload()
  await expect.poll(async () => (await everythingIn(page)).names).toEqual([])
})
