import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { DRAFTS_FULL } from '#contract/draft.ts'
import { keyOf } from '#contract/media.ts'
import { UPLOAD } from '#contract/upload.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, get, inSeconds, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { mp4, png } from '#test/media.ts'

const app = withApp({ MEDIA_QUOTA_MB: '2' })

const detail = async (capsule_id: string, token: string) =>
  (await get(app.url, 'capsuleDetail', { capsule_id }, { token })).capsule
async function open(capsule_id: string, token: string) {
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, { token })
}
async function opened(input: Input<'createTimeCapsule'>, person?: { token: string }) {
  const { token } = person ?? (await newPerson(app.url))
  const capsule_id = await seal(app.url, token, input)
  await open(capsule_id, token)
  const again = (key?: string) => ask(app.url, 'capsuleAgain', { capsule_id }, { token, key: key ?? randomUUID() })
  return { token, capsule_id, again }
}
const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const bytesAt = async (address: string) => {
  const response = await fetch(new URL(address, app.url))
  return { status: response.status, digest: digestOf(Buffer.from(await response.arrayBuffer())) }
}
const found = (bytes: Buffer) => ({ status: 200, digest: digestOf(bytes) })
const objects = async () => app.services.db.selectFrom('objects').selectAll().orderBy('key').execute()

describe('a reply to oneself', () => {
  it('is the owner’s alone, encrypted, can be written anew and taken away', async () => {
    const { token, capsule_id } = await opened(textCapsule('<p>x</p>'))
    const reply = (text: string, by = token) => ask(app.url, 'capsuleReply', { capsule_id, text }, { token: by })
    expect((await detail(capsule_id, token)).reply).toBeUndefined()
    await reply('你好呀 greengage-11，当时的我')
    const { reply: first } = await detail(capsule_id, token)
    expect(first).toMatchObject({ text: '你好呀 greengage-11，当时的我' })
    expect(first!.written_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const dump = await dumpOf(app.services.db)
    expect(dump.filter(({ row }) => row.includes('greengage-11'))).toEqual([])

    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token })
    const stranger = await newPerson(app.url)
    expect((await detail(capsule_id, stranger.token)).reply).toBeUndefined()
    expect(await reply('别人写的', stranger.token)).toMatchObject({ code: CODE.missing })

    await reply('再写一次')
    expect((await detail(capsule_id, token)).reply!.text).toBe('再写一次')
    expect((await reply('')).code).toBe(CODE.ok)
    expect((await detail(capsule_id, token)).reply).toBeUndefined()
    expect(await reply('字'.repeat(1001))).toMatchObject({ code: CODE.badRequest })
    expect((await reply('𠮷'.repeat(1000))).code).toBe(CODE.ok)
  })

  it('is for what was sealed and is open', async () => {
    const { token } = await newPerson(app.url)
    const sealed = await seal(app.url, token, textCapsule('<p>x</p>'))
    const { content } = textCapsule('<p>x</p>')
    const { capsule_id: diary } = await get(app.url, 'createDiaryCapsule', { content }, { token })
    const { capsule_id: draft } = await get(app.url, 'createTimeDraft', { content }, { token })
    for (const capsule_id of [sealed, diary, draft]) {
      const said = await ask(app.url, 'capsuleReply', { capsule_id, text: '好' }, { token })
      expect(said).toMatchObject({ code: CODE.refused, message: '解封之后才能给当时的自己回一句' })
      const again = await ask(app.url, 'capsuleAgain', { capsule_id }, { token })
      expect(again).toMatchObject({ code: CODE.refused, message: '解封之后才能再封一段时间' })
    }
  })
})

it('the owner of an opened capsule sees whether a link of its own is out', async () => {
  const { token, capsule_id } = await opened(textCapsule('<p>x</p>'))
  const shared = async () => (await detail(capsule_id, token)).shared
  expect(await shared()).toBe(0)
  await get(app.url, 'capsuleShare', { capsule_id }, { token })
  expect(await shared()).toBe(1)
  await get(app.url, 'capsuleUnshare', { capsule_id }, { token })
  expect(await shared()).toBe(0)
  const sealed = await seal(app.url, token, textCapsule('<p>x</p>'))
  expect(await detail(sealed, token)).not.toHaveProperty('shared')
})

describe('sealing an opened capsule once more', () => {
  it('begins with a draft of the same kind, with what was in it but the words', async () => {
    const { token, capsule_id, again } = await opened(
      textCapsule('<p>给未来</p>', { long_tag: '去年夏天', send_word: '只在那时', description: '说明', is_lock: 1 }),
    )
    const { data } = await again()
    expect(data).toMatchObject({ type: 0, content_type: 0 })
    const draft = await detail(data!.capsule_id, token)
    expect(draft).toMatchObject({ status: 0, long_tag: '去年夏天', send_word: '', is_lock: 0, open_time: '' })
    expect(draft.capsule_content!.content).toEqual([{ type: 0, content: '<p>给未来</p>', comment: '' }])
    expect(draft.description).toBe('说明')
    // It can be sealed as it is, and the old one stays what it was.
    const next = await seal(app.url, token, {
      ...textCapsule('<p>给未来</p>'),
      draft_id: data!.capsule_id,
      revision: draft.revision,
    })
    expect((await detail(next, token)).status).toBe(1)
    expect((await detail(capsule_id, token)).send_word).toBe('只在那时')
  })

  it('goes for diaries and predictions as well', async () => {
    const { token } = await newPerson(app.url)
    const { content } = textCapsule('<p>晴</p>')
    const diary = { content, open_time: inSeconds(3600), long_tag: '日记' }
    const made = [
      await get(app.url, 'createDiaryCapsule', diary, { token }),
      await get(app.url, 'createForecastCapsule', foretold('<b>会下雪</b>'), { token }),
    ]
    const drafts = []
    for (const { capsule_id } of made) {
      await open(capsule_id, token)
      const answer = await get(app.url, 'capsuleAgain', { capsule_id }, { token })
      drafts.push({ ...answer, ...(await detail(answer.capsule_id, token)) })
    }
    expect(drafts.map(({ type, status }) => [type, status])).toEqual([
      [1, 0],
      [2, 0],
    ])
    expect(drafts[0]!.capsule_content!.content[0]!.content).toBe('<p>晴</p>')
    expect(drafts[1]!.capsule_content!.content).toEqual(foretold('<b>会下雪</b>').content)
  })

  it('makes objects of its own of every file, which can be sealed and read again', async () => {
    const { token } = await newPerson(app.url)
    const send = (kind: 'image' | 'video' | 'file', bytes: Buffer, ext: string) =>
      upload(app.url, token, kind, bytes, ext)
    // More than one chunk of what lies on the disk.
    const sent = { file: Buffer.alloc(600_000, 'ab'), video: await mp4({ seconds: 1 }), poster: await png({ seed: 2 }) }
    const content = [
      { type: 3 as const, content: await send('file', sent.file, 'bin'), comment: '信', name: '信.bin' },
      {
        type: 2 as const,
        content: await send('video', sent.video, 'mp4'),
        comment: '',
        poster: await send('image', sent.poster, 'png'),
      },
    ]
    const { capsule_id, again } = await opened({ ...textCapsule(''), content, content_type: 1 }, { token })
    const before = (await detail(capsule_id, token)).capsule_content!.content
    const { data } = await again()
    const draft = await detail(data!.capsule_id, token)
    const after = draft.capsule_content!.content
    const keys = (items: typeof after) =>
      items.flatMap((item) => [keyOf(item.content), item.poster && keyOf(item.poster)])
    expect(keys(after).filter((key) => key && keys(before).includes(key))).toEqual([])
    expect(after.map(({ comment, name, size }) => [comment, name, size])).toEqual(
      before.map(({ comment, name, size }) => [comment, name, size]),
    )
    const [file, video] = after
    expect(await bytesAt(file!.content)).toEqual(found(sent.file))
    expect(await bytesAt(video!.content)).toEqual(found(sent.video))
    expect(await bytesAt(video!.poster!)).toEqual(found(sent.poster))

    const next = await seal(app.url, token, {
      ...textCapsule(''),
      content: after as Input<'createTimeCapsule'>['content'],
      content_type: 1,
      draft_id: data!.capsule_id,
    })
    for (const { content } of after) expect((await bytesAt(content)).status).toBe(404)
    expect(await bytesAt(before[0]!.content)).toEqual(found(sent.file))
    await open(next, token)
    const items = (await detail(next, token)).capsule_content!.content
    expect(await bytesAt(items[0]!.content)).toEqual(found(sent.file))
  })

  it('takes the pictures inside a text along', async () => {
    const { token } = await newPerson(app.url)
    const picture = await png({ seed: 3 })
    const key = await upload(app.url, token, 'image', picture, 'png')
    const html = `<p>海</p><img src="${key}" alt="" /><img src="${key}" alt="" />`
    const { again } = await opened(textCapsule(html), { token })
    const { data } = await again()
    const text = (await detail(data!.capsule_id, token)).capsule_content!.content[0]!.content
    const addresses = [...text.matchAll(/src="([^"]*)"/g)].map((match) => match[1]!)
    expect(addresses).toHaveLength(2)
    expect(new Set(addresses.map(keyOf)).size).toBe(1)
    expect(keyOf(addresses[0]!)).not.toBe(key)
    expect(await bytesAt(addresses[0]!)).toEqual(found(picture))
  })

  it('counts against what a person may keep, and leaves nothing behind when it does not fit', async () => {
    const { token } = await newPerson(app.url)
    const key = await upload(app.url, token, 'file', Buffer.alloc(900_000, 1), 'bin')
    const content = [{ type: 3 as const, content: key, comment: '' }]
    const { again } = await opened({ ...textCapsule(''), content, content_type: 1 }, { token })
    // 0.9 of 2 MB are there: one more fits, of two at once too.
    const [one, other] = await Promise.all([again(), again()])
    expect([one.code, other.code].sort()).toEqual([CODE.refused, CODE.ok].sort())
    expect([one, other].find(({ code }) => code === CODE.refused)!.message).toBe(UPLOAD.full)
    const before = await objects()
    expect(await again()).toMatchObject({ code: CODE.refused, message: UPLOAD.full })
    expect(await objects()).toEqual(before)
  })

  it('leaves no row and no bytes of copies when the copying fails', async () => {
    const { token } = await newPerson(app.url)
    const key = await upload(app.url, token, 'image', await png({ seed: 4 }), 'png')
    const content = [{ type: 1 as const, content: key, comment: '' }]
    const { again } = await opened({ ...textCapsule(''), content, content_type: 1 }, { token })
    const before = await objects()
    const { media } = app.services
    const made: string[] = []
    const { copy } = media
    const failing = vi.spyOn(media, 'copy').mockImplementation(async (from, to) => {
      await copy(from, to)
      made.push(to.key)
      throw Object.assign(new Error('no'), { code: '57P01' })
    })
    expect(await again()).toMatchObject({ status: 503 })
    failing.mockRestore()
    expect(made).toHaveLength(1)
    expect(await media.sizeOf(made[0]!)).toBeUndefined()
    expect(await objects()).toEqual(before)
    expect((await again()).code).toBe(CODE.ok)
  })

  it('sent twice with one key makes one draft and one set of copies', async () => {
    const { token } = await newPerson(app.url)
    const key = await upload(app.url, token, 'image', await png({ seed: 6 }), 'png')
    const content = [{ type: 1 as const, content: key, comment: '' }]
    const { again } = await opened({ ...textCapsule(''), content, content_type: 1 }, { token })
    const before = (await objects()).length
    const answers = await Promise.all([again('one-key-00000001'), again('one-key-00000001')])
    const late = await again('one-key-00000001')
    expect(answers.map(({ data }) => data)).toEqual([late.data, late.data])
    expect((await get(app.url, 'myDrafts', {}, { token })).capsules.data).toHaveLength(1)
    expect((await objects()).length).toBe(before + 1)
  })

  it('is for one’s own capsule, and for a draft box with room', async () => {
    const { token, capsule_id, again } = await opened(textCapsule('<p>x</p>'))
    const stranger = await newPerson(app.url)
    await get(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token })
    const theirs = await ask(app.url, 'capsuleAgain', { capsule_id }, { token: stranger.token })
    const missing = await ask(app.url, 'capsuleAgain', { capsule_id: '999999999' }, { token: stranger.token })
    expect([theirs.code, theirs.text]).toEqual([CODE.missing, missing.text])
    const { data } = await again()
    await sql`
      with made as (
        insert into capsules (id, owner_id, type, status, questions)
        select nextval('capsule_ids') + 1000000, owner_id, 0, 0, '[]' from capsules, generate_series(1, 99)
        where id = ${Number(data!.capsule_id)} returning id)
      insert into capsule_contents (capsule_id, envelope, sealed)
      select made.id, k.envelope, k.sealed from made, capsule_contents k where k.capsule_id = ${Number(data!.capsule_id)}`.execute(
      app.services.db,
    )
    expect(await again()).toMatchObject({ code: CODE.refused, message: DRAFTS_FULL })
    await get(app.url, 'deleteDraft', { capsule_id: data!.capsule_id }, { token })
    expect((await again()).code).toBe(CODE.ok)
  })
})
