import type { Page } from '@playwright/test'
import { type Device, recorded, rowsIn, writeDevice } from './device.ts'
import { ask, chinaTimeIn, expect, expectSaid, ONCE, open, signInByCalls, test } from './site.ts'

/** The last build before all that a browser holds was put on one list (web/client/storage/keys.ts). */
const BUILD = '9276df36'
const LETTER = '旧页面里封存到一半的信'
const text = (page: Page) => page.getByRole('textbox', { name: '正文' })
const pressed = (page: Page, name: string) => page.getByRole('button', { name, pressed: true })
const file = (page: Page, name: string) => page.getByRole('button', { name: `删除「${name}」` })

test(
  'a browser that the build before has left is signed in, and its drafts, files and outbox are found',
  ONCE,
  async ({ page, site }) => {
    const person = await signInByCalls(site)
    await page.goto(`${site}/health`)
    await writeDevice(page, await recorded(site, BUILD, person))

    await open(page, site, '/pages/home/home')
    await expectSaid(page, '网络恢复了，刚才的 1 份内容已保存')
    const { capsules } = await ask(site, 'diaryList', { date: chinaTimeIn(0).slice(0, 7) }, person.token)
    expect(capsules.data.map(({ title }) => title)).toEqual(['船开了，没有信号'])
    await expect(pressed(page, '列表')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await open(page, site, '/subPages/diary/diaryList')
    await expect(pressed(page, '双列显示')).toBeVisible()
    await open(page, site, '/subPages/me/setting')
    const ball = page.getByRole('button', { name: '回到首页' })
    await expect.poll(async () => (await ball.boundingBox())?.y).toBe(280)

    await open(page, site, '/subPages/seal/sealFour?type=0')
    await expect(page.getByLabel('寄语')).toHaveValue('好好的')
    await open(page, site, '/subPages/seal/sealThree?type=0')
    await expect(page.getByRole('textbox', { name: '微博' })).toHaveValue('小满')

    await open(page, site, '/subPages/time/graphicCapsule')
    await expectSaid(page, '上传成功')
    await expect(file(page, '海边.jpg')).toBeVisible()

    await open(page, site, '/subPages/diary/writeDiary')
    await page.getByRole('button', { name: '恢复', exact: true }).click()
    await expect(text(page)).toHaveText('写到一半的时候，窗外的灯灭了')

    // The draft box and the person come from this browser where the server does not answer.
    await page.route('**/api/**', (route) => route.abort())
    await open(page, site, '/subPages/me/draftBox')
    await page.getByRole('button', { name: /^夏天的/ }).click()
    await expect(text(page)).toHaveText('写了一半的信')
  },
)

/**
 * The tab of the older build is played by a page without code of ours: it writes the values that this build was recorded to
 * write, and adds a file, holds a draft's lock and signs out as that build did. So the test shows what today's pages do
 * beside it; the older pages themselves are not in this repository any more.
 */
test(
  'of two tabs of two builds neither writes over what the other keeps, and both sign out',
  ONCE,
  async ({ page: older, site, context }) => {
    const person = await signInByCalls(site)
    const device = await recorded(site, BUILD, person)
    const { owner } = JSON.parse(device.localStorage.timeCapsuleUploadList!).state as { owner: string }
    await older.goto(`${site}/health`)
    await older.evaluate((token) => localStorage.setItem('token', token), person.token)
    const newer = await context.newPage()
    await open(newer, site, '/subPages/time/textCapsule?type=0')
    await text(newer).fill('新页面里的信')
    await writeDevice(older, device)
    await holdSession(older, device)

    // Each has its own capsule on its way; the one that is not the newest any more goes back to its editor.
    await newer.getByRole('button', { name: '完成', exact: true }).click()
    await newer.getByRole('button', { name: '完成封存' }).click()
    await expect(newer.getByLabel('第1步，共4步')).toBeVisible()
    const made = () =>
      older.evaluate(() => [localStorage, sessionStorage].map((one) => one.getItem('createCapsuleInfo')))
    expect((await made())[0]).toContain('新页面里的信')
    expect((await made())[1]).toBe(device.sessionStorage.createCapsuleInfo)
    const rescued = async () => JSON.stringify(await rowsIn(older, 'timeCapsuleTyping', 'kept'))
    await expect.poll(rescued).toContain(LETTER)
    await writeDevice(older, { ...device, databases: {} })
    await newer.reload()
    await newer.goBack()
    await expect(text(newer)).toHaveText('新页面里的信')

    // A file that the older tab has chosen is seen by the newer one, and stays when that one adds another.
    await open(newer, site, '/subPages/time/graphicCapsule')
    await expect(file(newer, '海边.jpg')).toBeVisible()
    // Going up still, it would be written of by the newer tab in the moment in which the older one, which asks for no lock, reads and writes.
    await expect.poll(async () => (await filesOf(older)).state.lists[''].items[0]?.state).toBe('done')
    await addByOlder(older, '山上.jpg')
    await expect(file(newer, '山上.jpg')).toBeVisible()
    const letter = { name: '信.txt', mimeType: 'text/plain', buffer: Buffer.from('今天的海是蓝色的') }
    await newer.getByLabel('文件', { exact: true }).setInputFiles(letter)
    await expect.poll(() => namesOfFiles(older)).toEqual(['海边.jpg', '山上.jpg', '信.txt'])

    await signOutByOlder(older, device, owner)
    await expect(newer).toHaveURL(/login|site/)
    expect(await made()).toEqual([null, null])
    for (const [name, table] of Object.entries({ timeCapsuleTyping: 'kept', timeCapsuleOutbox: 'waiting' }))
      await expect.poll(() => rowsIn(newer, name, table), { message: name }).toEqual({})
  },
)

type Files = { state: { lists: { '': { items: { id: string; name: string; state: string }[] } } } }

const filesOf = async (page: Page): Promise<Files> =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('timeCapsuleUploadList')))!)
const namesOfFiles = async (page: Page) => (await filesOf(page)).state.lists[''].items.map(({ name }) => name)

/** The tab that is making a draft says so to all tabs: no editor offers the draft meanwhile. */
async function holdSession(older: Page, { sessionStorage }: Device): Promise<void> {
  const { owner, key } = JSON.parse(sessionStorage.createCapsuleInfo!).state.draft as { owner: string; key: string }
  await older.evaluate((name) => {
    void navigator.locks.request(name, () => new Promise(() => undefined))
  }, `${owner}/text:0:new/${key}`)
}

/** The older tab has chosen the recorded file once more, under this name. */
async function addByOlder(older: Page, name: string): Promise<void> {
  const files = await filesOf(older)
  const { items } = files.state.lists['']
  items.push({ ...items[0]!, id: `${items[0]!.id}2`, name })
  await older.evaluate((text) => localStorage.setItem('timeCapsuleUploadList', text), JSON.stringify(files))
}

/** The older build took away its sign-in, the capsule on its way, and this person's rows. */
async function signOutByOlder(older: Page, { databases }: Device, owner: string): Promise<void> {
  await older.evaluate(
    async ({ tables, owner }) => {
      for (const storage of [localStorage, sessionStorage]) storage.removeItem('createCapsuleInfo')
      for (const name of ['token', 'person', 'routerTo']) localStorage.removeItem(name)
      sessionStorage.removeItem('sealEntry')
      for (const [name, table] of tables) {
        const opening = indexedDB.open(name!)
        await new Promise((opened) => opening.addEventListener('success', opened))
        const store = opening.result.transaction(table!, 'readwrite').objectStore(table!)
        const asked = store.openCursor()
        await new Promise<void>((done) => {
          asked.onsuccess = () => {
            const cursor = asked.result
            if (!cursor) return done()
            if (String(cursor.key).startsWith(`${owner}/`) || cursor.value.owner === owner) cursor.delete()
            cursor.continue()
          }
        })
        opening.result.close()
      }
    },
    {
      owner,
      tables: Object.entries(databases).flatMap(([name, { table }]) =>
        name === 'timeCapsuleFiles' ? [] : [[name, table]],
      ),
    },
  )
}
