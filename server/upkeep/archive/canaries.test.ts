import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { ITEM } from '#contract/content.ts'
import { withApp } from '#test/app.ts'
import { archiveOf, bytesOfParts, filesIn, filesOf } from '#test/archives.ts'
import { foretold, forgetSends, get, newCode, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { type Member, newCrowd, openedCapsule } from '#test/crowd.ts'
import { comeDue, deletedBefore } from '#test/due.ts'
import { nextCheckpoint } from '#test/log.ts'
import { bytesOf, jpeg, padded, webm } from '#test/media.ts'
import { formsIn, formsOfText } from '#test/searched.ts'

const app = withApp()

/** The canaries that lie in the parts of an archive made now, each with its form; also in bytes that stand between the files. */
async function found(person: { token: string }, canaries: Record<string, string | Buffer>): Promise<string[]> {
  const parts = await bytesOfParts(app.url, await archiveOf(app, person, 30))
  expect(parts.length).toBeGreaterThan(1)
  return Object.entries(canaries).flatMap(([name, secret]) =>
    parts.flatMap((part) => formsIn(part, secret).map((form) => `${name} as ${form}`)),
  )
}
const named = (lines: string[]): string[] => [...new Set(lines.map((line) => line.replace(/ as .*/, '')))].sort()

/** So many diaries that the archive has more than one part. */
async function writer() {
  const person = await newPerson(app.url)
  const image = await upload(app.url, person.token, 'image', await jpeg(), 'jpg')
  const content = [{ type: ITEM.image, content: image, comment: '' }] as const
  await get(app.url, 'createDiaryCapsule', { content: [...content], content_type: FORM.graphic }, person)
  return person
}

const answers = { key_answer: { '您的生肖是？': '答案里的白鹤-0815' } }

async function sealedOf(token: string) {
  const picture = padded(await jpeg({ width: 320, height: 240, seed: 3 }), 90_000)
  const film = await webm({ seconds: 4, frameBytes: 900 })
  const letter = bytesOf(3_000, 77)
  const put = (kind: 'image' | 'video' | 'file', bytes: Buffer, ext: string) => upload(app.url, token, kind, bytes, ext)
  const canaries = {
    text: '菊花之约-chrysanthemum-4711',
    remark: '封着的备注-periwinkle-12',
    words: '封着的寄语-larkspur-13',
    description: '封着的说明-foxglove-14',
    fileName: '封着的文件名-harebell-15.txt',
    picture,
    film,
    letter,
  }
  const { text, remark, words, description, fileName } = canaries
  const common = { description, send_word: words, ...answers, contact: { email: 'planted@nowhere.example' } }
  const files = {
    content: [
      { type: ITEM.image, content: await put('image', picture, 'jpg'), comment: remark },
      { type: ITEM.video, content: await put('video', film, 'webm'), comment: '' },
      { type: ITEM.file, content: await put('file', letter, 'txt'), comment: '', name: fileName },
    ],
    content_type: FORM.graphic,
  }
  const ids = [
    await seal(app.url, token, textCapsule(`<p>${text}</p>`, { long_tag: '还封着', ...common })),
    await seal(app.url, token, { ...textCapsule(''), ...files, ...common }),
  ]
  // With their receipts, of which the archive has the proofs.
  await nextCheckpoint(app.services)
  return { canaries, ids }
}

describe('the search of an archive', () => {
  it.each(formsOfText('菊花 "é" 𠮷'))('finds a word in $name', ({ bytes }) => {
    expect(formsIn(Buffer.concat([Buffer.from('x'), bytes, Buffer.from('y')]), '菊花 "é" 𠮷')).not.toEqual([])
  })

  it('finds a file in bytes, in hex and in base64, wherever it begins', () => {
    const secret = bytesOf(500, 5)
    for (const before of ['', 'a', 'ab']) {
      const around = Buffer.concat([Buffer.from(before), secret, Buffer.from('after')])
      for (const coding of ['latin1', 'hex', 'base64', 'base64url'] as const)
        expect(
          formsIn(Buffer.from(around.toString(coding), coding === 'latin1' ? 'latin1' : 'utf8'), secret),
        ).not.toEqual([])
    }
    expect(formsIn(bytesOf(5_000, 6), secret)).toEqual([])
  })
})

describe('an archive', () => {
  it('has nothing of what is sealed in any byte of its parts, in no form; all of it once that is open', async () => {
    const person = await writer()
    const { canaries, ids } = await sealedOf(person.token)
    expect(await found(person, canaries)).toEqual([])
    const files = await filesOf(app, person)
    for (const id of ids) expect(files.has(`data/receipts/${id}.tlog-proof`)).toBe(true)
    for (const capsule_id of ids) {
      await comeDue(app.services, capsule_id)
      await get(app.url, 'unseal', { capsule_id, ...answers }, person)
    }
    // The control: the same search finds each of them, so it could have found them above.
    expect(named(await found(person, canaries))).toEqual(Object.keys(canaries).sort())
  })

  it('has no small picture of what is sealed, and its content only locked for its month', async () => {
    const person = await writer()
    const { ids } = await sealedOf(person.token)
    const files = await filesIn(await bytesOfParts(app.url, await archiveOf(app, person)))
    const pictures = [...files.keys()].filter((name) => /^data\/(thumbnails|originals|sealed)\//.test(name))
    expect(pictures.map((name) => name.replace(/\d+-1/, 'N'))).toEqual([
      expect.stringMatching(/^data\/thumbnails\/\d{4}\/N\.webp$/),
      expect.stringMatching(/^data\/originals\/\d{4}\/N\.jpg$/),
      ...ids.map((id) => `data/sealed/${id}.cap`),
    ])
    const pages = [...files].filter(([name]) => name.endsWith('.html')).map(([, bytes]) => String(bytes))
    expect(pages.join('').match(/data:image/g)).toHaveLength(1)
  })

  it('has no address, answer, token or number of anybody', async () => {
    const person = await writer()
    await sealedOf(person.token)
    const { rows } = await sql<{ hash: string }>`
      select password_hash as hash from users where tel = ${person.tel}`.execute(app.services.db)
    const canaries = {
      address: 'planted@nowhere.example',
      answer: answers.key_answer['您的生肖是？'],
      token: person.token,
      number: person.tel,
      password: rows[0]!.hash,
    }
    expect(await found(person, canaries)).toEqual([])
  })

  it('has nothing that its person took away', async () => {
    const person = await writer()
    const { token } = person
    const canaries = {
      reply: '收回的回信-greengage-21',
      judgement: '改写前的结果-mirabelle-22',
      draft: '删去的草稿-damson-23',
      diary: '早已删去的日记-bullace-24',
      edited: '改写前的日记-medlar-25',
    }
    const capsule_id = await openedCapsule(app, { id: await idOf(person), token }, '有回信的')
    const written = await get(app.url, 'createDiaryCapsule', textOf(canaries.edited), person)
    const gone = await get(app.url, 'createDiaryCapsule', textOf(canaries.diary), person)
    const draft = await get(app.url, 'createTimeDraft', textOf(canaries.draft), person)
    await get(app.url, 'capsuleReply', { capsule_id, text: canaries.reply }, person)
    const forecast = await foretellOpened(person)
    await get(app.url, 'forecastResolve', { capsule_id: forecast, result: 1, text: canaries.judgement }, person)
    // The control, as above.
    expect(named(await found(person, canaries))).toEqual(Object.keys(canaries).sort())
    await get(app.url, 'capsuleReply', { capsule_id, text: '' }, person)
    await get(app.url, 'forecastResolve', { capsule_id: forecast, result: 2, text: '' }, person)
    await get(app.url, 'deleteDraft', { capsule_id: draft.capsule_id }, person)
    await get(app.url, 'diaryEdit', { capsule_id: written.capsule_id, ...textOf('另一句') }, person)
    await get(app.url, 'deleteDiary', { capsule_id: gone.capsule_id }, person)
    await deletedBefore(app.services, gone.capsule_id, '7 days 1 minute')
    expect(await found(person, canaries)).toEqual([])
  })

  it('has of others what lists show now: nothing private again, blocked, hidden or cancelled', async () => {
    const person = await writer()
    const others = (await newCrowd(app.services, 4)) as [Member, Member, Member, Member]
    const [privately, blocked, hidden, leaver] = others
    const canaries: Record<string, string> = {}
    const liked: string[] = []
    for (const [at, other] of others.entries()) {
      canaries[`name ${at}`] = `名字-${at}-quince`
      canaries[`title ${at}`] = `别人的标题-${at}-sorrel`
      await get(app.url, 'userInfoUpdate', { nickname: canaries[`name ${at}`]! }, other)
      liked.push(await openedCapsule(app, other, canaries[`title ${at}`]!))
      await get(app.url, 'like', { capsule_id: liked[at]! }, person)
      await get(app.url, 'userFollow', { user_id: other.id }, person)
    }
    expect(named(await found(person, canaries))).toEqual(Object.keys(canaries).sort())
    await get(app.url, 'capsuleIsPublic', { capsule_id: liked[0]!, is_public: 0 }, privately)
    await get(app.url, 'userUnfollow', { user_id: privately.id }, person)
    await get(app.url, 'block', { user_id: blocked.id }, person)
    await report(hidden)
    await forgetSends(app.services.db, leaver.tel)
    const captcha = await newCode(app.url, leaver.tel, { token: leaver.token })
    await get(app.url, 'cancelAccount', { captcha }, leaver)
    // The title of somebody who left stays in the lists, under no name.
    expect(named(await found(person, canaries))).toEqual(['title 3'])
  })
})

const textOf = (text: string) => ({ content: textCapsule(`<p>${text}</p>`).content })
const idOf = async (person: { token: string }) => (await get(app.url, 'userInfo', {}, person)).user.id

async function foretellOpened(person: { token: string }): Promise<string> {
  const { capsule_id } = await get(app.url, 'createForecastCapsule', foretold('会下雪'), person)
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, person)
  return capsule_id
}

/** Three who report somebody hide them until an operator has looked. */
async function report({ id }: Member): Promise<void> {
  for (const reporter of await newCrowd(app.services, 3))
    await get(app.url, 'report', { kind: 'user', id, reason: 3 }, reporter)
}
