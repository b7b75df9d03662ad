import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { makeApp } from '#server/http/app.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, newPerson, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { mp4, png } from '#test/media.ts'

const app = withApp()
const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
let url: string
let close: () => Promise<unknown>

/** The application once more, with all that it logs. */
beforeAll(async () => {
  const served = await makeApp({ ...app.services, log })
  url = await served.listen({ port: 0, host: '127.0.0.1' })
  close = () => served.close()
})
afterAll(() => close())

const PLACEHOLDER = `Planted+${'a0/'.repeat(18)}Zz`
const OTHER = `Planted/${'b1+'.repeat(18)}Yy`
const SIDES = { width: 41_237, height: 39_119 }
const FIELDS = { ...SIDES, placeholder: PLACEHOLDER }
const NOTHING = { width: undefined, height: undefined, placeholder: undefined }
/** As the bytes of a column show it, too. Five digits alone count as a word: random bytes in hex or base64 hold any five. */
const PLANTED = [PLACEHOLDER, OTHER, '41237', '39119']
const FORMS = PLANTED.flatMap((text) => [
  new RegExp(String.raw`(?<![\w+/])${text.replaceAll('+', String.raw`\+`)}(?![\w+/])`),
  new RegExp(Buffer.from(text).toString('hex')),
])
const found = (text: string) => FORMS.filter((form) => form.test(text))

const media = (type: 1 | 2 | 3, content: string, fields: object = {}) => ({ type, content, comment: '', ...fields })
const image = (key: string) => `<img src="${key}" alt="海" width="41237" height="39119" data-placeholder="${OTHER}" />`
const text = (html: string) => [{ type: 0 as const, content: html, comment: '' }]

async function withPictures() {
  const { token } = await newPerson(url)
  const bytes = async (seed: number) => upload(url, token, 'image', await png({ width: 40, height: 30, seed }), 'png')
  return { token, keys: [await bytes(1), await bytes(2)] as const }
}
const detail = async (capsule_id: string, token: string, share?: string) =>
  (await get(url, 'capsuleDetail', { capsule_id, token: share }, { token: share ? undefined : token })).capsule
const items = async (...asked: Parameters<typeof detail>) => (await detail(...asked)).capsule_content?.content ?? []

describe('width, height and placeholder of a picture', () => {
  it('are sealed with it: in no answer, column, row of objects or line of the log before its day, then with its address', async () => {
    const { token, keys } = await withPictures()
    const film = await upload(url, token, 'video', await mp4({ seconds: 1 }), 'mp4')
    const content = [media(1, keys[0], FIELDS), media(2, film, { ...FIELDS, placeholder: OTHER, poster: keys[1] })]
    const input = { content, content_type: 1 as const, long_tag: '海', open_time: inSeconds(3600) }
    const { capsule_id } = await get(url, 'createTimeCapsule', input, { token })

    const before: [CallName, object][] = [
      ['capsuleDetail', { capsule_id }],
      ['myClosedCapsules', {}],
      ['closedSummary', {}],
      ['ownSearch', { keyword: '海' }],
      ['noticeLog', { capsule_id }],
    ]
    for (const [name, asked] of before) {
      const answer = await ask(url, name, asked, { token })
      expect(answer.code, name).toBe(CODE.ok)
      expect(found(answer.text), name).toEqual([])
    }
    expect((await dumpOf(app.services.db)).filter(({ row }) => found(row).length > 0)).toEqual([])

    await comeDue(app.services, capsule_id)
    await get(url, 'unseal', { capsule_id }, { token })
    const shown = [FIELDS, { ...FIELDS, placeholder: OTHER }]
    expect(await items(capsule_id, token)).toMatchObject(shown)
    const { token: share } = await get(url, 'capsuleShare', { capsule_id }, { token })
    expect(await items(capsule_id, token, share)).toMatchObject(shown)
    expect((await ask(url, 'myOpenCapsules', {}, { token })).text).not.toContain('laceholder')
    expect((await dumpOf(app.services.db)).filter(({ row }) => found(row).length > 0)).toEqual([])

    // The controls: the search finds what is there, and this application does write into this log.
    const planted = `{"width":41237,"placeholder":"${PLACEHOLDER}"} ${Buffer.from(OTHER).toString('hex')}`
    expect(found(planted)).toHaveLength(3)
    expect(lines.join()).toContain('Server listening')
    expect(found(lines.join())).toEqual([])
  })

  it('are kept in a draft, in the capsule that is sealed from it, and in one that is begun again', async () => {
    const { token, keys } = await withPictures()
    const input = { content: [media(1, keys[0], FIELDS)], content_type: 1 as const, open_time: inSeconds(3600) }
    const { capsule_id: draft_id } = await get(url, 'createTimeDraft', input, { token })
    expect(await items(draft_id, token)).toMatchObject([FIELDS])
    const { capsule_id } = await get(url, 'createTimeCapsule', { ...input, draft_id }, { token })
    await comeDue(app.services, capsule_id)
    await get(url, 'unseal', { capsule_id }, { token })
    const again = await get(url, 'capsuleAgain', { capsule_id }, { token })
    expect(await items(again.capsule_id, token)).toMatchObject([FIELDS])
  })

  it('stand in a diary’s text and in none of its rows, and go with the picture that is changed', async () => {
    const { token, keys } = await withPictures()
    const content = text(`<p>海边</p>${image(keys[0])}`)
    const { capsule_id } = await get(url, 'createDiaryCapsule', { content }, { token })
    const [written] = await items(capsule_id, token)
    expect(written?.content).toMatch(
      new RegExp(
        `^<p>海边</p><img src="[^"]*${keys[0]}" alt="海" width="41237" height="39119" data-placeholder="${OTHER.replaceAll('+', '\\+')}" />$`,
      ),
    )
    const list = await ask(url, 'diaryList', { date: inSeconds(0).slice(0, 7) }, { token })
    expect(list.text).toContain(keys[0])
    expect(found(list.text)).toEqual([])
    await get(url, 'diaryEdit', { capsule_id, content: text(`<p>山上</p><img src="${keys[1]}">`) }, { token })
    const [changed] = await items(capsule_id, token)
    expect(changed?.content).toMatch(new RegExp(`^<p>山上</p><img src="[^"]*${keys[1]}" alt="" />$`))
    expect((await dumpOf(app.services.db)).filter(({ row }) => found(row).length > 0)).toEqual([])
  })

  it('are those of a picture alone: a file and a video without a poster have none', async () => {
    const { token } = await withPictures()
    const film = await upload(url, token, 'video', await mp4({ seconds: 1 }), 'mp4')
    const file = await upload(url, token, 'file', Buffer.from('%PDF-1.7 x'), 'pdf')
    const content = [media(2, film, FIELDS), media(3, file, FIELDS)]
    const { capsule_id } = await get(url, 'createTimeDraft', { content, content_type: 1 as const }, { token })
    for (const item of await items(capsule_id, token)) expect({ ...NOTHING, ...item }).toMatchObject(NOTHING)
  })

  it('are left out by other clients, and refused by their name where they are none', async () => {
    const { token, keys } = await withPictures()
    const draft = (fields: object) =>
      ask(url, 'createTimeDraft', { content: [media(1, keys[0], fields)], content_type: 1 }, { token })
    const { data, code } = await draft({})
    expect(code).toBe(CODE.ok)
    expect({ ...NOTHING, ...(await items(data!.capsule_id, token))[0] }).toMatchObject(NOTHING)
    for (const [name, value] of [
      ['width', 0],
      ['height', 65_536],
      ['placeholder', `${PLACEHOLDER}a`],
    ] as const) {
      const refused = await draft({ ...FIELDS, [name]: value })
      expect(refused).toMatchObject({ code: CODE.badRequest, data: { field: `content.0.${name}` } })
      expect(refused.text).not.toContain(PLACEHOLDER)
    }
  })
})
