import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ArchiveMedium } from '#contract/archiveFiles.ts'
import { FORM } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { type OpenedCapsule, openedCapsule, verifyOpened } from '#contract/openedCapsule.ts'
import { proofTools } from '#server/upkeep/receipts/sign.ts'
import { withApp } from '#test/app.ts'
import { archiveOf, bytesOfParts, type Files, filesIn, filesOf, jsonOf, yearsOf } from '#test/archives.ts'
import { foretold, get, inSeconds, later, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { nextCheckpoint } from '#test/log.ts'
import { jpeg } from '#test/media.ts'
import { verifyArchive } from './verifyArchive.ts'
import { planZip, readZip } from './zip.ts'

const app = withApp()
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** A person with an opened capsule of pictures, an opened prediction and one that is sealed; the log has all of them. */
async function someone() {
  const person = await newPerson(app.url)
  const { token } = person
  const picture = await jpeg({ width: 64, height: 48 })
  const [named, nameless] = [
    await upload(app.url, token, 'image', picture, 'jpg'),
    await upload(app.url, token, 'image', await jpeg({ width: 48, height: 64 }), 'jpg'),
  ]
  const content = [
    { type: ITEM.image, content: named, comment: '甲', name: '海 边.jpg', sha256: sha256(picture) },
    { type: ITEM.image, content: nameless, comment: '' },
  ] as const
  const opened = await seal(app.url, token, {
    ...textCapsule(''),
    ...{
      content: [...content],
      content_type: FORM.graphic,
      long_tag: '打开的',
      send_word: '给以后的我',
      open_time: inSeconds(2),
    },
  })
  const forecast = await get(app.url, 'createForecastCapsule', foretold('会下雪', { open_time: inSeconds(2) }), {
    token,
  })
  const sealed = await seal(
    app.url,
    token,
    textCapsule('<p>不可见的</p>', { long_tag: '还封着', open_time: inSeconds(99) }),
  )
  await later(2_100)
  for (const capsule_id of [opened, forecast.capsule_id]) await get(app.url, 'unseal', { capsule_id }, { token })
  await nextCheckpoint(app.services)
  return { ...person, opened, forecast: forecast.capsule_id, sealed }
}

const itemOf = (files: Files, id: string) =>
  yearsOf(files)
    .flatMap(({ items }) => items)
    .find((item) => item.id === id)!

async function bytesOfZip(files: Files): Promise<Buffer> {
  const contents = [...files.values()]
  const entries = [...files].map(([name, bytes]) => ({ name, size: bytes.length, crc: crc32(bytes) }))
  const plan = planZip(entries, '2026-11-26 18:00:00')
  const pieces: Buffer[] = []
  const open = async function* (entry: number, { start, end }: { start: number; end: number }) {
    yield contents[entry]!.subarray(start, end)
  }
  for await (const piece of readZip(plan, { start: 0, end: plan.length }, open)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** An archive in which somebody has changed files, and the lists of all sums with them. */
function forged(files: Files, change: (path: string, text: string) => string): Files {
  const made = new Map(
    [...files].map(([path, bytes]) => {
      const text = bytes.toString('latin1')
      return [path, Buffer.from(change(path, text), 'latin1')] as const
    }),
  )
  const listOf = (isIn: (path: string) => boolean) =>
    [...made].flatMap(([path, bytes]) => (isIn(path) ? [`${sha256(bytes)}  ${path}\n`] : [])).join('')
  made.set('manifest-sha256.txt', Buffer.from(listOf((path) => path.startsWith('data/'))))
  const tags = listOf((path) => !path.startsWith('data/') && path !== 'tagmanifest-sha256.txt')
  return made.set('tagmanifest-sha256.txt', Buffer.from(tags))
}

async function verify(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'receipts-'))
  const path = join(folder, 'A-1.zip')
  await writeFile(path, await bytesOfZip(files))
  return verifyArchive([path]).finally(() => rm(folder, { recursive: true }))
}

const latin1 = (text: string): string => Buffer.from(text).toString('latin1')

describe('the receipts in an archive', () => {
  it('are files that are checked without us, of what is sealed the proof alone', async () => {
    const person = await someone()
    const files = await filesOf(app, person)
    const names = [...files.keys()].filter((name) => name.startsWith('data/receipts/')).sort()
    const { opened, forecast, sealed } = person
    const wanted = [`${opened}.json`, `${opened}.tlog-proof`, `${forecast}.json`, `${forecast}.tlog-proof`]
    expect(names).toEqual(
      [...wanted, `${sealed}.tlog-proof`, 'log-keys.txt'].map((name) => `data/receipts/${name}`).sort(),
    )
    const text = (name: string) => String(files.get(`data/receipts/${name}`))
    expect(text('log-keys.txt')).toBe(await (await fetch(`${app.url}/log/keys`)).text())
    for (const capsule_id of [opened, forecast, sealed]) {
      const { proof } = await get(app.url, 'receipt', { capsule_id }, person)
      expect(text(`${capsule_id}.tlog-proof`)).toBe(proof)
    }
    const file = openedCapsule.strict().parse(JSON.parse(text(`${opened}.json`))) as OpenedCapsule
    const keys = text('log-keys.txt').trim().split('\n')
    expect(verifyOpened(proofTools, { proof: text(`${opened}.tlog-proof`), opened: file, keys })).toMatchObject({
      differing: [],
      hidden: [],
    })
    expect(file.parts).toMatchObject({ words: '给以后的我', 'file 2': { name: '', sha256: null } })
    expect(jsonOf(files, 'archive').log_keys).toEqual(keys)
    expect(await verify(files)).toMatch(/清单相符，3 份封存凭证都能核对/)
  })

  it('stand beside their items for the reader, with the sums of the originals', async () => {
    const person = await someone()
    const files = await filesOf(app, person)
    const item = itemOf(files, person.opened)
    const paths = item.parts.map((part) => (part as ArchiveMedium).path)
    expect(item.receipt?.sums).toEqual(Object.fromEntries(paths.map((path) => [path, sha256(files.get(path)!)])))
    const { statement, salts } = await get(app.url, 'receipt', { capsule_id: person.opened }, person)
    expect(item.receipt).toMatchObject({ statement, salts })
    const { receipt } = jsonOf(files, 'sealed').items.find(({ id }) => id === person.sealed)!
    expect(receipt).toEqual({
      commitment: (await get(app.url, 'receipt', { capsule_id: person.sealed }, person)).commitment,
      proof: String(files.get(`data/receipts/${person.sealed}.tlog-proof`)),
    })
  })

  it('are not there of what was sealed without a commitment, or is in no checkpoint yet', async () => {
    const person = await newPerson(app.url)
    await seal(app.url, person.token, textCapsule('<p>刚刚封存</p>'))
    await get(app.url, 'createDiaryCapsule', { content: textCapsule('<p>没有封存</p>').content }, person)
    const files = await filesOf(app, person)
    expect([...files.keys()].filter((name) => name.endsWith('.tlog-proof'))).toEqual([])
    expect(jsonOf(files, 'sealed').items.map(({ receipt }) => receipt)).toEqual([undefined])
    expect(await verify(files)).toMatch(/清单相符。$/)
  })

  it('name a capsule in the faults that is not as it was sealed', async () => {
    const person = await someone()
    const { db } = app.services
    await sql`alter table capsules disable trigger user`.execute(db)
    await sql`update capsules set long_tag = '改过的' where id = ${Number(person.opened)}`.execute(db)
    await sql`alter table capsules enable trigger user`.execute(db)
    const { missing } = await archiveOf(app, person)
    expect(missing).toEqual([{ name: '改过的', why: '内容与封存凭证不符' }])
  })

  it('are found by verify where a word, a file, a proof or a key was changed, though all sums were made anew', async () => {
    const person = await someone()
    const files = await filesIn(await bytesOfParts(app.url, await archiveOf(app, person)))
    const { opened, forecast, sealed } = person
    const change = (of: RegExp, from: string, to: string) =>
      verify(forged(files, (path, text) => (of.test(path) ? text.replaceAll(latin1(from), latin1(to)) : text)))
    expect(await verify(forged(files, (_path, text) => text))).toContain('归档完好')
    await expect(change(/^data\/json\/\d+\.json$/, '给以后的我', '给以后的你')).rejects.toThrow(
      `封存凭证 打开的（${opened}）：与封存时不同的是 words`,
    )
    await expect(change(/^data\/json\/\d+\.json$/, '会下雪', '会下雨')).rejects.toThrow(
      `（${forecast}）：与封存时不同的是`,
    )
    const inFile = `data/receipts/${opened}.json`
    await expect(change(new RegExp(inFile), '给以后的我', '给以后的你')).rejects.toThrow(
      `封存凭证 data/receipts/${opened}.tlog-proof：与封存时不同的是 words`,
    )
    const picture = (itemOf(files, opened).parts[0] as ArchiveMedium).path
    await expect(verify(forged(files, (path, text) => (path === picture ? `${text}x` : text)))).rejects.toThrow(
      `（${opened}）：与封存时不同的是 file 1`,
    )
    const proof = new RegExp(`receipts/${sealed}\\.tlog-proof`)
    await expect(change(proof, '\ntime 1', '\ntime 2')).rejects.toThrow(`${sealed}.tlog-proof：签名不对`)
    await expect(change(/log-keys\.txt/, '/log+', '/lag+')).rejects.toThrow('公钥')
    const { receipt } = jsonOf(files, 'sealed').items.find(({ id }) => id === sealed)!
    const other = receipt!.commitment.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    await expect(change(/sealed\.json/, receipt!.commitment, other)).rejects.toThrow(
      `还封着（${sealed}）：不属于这枚胶囊`,
    )
  })
})
