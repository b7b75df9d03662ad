import { createHash } from 'node:crypto'
import type { ArchiveItem, ArchivePart, ArchiveYear } from '../contract/archiveFiles.ts'
import { unzip } from '../test/zip.ts'
import { DEMO } from './everyPage.ts'
import { ask, expect, ONCE, open, signIn, signInByCalls, test } from './site.ts'

type Files = Map<string, Buffer>

/** The archive of this person: its ZIP as it is downloaded, and its files. */
async function archiveOf(site: string, token: string): Promise<{ zip: Buffer; files: Files }> {
  await ask(site, 'exportCreate', {}, token)
  let url = ''
  await expect
    .poll(async () => (url = (await ask(site, 'exportList', {}, token)).list[0]?.parts[0]?.url ?? ''), {
      timeout: 60_000,
    })
    .not.toBe('')
  const zip = Buffer.from(await (await fetch(site + url)).arrayBuffer())
  return { zip, files: await unzip(zip) }
}

function itemsOf(files: Files): ArchiveItem[] {
  const years = [...files].filter(([name]) => /^data\/json\/\d{4}\.json$/.test(name))
  return years.flatMap(([, bytes]) => (JSON.parse(String(bytes)) as ArchiveYear).items)
}

const sha256 = (files: Files, path: string) => createHash('sha256').update(files.get(path)!).digest('hex')

/** A part without its place in one archive: texts with the bytes of their pictures, media with theirs. */
function saidOf(files: Files, part: ArchivePart): unknown {
  if (part.kind === 'text')
    return (
      part.html
        .replace(/src="(data\/originals\/[^"]+)"/g, (_, path) => `src="${sha256(files, path)}"`)
        // Pages measure a picture that they send; the demonstration's came without.
        .replace(/ (?:width|height|data-placeholder)="[^"]*"/g, '')
    )
  if (part.kind === 'picture' || part.kind === 'video' || part.kind === 'file')
    return [part.kind, part.name, part.remark, part.width, part.height, sha256(files, part.path)]
  return part
}

/** All of a diary that comes back: its day, title, remark, place, text and pictures. */
const diariesOf = (files: Files) =>
  itemsOf(files)
    .filter(({ kind, state }) => kind === 'diary' && state === 'written')
    .map((item) => ({
      at: item.created_at,
      title: item.title,
      remark: item.remark,
      parts: item.parts.map((part) => saidOf(files, part)),
    }))
    .sort((one, other) => (one.at < other.at ? -1 : 1))

const draftsOf = async (site: string, token: string) =>
  (await ask(site, 'myDrafts', {}, token)).capsules.data
    .map(({ type, content_type, long_tag }) => [type, content_type, long_tag])
    .sort()

test(
  'an archive goes back into an empty account: its diaries and drafts are equal, what was opened comes as diaries of its day',
  ONCE,
  async ({ page, demoSite: site }) => {
    const before = await signInByCalls(site, DEMO)
    const first = await archiveOf(site, before.token)
    const wanted = diariesOf(first.files)
    expect(wanted.length).toBeGreaterThan(0)
    const opened = itemsOf(first.files).filter(({ state }) => state === 'opened')

    const { token } = await signIn(page, site)
    await open(page, site, '/subPages/me/moveIn')
    const move = async () => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: '选择文件：我的归档' }).click()
      await (await choosing).setFiles({ name: '归档.zip', mimeType: 'application/zip', buffer: first.zip })
    }
    await move()
    await page.getByRole('button', { name: '开始搬入' }).click()
    await expect(page.getByRole('heading', { name: /^搬来了 \d+ 篇$/ })).toBeVisible({ timeout: 60_000 })

    const second = await archiveOf(site, token)
    const diaries = diariesOf(second.files)
    for (const diary of wanted) expect(diaries.filter(({ at }) => at === diary.at)).toContainEqual(diary)
    const others = diaries.filter(({ at, title }) => !wanted.some((diary) => diary.at === at && diary.title === title))
    expect(others.map(({ at, title }) => [at, title])).toEqual(
      expect.arrayContaining(opened.map(({ opened_at, title }) => [opened_at, title])),
    )
    expect(others).toHaveLength(opened.length)
    expect((await ask(site, 'myOpenCapsules', {}, token)).capsules.data).toEqual([])
    expect(await draftsOf(site, token)).toEqual(await draftsOf(site, before.token))

    // Twice is once.
    await open(page, site, '/subPages/me/moveIn')
    await move()
    await expect(page.getByText(/已经搬过/).first()).toBeVisible()
    expect(diariesOf((await archiveOf(site, token)).files)).toEqual(diaries)
  },
)
