import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { keptKeyOf, keptNameOf, readKeptCode } from '#contract/keptCode.ts'
import { sendBy } from '#server/capsules/notice/send.ts'
import { sha256 } from '#server/core/sha256.ts'
import { scrubSome } from '#server/upkeep/backup/scrub.ts'
import { developmentNumber } from '#server/upkeep/sunset/developmentNumbers.ts'
import { withApp } from '#test/app.ts'
import { jsonOf } from '#test/archives.ts'
import { openCap, openCapFile } from '#test/cap.ts'
import { ask, forgetSends, get, newCode, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { flipUpload } from '#test/damage.ts'
import { jpeg } from '#test/media.ts'
import { formsIn } from '#test/searched.ts'
import { unzip } from '#test/zip.ts'
import { writeEverybodys } from './everybodys.ts'
import { beginKept, keptOf as keptRow } from './kept.ts'
import { makeArchives } from './make.ts'

const app = withApp()
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

let to: string
beforeEach(async () => {
  to = await mkdtemp(join(tmpdir(), 'capsule-kept-'))
  folders.push(to)
})
const AT = 'https://kept.example/'
const words = () => ['--to', to, '--at', AT, '--confirm', '存好归档']
const write = async () => {
  await endWriting()
  return writeEverybodys(app.services, words())
}
/** As if nothing were written any more. */
const endWriting = () =>
  sql`insert into sunset (ends_on, readonly_at) values (current_date, now()) on conflict do nothing`.execute(
    app.services.db,
  )
const filesIn = async () => (await readdir(to)).filter((name) => name !== 'OPEN-ME.html')

/** Somebody with a diary, a picture and a sealed letter. */
async function somebody() {
  await sql`delete from sunset`.execute(app.services.db)
  app.services.ending.forget()
  const person = await newPerson(app.url)
  const { token } = person
  const picture = await jpeg({ width: 320, height: 240, seed: 5 })
  const key = await upload(app.url, token, 'image', picture, 'jpg')
  const content = [{ type: 1 as const, content: key, comment: '一张照片-quince' }]
  await get(app.url, 'createDiaryCapsule', { content, content_type: 1, long_tag: '海边的一天-sorrel' }, person)
  const letter = textCapsule('<p>到那天再读-damson</p>', {
    long_tag: '给以后-medlar',
    open_time: '2036-05-20 08:00:00',
  })
  return { ...person, picture, key, id: await seal(app.url, token, letter) }
}

const keptOf = async ({ token }: { token: string }) => (await get(app.url, 'exportList', {}, { token })).kept!

async function archiveBy(code: string) {
  const bytes = readKeptCode(code)!.code
  const file = await readFile(join(to, keptNameOf(sha256, bytes, 1)))
  return unzip(openCapFile(file, Buffer.from(keptKeyOf(sha256, bytes, 1))))
}

it('nothing is written before the end of the writing, or without the words for it', async () => {
  await sql`delete from sunset`.execute(app.services.db)
  await expect(writeEverybodys(app.services, words())).rejects.toThrow('还没有停止写入')
  await endWriting()
  await expect(writeEverybodys(app.services, words().slice(0, 4))).rejects.toThrow('用法')
  expect(await readdir(to)).toEqual([])
})

it('everybody’s archive is a file that opens with the code of its person alone, and holds all of it', async () => {
  const [one, other] = [await somebody(), await somebody()]
  expect(await write()).toContain('所有人的都写好了')
  const health = await (await fetch(`${app.url}/health`)).json()
  expect(health.sunset).toMatchObject({ stage: 'readonly', archives: 2 })
  for (const person of [one, other]) {
    const kept = await keptOf(person)
    expect(kept.url).toBe(`${AT}OPEN-ME.html#${kept.code}`)
    const files = await archiveBy(kept.code)
    expect(jsonOf(files, 'sealed').items).toMatchObject([{ id: person.id, title: '给以后-medlar' }])
    const cap = files.get(`data/sealed/${person.id}.cap`)!
    expect(openCap(cap, developmentNumber(app.services, '2036-05')).item.parts).toMatchObject([
      { html: '<p>到那天再读-damson</p>' },
    ])
    expect([...files.values()].some((bytes) => bytes.equals(person.picture))).toBe(true)
  }
  const keys = keptKeyOf(sha256, readKeptCode((await keptOf(other)).code)!.code, 1)
  const file = await readFile(join(to, keptNameOf(sha256, readKeptCode((await keptOf(one)).code)!.code, 1)))
  expect(() => openCapFile(file, Buffer.from(keys))).toThrow()
})

it('the place tells a stranger no title, no word and nothing of whose a file is', async () => {
  const person = await somebody()
  await write()
  const names = await filesIn()
  expect(names.filter((name) => !/^[\w-]{43}$/.test(name))).toEqual([])
  const times = await Promise.all(names.map(async (name) => (await stat(join(to, name))).mtimeMs))
  expect(new Set(times).size).toBe(1)
  const kept = await keptOf(person)
  const canaries = ['海边的一天-sorrel', '一张照片-quince', '给以后-medlar', '到那天再读-damson', person.tel, kept.code]
  for (const name of [...names, 'OPEN-ME.html']) {
    const bytes = await readFile(join(to, name))
    for (const canary of canaries) expect(formsIn(bytes, canary)).toEqual([])
  }
  // The control: the code opens the same bytes, and there they are.
  const text = Buffer.concat([...(await archiveBy(kept.code)).values()])
  expect(formsIn(text, '海边的一天-sorrel')).not.toEqual([])
})

it('is written once: a second run, and one after a half written file, change no file that is whole, and tell nobody twice', async () => {
  const person = await somebody()
  await write()
  const names = (await filesIn()).sort()
  const inbox = async () =>
    (await get(app.url, 'inbox', {}, person)).messages.data.filter(({ text }) => text.includes('存成加密的文件')).length
  expect(await inbox()).toBe(1)
  await writeFile(join(to, 'half.part'), 'x')
  expect(await write()).toContain('所有人的都写好了')
  expect((await filesIn()).filter((name) => name !== 'half.part').sort()).toEqual(names)
  expect(await inbox()).toBe(1)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from messages where template = 'kept' and user_id = (select id from users where tel = ${person.tel})`.execute(
    app.services.db,
  )
  expect(rows).toEqual([{ n: 1 }])
})

it('the SMS to its person leads to it; the address is for a proved sign-in alone', async () => {
  const person = await somebody()
  await write()
  const lines: string[] = []
  const log = { ...app.services.log, info: (_: object, text: string) => void lines.push(text) }
  await sendBy('sms')({ ...app.services, log } as typeof app.services)
  const { url } = await keptOf(person)
  expect(lines.join('\n')).toContain(url)
  await sql`update sessions set proved_at = now() - interval '11 minutes'`.execute(app.services.db)
  const late = await get(app.url, 'exportList', {}, person)
  expect(late).toMatchObject({ kept: { url: '', code: '' }, prove: ['password', 'captcha'] })
})

it('waits for an archive that another process is making', async () => {
  const person = await somebody()
  const id = Number((await get(app.url, 'userInfo', {}, person)).user.id)
  await beginKept(app.services, id, { at: AT })
  const { db } = app.services
  await sql`update archives set taken_until = now() + interval '1 second' where kept and ready_at is null`.execute(db)
  expect(await write()).toContain('所有人的都写好了')
  expect(await keptOf(person)).toMatchObject({ code: expect.any(String) })
})

it('an upload that is another one since holds up nobody else, and its person’s archive comes under another code', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const id = Number((await get(app.url, 'userInfo', {}, one)).user.id)
  await scrubSome(app.services)
  await beginKept(app.services, id, { at: AT })
  const before = (await keptRow(app.services, id))!
  await makeArchives(app.services, new AbortController().signal)
  await flipUpload(app.services, one.key, one.picture.length)
  expect(await write()).toContain('还有 1 个人')
  expect(await keptOf(other)).toMatchObject({ url: expect.stringContaining(AT) })
  expect(await write()).toContain('所有人的都写好了')
  const { code } = await keptOf(one)
  expect(Buffer.from(readKeptCode(code)!.code).equals(Buffer.from(before.code))).toBe(false)
  expect(jsonOf(await archiveBy(code), 'archive').missing).toMatchObject([{ why: '原件已损坏' }])
})

it('the files of somebody who closes their account go with the next run', async () => {
  const person = await somebody()
  await write()
  const { code } = await keptOf(person)
  const name = keptNameOf(sha256, readKeptCode(code)!.code, 1)
  expect(await filesIn()).toContain(name)
  await forgetSends(app.services.db, person.tel)
  await get(app.url, 'cancelAccount', { captcha: await newCode(app.url, person.tel, person) }, person)
  await write()
  expect(await filesIn()).not.toContain(name)
  expect((await ask(app.url, 'exportList', {}, person)).code).not.toBe(1)
})
