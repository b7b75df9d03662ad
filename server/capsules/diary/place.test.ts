import { describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import type { ContentItem } from '#contract/content.ts'
import { placeItem, placeOf } from '#contract/place.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, later, newPerson, textCapsule } from '#test/client.ts'
import { dumpOf } from '#test/dump.ts'

const app = withApp()
const BUND = { name: 'chrysanthemum-quay', address: '中山东一路', latitude: 31.239692, longitude: 121.499755 }
const text = (html: string) => ({ type: 0 as const, content: html, comment: '' })
type Content = ContentItem[]
const here = (html = '<p>江上的风</p>'): Content => [text(html), placeItem(BUND)]

const read = async (token: string, capsule_id: string) =>
  (await get(app.url, 'capsuleDetail', { capsule_id }, { token })).capsule.capsule_content?.content ?? []

describe('a diary', () => {
  it('carries one place, changes it, and is read without one once it is taken away', async () => {
    const { token } = await newPerson(app.url)
    const { capsule_id } = await get(app.url, 'createDiaryCapsule', { content: here() }, { token })
    expect((await read(token, capsule_id)).map(placeOf)).toEqual([undefined, BUND])
    const home = { name: '家', address: '' }
    await get(app.url, 'diaryEdit', { capsule_id, content: [text('<p>风</p>'), placeItem(home)] }, { token })
    expect((await read(token, capsule_id)).map(placeOf)).toEqual([undefined, home])
    await get(app.url, 'diaryEdit', { capsule_id, content: [text('<p>风</p>')] }, { token })
    expect(await read(token, capsule_id)).toEqual([text('<p>风</p>')])
  })

  it('keeps its place encrypted, and out of its title, its beginning and its picture', async () => {
    const { token } = await newPerson(app.url)
    await get(app.url, 'createDiaryCapsule', { content: here('<p>江上的风</p>') }, { token })
    const { capsules } = await get(app.url, 'diaryList', { date: inSeconds(0).slice(0, 7) }, { token })
    expect(capsules.data).toMatchObject([{ title: '江上的风', excerpt: '江上的风', thumbnail: '' }])
    expect(JSON.stringify(capsules)).not.toContain('chrysanthemum')
    const rows = await dumpOf(app.services.db)
    expect(rows.filter(({ row }) => /chrysanthemum|6368727973616e7468656d756d/.test(row))).toEqual([])
  })

  it('is nothing but a place: 请输入内容~', async () => {
    const { token } = await newPerson(app.url)
    for (const content of [[placeItem(BUND)], [text('<p> </p>'), placeItem(BUND)]])
      expect(await ask(app.url, 'createDiaryCapsule', { content }, { token })).toMatchObject({
        code: CODE.refused,
        message: '请输入内容~',
      })
  })

  it('has one place and no more, and nothing that is none', async () => {
    const { token } = await newPerson(app.url)
    const refused = async (content: Content) => {
      const answer = await ask(app.url, 'createDiaryCapsule', { content }, { token })
      expect(answer.code).toBe(CODE.refused)
      return answer.message
    }
    expect(await refused([...here(), placeItem(BUND)])).toBe('一篇日记只能有一个位置')
    const other = (content: string) => ({ type: 4 as const, content, comment: '' })
    await refused([text('<p>风</p>'), other('{"name":"外滩","latitude":91,"longitude":0}')])
    await refused([text('<p>风</p>'), other('file/1/0123456789abcdef.pdf')])
  })

  it('keeps nothing beside what a place says', async () => {
    const { token } = await newPerson(app.url)
    const more = { type: 4 as const, content: JSON.stringify({ ...BUND, to: 'x' }), comment: '备注', name: 'x' }
    const { capsule_id } = await get(app.url, 'createDiaryCapsule', { content: [text('<p>风</p>'), more] }, { token })
    expect((await read(token, capsule_id))[1]).toEqual(placeItem(BUND))
  })

  it('takes its place along through the draft box and the seal, and shows it once it is open', async () => {
    const { token } = await newPerson(app.url)
    const draft = await get(app.url, 'createDiaryDraft', { content: here(), long_tag: '江边的' }, { token })
    expect((await read(token, draft.capsule_id)).map(placeOf)).toEqual([undefined, BUND])
    const sealed = { content: here(), draft_id: draft.capsule_id, open_time: inSeconds(2), long_tag: '江边的' }
    const { capsule_id } = await get(app.url, 'createDiaryCapsule', sealed, { token })
    const before = await ask(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect(before.text).not.toContain('chrysanthemum')
    await later(2_100)
    await get(app.url, 'unseal', { capsule_id }, { token })
    expect((await read(token, capsule_id)).map(placeOf)).toEqual([undefined, BUND])
    const again = await get(app.url, 'capsuleAgain', { capsule_id }, { token })
    expect((await read(token, again.capsule_id)).map(placeOf)).toEqual([undefined, BUND])
  })
})

it('a time capsule has no place', async () => {
  const { token } = await newPerson(app.url)
  const capsule = { ...textCapsule('<p>风</p>'), content: here() }
  expect(await ask(app.url, 'createTimeCapsule', capsule, { token })).toMatchObject({ message: '只有日记能带上位置' })
})
