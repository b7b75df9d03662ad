import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { ARCHIVE_TITLE } from '../contract/archive.ts'
import { unzip } from '../test/zip.ts'
import { DEMO } from './everyPage.ts'
import { CORE_ONCE, expect, expectAccessible, expectSaid, open, signIn, signInByCalls, test } from './site.ts'

/** The archive as it was unpacked, opened from the disk. */
async function expectReads(reader: Page, files: Map<string, Buffer>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'))
  for (const [name, bytes] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
  await reader.goto(`${pathToFileURL(folder)}/index.html`)
  await expect(reader.getByText('小满').first()).toBeVisible()
  await reader.goto(`${pathToFileURL(folder)}/OPEN-ME.html`)
  await expect(reader.getByRole('heading', { level: 1, name: '打开封存的胶囊' })).toBeVisible()
  await reader.close()
  await rm(folder, { recursive: true })
}

const SETTING = '/subPages/me/setting'

test(
  'everything one has is exported from the settings, followed, and downloaded as a ZIP that opens without us',
  CORE_ONCE,
  async ({ page, site }) => {
    await signIn(page, site, await signInByCalls(site, DEMO))
    await open(page, site, SETTING)
    await page.getByRole('button', { name: ARCHIVE_TITLE }).click()
    await page.getByRole('button', { name: '开始导出' }).click()
    await expectSaid(page, '已开始，可以离开这个页面')
    const link = page.getByRole('link', { name: '下载第 1 个文件' })
    await expect(link).toBeVisible({ timeout: 60_000 })
    await expectAccessible(page, 'archive')
    const address = (await link.getAttribute('href'))!
    const downloading = page.waitForEvent('download')
    await link.click()
    const files = await unzip(await readFile(await (await downloading).path()))
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['VERSION', 'data/json/archive.json', 'manifest-sha256.txt']),
    )
    expect(String(files.get('VERSION'))).toBe('capsule-archive/1\n')
    await expectReads(await page.context().newPage(), files)

    await page.getByRole('button', { name: '不是我，或不需要了' }).click()
    await page.getByRole('button', { name: '取消导出' }).click()
    await expectSaid(page, '已取消')
    await expect(link).toHaveCount(0)
    expect((await page.request.get(`${site}${address}`)).status()).toBe(404)
  },
)
