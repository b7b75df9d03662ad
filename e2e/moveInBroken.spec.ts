import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { calls } from '../contract/calls.ts'
import { jpeg } from '../test/media.ts'
import { zipOf } from '../test/zipOf.ts'
import { ask, expect, ONCE, open, signIn, startServer, test } from './site.ts'

const MOVE_IN = '/subPages/me/moveIn'
/** The days of 2019 that have a note, each with a picture at every tenth. */
const DAYS = Array.from({ length: 200 }, (_, at) => new Date(Date.UTC(2019, 0, 1 + at)).toISOString().slice(0, 10))

async function notes(): Promise<Buffer> {
  const picture = await jpeg()
  const files = DAYS.flatMap((day, at) => {
    const hasPicture = at % 10 === 0
    const text = { name: `${day}.md`, content: `第${at}天\n${hasPicture ? `\n![](p/${day}.jpg)\n` : ''}` }
    return hasPicture ? [text, { name: `p/${day}.jpg`, content: Buffer.concat([picture, Buffer.from(day)]) }] : [text]
  })
  return zipOf(files)
}

async function choose(page: Page, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '选择文件：Markdown 和纯文本' }).click()
  await (await choosing).setFiles({ name: '笔记.zip', mimeType: 'application/zip', buffer })
}
const begin = (page: Page) => page.getByRole('button', { name: '开始搬入' })
const isDone = (page: Page) =>
  expect(page.getByRole('heading', { name: /^搬来了 [\d,]+ 篇$/ })).toBeVisible({ timeout: 60_000 })
const part = (page: Page) => page.waitForRequest((request) => request.url().endsWith(calls.importDiaries.path))

/** Each day has its diary once, and the store no picture that none of them names. */
async function expectAllOnce(site: string, token: string): Promise<void> {
  const months = [...new Set(DAYS.map((day) => day.slice(0, 7)))]
  const lists = await Promise.all(
    months.map((month) => ask(site, 'diaryCalendar', { month: month.replace('-', '') }, token)),
  )
  expect(Object.assign({}, ...lists.map(({ calendar }) => calendar))).toEqual(
    Object.fromEntries(DAYS.map((day) => [day, 1])),
  )
  const { list } = await ask(site, 'imports', {}, token)
  expect(list.map(({ written }) => written)).toEqual([DAYS.length])
}

test(
  'an import goes on by itself when the server was killed in its midst, and nothing is lost or twice',
  ONCE,
  async ({ page }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'capsule-e2e-'))
    const first = await startServer({ DATA_DIR: dataDir })
    const { token } = await signIn(page, first.address)
    await open(page, first.address, MOVE_IN)
    await choose(page, await notes())
    await begin(page).click()
    for (let sent = 0; sent < 4; sent += 1) await part(page)
    await first.kill()
    await expect(page.getByRole('heading', { name: /恢复后会接着来$/ })).toBeVisible()
    const second = await startServer({ DATA_DIR: dataDir, PORT: new URL(first.address).port })
    await isDone(page)
    await expectAllOnce(second.address, token)
    await second.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
)

test('an import that a reload has broken off goes on with the same file', ONCE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  await open(page, site, MOVE_IN)
  await choose(page, await notes())
  await begin(page).click()
  for (let sent = 0; sent < 4; sent += 1) await part(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText(/上次的搬家没有做完：再选一次同一个文件，就会接着来/)).toBeVisible()
  await choose(page, await notes())
  await expect(page.getByText(/篇，会跳过$/)).toBeVisible()
  await begin(page).click()
  await isDone(page)
  await expectAllOnce(site, token)
  await open(page, site, MOVE_IN)
  await expect(page.getByText(/上次的搬家没有做完/)).toBeHidden()
})

test('two tabs that move in the same file at once write it once', ONCE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const other = await page.context().newPage()
  const buffer = await notes()
  for (const tab of [page, other]) {
    await open(tab, site, MOVE_IN)
    await choose(tab, buffer)
    await expect(begin(tab)).toBeVisible()
  }
  await Promise.all([page, other].map((tab) => begin(tab).click()))
  for (const tab of [page, other]) await isDone(tab)
  await expectAllOnce(site, token)
})
