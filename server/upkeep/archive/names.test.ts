import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { type ContentItem, ITEM } from '#contract/content.ts'
import { FILE_NAME_MAX_CHARS, FILES_MAX } from '#contract/limits.ts'
import { escapeMarkup } from '#server/core/escapeMarkup.ts'
import { withApp } from '#test/app.ts'
import { archiveOf, bytesOfParts, type Files, filesIn, yearsOf } from '#test/archives.ts'
import { get, newPerson, upload } from '#test/client.ts'
import { give } from '#test/grants.ts'
import { faultsOfPath, foldedPath, hostileNames } from '#test/hostileNames.ts'
import { filesBelow, unzippers } from '#test/unzippers.ts'
import { unzip } from '#test/zip.ts'
import { originalPath } from './names.ts'
import { planZip, readZip } from './zip.ts'

const app = withApp()
const NAMES = hostileNames(1_000)
/** Every original has a number of its own. */
const PATHS = NAMES.map((name, at) => originalPath(`2026/7-${at + 1}`, name, 'file/7/0123456789abcdef.txt'))
const CONTENTS = new Map(PATHS.map((path, at) => [path, Buffer.from(NAMES[at]!)]))
/** Half of the 260 that an old Windows takes are left to the folder. */
const PATH_CHARS_MOST = 200

const scratch = mkdtempSync(join(tmpdir(), 'names-'))
afterAll(() => rmSync(scratch, { recursive: true }))

async function zipOf(files: Files): Promise<Buffer> {
  const entries = [...files].map(([name, bytes]) => ({ name, size: bytes.length, crc: crc32(bytes) }))
  const plan = planZip(entries, '2026-11-26 18:00:00')
  const pieces: Buffer[] = []
  const contents = [...files.values()]
  const open = async function* (entry: number, { start, end }: { start: number; end: number }) {
    yield contents[entry]!.subarray(start, end)
  }
  for await (const piece of readZip(plan, { start: 0, end: plan.length }, open)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Unpacks into a folder of a folder, so that a name that leads out of it is seen. */
function unpackedBy({ name, unpack }: (typeof unzippers)[number], zip: Buffer): Files {
  const outer = mkdtempSync(join(scratch, `${name}-`))
  const path = `${outer}.zip`
  writeFileSync(path, zip)
  mkdirSync(join(outer, 'in'))
  unpack(path, join(outer, 'in'))
  expect(readdirSync(outer)).toEqual(['in'])
  return filesBelow(join(outer, 'in'))
}

describe('the path of an original in an archive', () => {
  it('is taken by every system, whatever its file is called', () => {
    const faults = PATHS.flatMap((path, at) =>
      faultsOfPath(path).map((why) => `${JSON.stringify(NAMES[at])}: ${path} ${why}`),
    )
    expect(faults).toEqual([])
    for (const path of PATHS) expect(path).toMatch(/^data\/originals\/2026\/7-\d+[-.][^/]*$/)
    expect(Math.max(...PATHS.map(({ length }) => length))).toBeLessThanOrEqual(PATH_CHARS_MOST)
  })

  it('is no other’s, neither in another case nor in another form', () => {
    expect(new Set(PATHS.map(foldedPath)).size).toBe(NAMES.length)
    // Though many of the names themselves are.
    expect(new Set(NAMES.map(foldedPath)).size).toBeLessThan(NAMES.length)
  })

  it('keeps the name as it is where any system takes that', () => {
    for (const name of ['海边.jpg', 'é 1.JPG', '葛 (2).tar.gz', '😀.png', "a'b&c;d.txt"])
      expect(originalPath('2026/7-1', name, 'image/7/0123456789abcdef.png')).toBe(`data/originals/2026/7-1-${name}`)
    expect(originalPath('2026/7-1', '', 'image/7/0123456789abcdef.png')).toBe('data/originals/2026/7-1.png')
  })

  it.each([
    ['../up', ['ends with a dot or a blank', 'is no name']],
    ['/abs', ['leads out of the folder', 'is no name']],
    ['a/CON.txt', ['is a device']],
    ['a/lpt¹', ['is a device']],
    ['a/b.', ['ends with a dot or a blank']],
    ['a/b\u202e', ['has an unseen character']],
    ['a/e\u0301', ['is not composed']],
    ['a/100%', ['has a percent sign']],
    ['a/b:c', ['has a sign of Windows']],
    ['a/b\u001b', ['has a control character']],
    [`a/${'海'.repeat(90)}`, ['is too long']],
  ])('a planted path that some system does not take is caught: %j', (path, faults) => {
    expect(faultsOfPath(path)).toEqual(faults)
  })
})

describe('a thousand hostile names in a ZIP of ours', () => {
  it.for(unzippers)('are unpacked by $name, each to its own content', async ({ isHere, ...unzipper }, { skip }) => {
    if (!isHere) skip(`${unzipper.name} is not on this machine`)
    const unpacked = unpackedBy({ isHere, ...unzipper }, await zipOf(CONTENTS))
    expect([...unpacked.keys()].sort()).toEqual([...PATHS].sort())
    for (const [path, content] of CONTENTS) expect(unpacked.get(path)!.equals(content), path).toBe(true)
  })

  it('are read by yauzl', async () => {
    expect([...(await unzip(await zipOf(CONTENTS)))]).toEqual([...CONTENTS])
  })
})

/** Titles are typed, so that nothing unseen is in them; what a person may type is taken. */
const TITLES = [
  '<script>window.ran=1</script>',
  '"><img src=x onerror=window.ran=1>',
  '</title></h2></article><b>',
  '%2e%2e%2f',
  '../..',
  '{{7*7}}',
  ']]>',
  '\\u003c\\',
  "capsuleArchive('x')",
  '=1+1',
  '😀',
  'é'.repeat(100),
  'NUL',
  '&lt;b&gt;',
]

async function filesNamed(token: string, names: readonly string[]) {
  const items: ContentItem[] = []
  for (const name of names) {
    const content = await upload(app.url, token, 'file', Buffer.from(name), 'txt')
    items.push({ type: ITEM.file, content, comment: '', name })
  }
  return items
}

describe('hostile names and titles', () => {
  it('come through the front door, and the archive that has them is unpacked by every program', async () => {
    const person = await newPerson(app.url)
    const { user } = await get(app.url, 'userInfo', {}, person)
    await give(app.services, Number(user.id), [{ kind: 'diary', amount: TITLES.length }])
    const names = NAMES.filter((name) => !/[\0\p{Cs}]/u.test(name) && [...name].length <= FILE_NAME_MAX_CHARS)
    const given = names.filter((_, at) => at % 13 === 0).slice(0, 4 * FILES_MAX)
    for (const [at, title] of TITLES.entries()) {
      const content = await filesNamed(person.token, given.slice(at * FILES_MAX, (at + 1) * FILES_MAX))
      const text = [{ type: ITEM.text, content: `<p>${at}</p>`, comment: '' } as const]
      const form = content.length > 0 ? FORM.graphic : FORM.text
      const diary = { content: content.length > 0 ? content : text, content_type: form, long_tag: title }
      await get(app.url, 'createDiaryCapsule', diary, person)
    }
    const [zip] = await bytesOfParts(app.url, await archiveOf(app, person))
    const files = await filesIn([zip!])
    const paths = [...files.keys()]
    expect(paths.flatMap(faultsOfPath)).toEqual([])
    expect(new Set(paths.map(foldedPath)).size).toBe(paths.length)
    const originals = paths.filter((path) => path.startsWith('data/originals/'))
    expect(originals.map((path) => String(files.get(path))).sort()).toEqual([...given].sort())
    const [{ year, items } = { year: 0, items: [] }] = yearsOf(files)
    expect(items.map(({ title }) => title).sort()).toEqual([...TITLES].sort())
    const page = String(files.get(`全部文字-${year}.html`))
    for (const title of TITLES) expect(page).toContain(`<h2>${escapeMarkup(title)}</h2>`)
    expect(page).not.toMatch(/<script|<img src=x|<b>/)
    for (const unzipper of unzippers.filter(({ isHere }) => isHere)) {
      const unpacked = unpackedBy(unzipper, zip!)
      expect([...unpacked.keys()].sort(), unzipper.name).toEqual([...paths].sort())
    }
  })
})
