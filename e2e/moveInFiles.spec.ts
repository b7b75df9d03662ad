import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { jpeg } from '../test/media.ts'
import { zipOf } from '../test/zipOf.ts'
import { recordFilm } from './recordFilm.ts'
import { ask, expect, ONCE, open, signIn, test } from './site.ts'

const MOVE_IN = '/subPages/me/moveIn'
type Chosen = string | { name: string; mimeType: string; buffer: Buffer }

async function move(page: Page, button: string, chosen: Chosen): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles(chosen)
  await page.getByRole('button', { name: '开始搬入' }).click()
  await expect(page.getByRole('heading', { name: '搬来了 1 篇' })).toBeVisible()
}

/** The content of the only diary of this month. */
async function diaryOf(site: string, token: string, date: string) {
  const [row] = (await ask(site, 'diaryList', { date }, token)).capsules.data
  return (await ask(site, 'capsuleDetail', { capsule_id: row!.id }, token)).capsule.capsule_content!.content
}

test('a folder moves in as it lies on the disk, pictures beside its notes', ONCE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  const folder = await mkdtemp(join(tmpdir(), 'capsule-notes-'))
  await mkdir(join(folder, '日记', '图'), { recursive: true })
  await writeFile(join(folder, '日记', '2019-05-01.md'), '第一天\n\n![退潮](图/海%20边.jpg)\n')
  await writeFile(join(folder, '日记', '图', '海 边.jpg'), await jpeg())
  await open(page, site, MOVE_IN)
  await move(page, '选择文件夹：Markdown 和纯文本', folder)
  const [text] = await diaryOf(site, token, '2019-05')
  expect(text!.content).toMatch(/^<p>第一天<\/p><img src="[^"]+" data-sha256="[0-9a-f]{64}" alt="退潮"/)
  await rm(folder, { recursive: true })
})

test('a film that is a diary of Day One moves in with its picture', ONCE, async ({ page, site }) => {
  const { token } = await signIn(page, site)
  await open(page, site, MOVE_IN)
  const film = await recordFilm(page)
  const entry = {
    ...{ uuid: 'A'.repeat(32), creationDate: '2018-03-04T02:00:00Z', timeZone: 'Asia/Shanghai', text: '' },
    videos: [{ identifier: 'B'.repeat(32), md5: 'c'.repeat(32), type: 'webm' }],
  }
  const buffer = zipOf([
    { name: 'Journal.json', content: JSON.stringify({ metadata: { version: '1.0' }, entries: [entry] }) },
    { name: `videos/${'c'.repeat(32)}.webm`, content: film, stored: true },
  ])
  await move(page, '选择文件：Day One', { name: 'DayOne.zip', mimeType: 'application/zip', buffer })
  const [item] = await diaryOf(site, token, '2018-03')
  expect(item).toMatchObject({ type: 2, poster: expect.any(String) })
})
