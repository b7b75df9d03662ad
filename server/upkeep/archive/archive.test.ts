import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ArchiveMedium } from '#contract/archiveFiles.ts'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { archiveOf, download, filesOf, jsonOf, yearsOf } from '#test/archives.ts'
import { ask, foretold, get, inSeconds, later, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { jpeg, webm } from '#test/media.ts'
import { newDesk } from '#test/operator.ts'
import { unzip } from '#test/zip.ts'
import { makeArchives } from './make.ts'
import { verifyArchive } from './verifyArchive.ts'

const app = withApp()
const never = new AbortController().signal

type Person = { tel: string; token: string }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A person with every kind of thing; what stays sealed says 不可见. */
async function someone(): Promise<Person & { picture: Buffer; video: Buffer }> {
  const person = await newPerson(app.url)
  const { token } = person
  const [picture, video] = [await jpeg({ width: 640, height: 480 }), await webm()]
  const [image, film, file] = [
    await upload(app.url, token, 'image', picture, 'jpg'),
    await upload(app.url, token, 'video', video, 'webm'),
    await upload(app.url, token, 'file', Buffer.from('一个文件'), 'txt'),
  ]
  const content = [
    { type: 1, content: image, comment: '备注甲' },
    { type: 2, content: film, comment: '' },
    { type: 3, content: file, comment: '', name: 'CON<>:"|?*%.txt' },
  ] as const
  const opened = await get(
    app.url,
    'createTimeCapsule',
    { content: [...content], content_type: 1, long_tag: '打开的', open_time: inSeconds(2), send_word: '给以后的我' },
    { token },
  )
  await seal(app.url, token, textCapsule('<p>不可见的内容</p>', { long_tag: '还封着' }))
  await get(app.url, 'createForecastCapsule', foretold('不可见的预测'), { token })
  await get(app.url, 'createDiaryCapsule', { content: textCapsule('<p>今天 <b>晴</b></p>').content }, { token })
  const inText = await upload(app.url, token, 'image', picture, 'jpg')
  const html = `<p>草稿里的话</p><img src="${inText}" data-sha256="${sha256(picture)}">`
  await get(app.url, 'createTimeDraft', { content: textCapsule(html).content }, { token })
  await later(2_100)
  await get(app.url, 'unseal', { capsule_id: opened.capsule_id }, { token })
  return { ...person, picture, video }
}

describe('an archive', () => {
  it('is counted for a keeper: how many are asked for, ready, and how large all are; never whose', async () => {
    const { token } = await newDesk(app.url, app.services, ['keeper'])
    const counts = () => get(app.url, 'deskArchives', {}, { token })
    const before = await counts()
    const person = await newPerson(app.url)
    await get(app.url, 'exportCreate', {}, { token: person.token })
    const waiting = { waiting: before.waiting + 1, waiting_since: expect.stringMatching(/^\d{4}-/) }
    expect(await counts()).toEqual({ ...before, ...waiting })
    await makeArchives(app.services, never)
    const { list } = await get(app.url, 'exportList', {}, { token: person.token })
    const bytes = before.bytes + list[0]!.parts.reduce((sum, part) => sum + part.bytes, 0)
    expect(await counts()).toEqual({ ...before, ready: before.ready + 1, bytes })
  })

  it('has everything that its person may read, the originals byte by byte, and lists what is sealed', async () => {
    const person = await someone()
    const files = await filesOf(app, person)
    const [{ year, items } = { year: 0, items: [] }] = yearsOf(files)
    const opened = items.find(({ title }) => title === '打开的')!
    expect(opened).toMatchObject({ kind: 'capsule', state: 'opened', words: '给以后的我' })
    const pathOf = (part: number) => (opened.parts[part] as ArchiveMedium).path
    expect(files.get(pathOf(0))!.equals(person.picture)).toBe(true)
    expect(files.get(pathOf(1))!.equals(person.video)).toBe(true)
    expect(files.get(pathOf(2))!.toString()).toBe('一个文件')
    const [draft, ...others] = jsonOf(files, 'drafts').items
    expect(others).toEqual([])
    expect(draft!.parts[0]).toMatchObject({ html: expect.stringMatching(/<img src="data\/[^"]+" alt="" \/>$/) })
    expect(jsonOf(files, 'sealed').items.map(({ title }) => title)).toContain('还封着')
    const all = Buffer.concat([...files.values()]).toString()
    expect(all).not.toContain('不可见的')
    const yearPage = files.get(`全部文字-${year}.html`)!.toString()
    for (const words of [
      '给以后的我',
      'data:image/webp;base64,',
      `All of ${year}`,
      '时光胶囊 Time capsule · 已解封 Opened',
    ])
      expect(yearPage).toContain(words)
  })

  it('names every file in its manifests, with the right sum', async () => {
    const files = await filesOf(app, await someone())
    const sums = (name: string) =>
      files
        .get(name)!
        .toString()
        .trim()
        .split('\n')
        .map((line) => [line.slice(66), line.slice(0, 64)] as const)
    const named = [...sums('manifest-sha256.txt'), ...sums('tagmanifest-sha256.txt')]
    for (const [name, sum] of named) expect(sha256(files.get(name)!), name).toBe(sum)
    expect(named.map(([name]) => name).sort()).toEqual(
      [...files.keys()].filter((name) => name !== 'tagmanifest-sha256.txt').sort(),
    )
    expect([...files.keys()].filter((name) => /[%\r\n\\]/.test(name))).toEqual([])
  })

  it('is the same bytes in pieces, under a new address too, and in more parts', async () => {
    const person = await someone()
    const { parts } = await archiveOf(app, person, 30)
    expect(parts.length).toBeGreaterThan(1)
    const whole = await download(app.url, parts[0]!.url)
    const middle = Math.floor(whole.bytes.length / 2)
    const first = await download(app.url, parts[0]!.url, `bytes=0-${middle - 1}`)
    const again = (await get(app.url, 'exportList', {}, { token: person.token })).list[0]!.parts[0]!.url
    const rest = await download(app.url, again, `bytes=${middle}-`)
    expect(first.response.status).toBe(206)
    expect(rest.response.headers.get('etag')).toBe(whole.response.headers.get('etag'))
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(whole.bytes)).toBe(true)
  })

  it('is verified without us: a flipped byte and a part that is not there are named', async () => {
    const { parts } = await archiveOf(app, await someone(), 30)
    const folder = await mkdtemp(join(tmpdir(), 'archive-'))
    const paths: string[] = []
    for (const { name, url } of parts) {
      paths.push(join(folder, name))
      await writeFile(paths.at(-1)!, (await download(app.url, url)).bytes)
    }
    expect(await verifyArchive(paths)).toContain('归档完好')
    await expect(verifyArchive(paths.slice(0, 1))).rejects.toThrow(new RegExp(`应在 ${parts[1]!.name} 里`))
    const bytes = await readFile(paths[0]!)
    bytes[bytes.indexOf('给以后的我')]! ^= 1
    await writeFile(paths[0]!, bytes)
    await expect(verifyArchive(paths)).rejects.toThrow(/已损坏：SHA-256 不符/)
    await rm(folder, { recursive: true })
  })

  it('is made anew where its making was cut, to the same bytes but for what is sealed, which has new keys', async () => {
    const person = await someone()
    const { id } = await get(app.url, 'exportCreate', {}, { token: person.token })
    const bytesOf = async () => {
      await makeArchives(app.services, never)
      const { parts } = (await get(app.url, 'exportList', {}, { token: person.token })).list.find(
        (one) => one.id === id,
      )!
      return (await download(app.url, parts[0]!.url)).bytes
    }
    const whole = await bytesOf()
    const { db } = app.services
    // As a process that was killed leaves it: a turn begun, its objects written, and nothing said of it.
    const again = sql`ready_at = null, parts = '[]', missing = '[]', turn = turn + 1`
    await sql`update archives set ${again} where id = ${Number(id)}`.execute(db)
    expect((await bytesOf()).equals(whole)).toBe(true)
    await sql`update archives set ${again}, progress = '{}', done = 0, bytes = 0 where id = ${Number(id)}`.execute(db)
    const [before, after] = [await unzip(whole), await unzip(await bytesOf())]
    expect([...after.keys()]).toEqual([...before.keys()])
    const differing = [...before].filter(([name, bytes]) => !after.get(name)!.equals(bytes)).map(([name]) => name)
    expect(differing.filter((name) => !/^data\/sealed\/|manifest/.test(name))).toEqual([])
  })

  it('names an upload that is gone, on the page and inside', async () => {
    const person = await someone()
    await sql`update objects set proof = decode('00', 'hex') where key like 'video/%' and owner_id = (
      select id from users where tel = ${person.tel})`.execute(app.services.db)
    const { missing, parts } = await archiveOf(app, person)
    expect(missing).toEqual([{ name: '打开的 · 第2个文件', why: '原件已损坏' }])
    const files = await unzip((await download(app.url, parts[0]!.url)).bytes)
    expect(JSON.parse(files.get('data/json/archive.json')!.toString()).missing).toEqual(missing)
  })

  it('is for its owner alone, proved, while it lives', async () => {
    const person = await someone()
    const { id, parts } = await archiveOf(app, person)
    const url = parts[0]!.url
    expect((await download(app.url, url)).response.status).toBe(200)
    expect(
      (await download(app.url, url.replace(/\.([\w-]{31})./, '.$1A').replace(/-1\.zip/, '-2.zip'))).response.status,
    ).toBe(403)
    const { token } = await newPerson(app.url)
    expect((await get(app.url, 'exportList', {}, { token })).list).toEqual([])
    expect(await ask(app.url, 'exportCancel', { id }, { token })).toMatchObject({ code: CODE.missing })
    await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(app.services.db)
    const late = await get(app.url, 'exportList', {}, { token: person.token })
    expect(late).toMatchObject({ list: [{ parts: [{ url: '' }] }], prove: ['password', 'captcha'] })
    expect(await ask(app.url, 'exportCreate', {}, { token: person.token })).toMatchObject({ code: CODE.forbidden })
    await get(app.url, 'endSession', {}, { token: person.token })
    expect((await download(app.url, url)).response.status).toBe(404)
  })
})
