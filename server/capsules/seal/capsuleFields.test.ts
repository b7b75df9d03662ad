import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CAPSULE_FIELDS, type CapsuleFields, type GivenFields } from '#contract/capsuleFields.ts'
import { CODE } from '#contract/codes.ts'
import type { Kind } from '#contract/wallet.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, get, inSeconds, textCapsule } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { give } from '#test/grants.ts'

const app = withApp()
/** A value of each field; those of texts hold their own name. */
const SAMPLE: Required<CapsuleFields> = {
  send_word: 'medlar send_word',
  description: 'medlar description',
  confidence: 73,
}
type Name = keyof CapsuleFields
const NAMES = Object.keys(CAPSULE_FIELDS) as Name[]
const TEXTS = NAMES.filter((name) => CAPSULE_FIELDS[name].scene)
const KINDS: Kind[] = ['time', 'diary', 'forecast']
const DRAFT = { time: 'createTimeDraft', diary: 'createDiaryDraft', forecast: 'createForecastDraft' } as const
const SEAL = { time: 'createTimeCapsule', diary: 'createDiaryCapsule', forecast: 'createForecastCapsule' } as const

const namesOf = (kind: Kind, has = (_name: Name) => true): Name[] =>
  NAMES.filter((name) => (CAPSULE_FIELDS[name].kind ?? kind) === kind && has(name))
const only = (names: Name[], from: Partial<Record<Name, unknown>>) =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))

async function someone(): Promise<Member> {
  const [member] = await newCrowd(app.services, 1)
  const amounts = KINDS.map((kind) => ({ kind, amount: 10 }))
  await give(app.services, Number(member!.id), amounts)
  return member!
}

const detail = async (capsule_id: string, { token }: Member) =>
  (await get(app.url, 'capsuleDetail', { capsule_id }, { token })).capsule
const inputOf = (kind: Kind, fields: GivenFields) => ({
  ...(kind === 'forecast' ? foretold('雨') : textCapsule('<p>雨</p>')),
  ...fields,
})
async function sealed(kind: Kind, { token }: Member, fields: GivenFields = SAMPLE) {
  const input = { ...inputOf(kind, fields), open_time: inSeconds(3600) }
  return (await get(app.url, SEAL[kind], input, { token, key: randomUUID() })).capsule_id
}
async function opened(...of: Parameters<typeof sealed>) {
  const capsule_id = await sealed(...of)
  await comeDue(app.services, capsule_id)
  await get(app.url, 'unseal', { capsule_id }, { token: of[1].token })
  return capsule_id
}

describe.each(KINDS)('the fields of a %s capsule', (kind) => {
  it('are kept by its draft, and no other kind’s are', async () => {
    const me = await someone()
    const { capsule_id } = await get(app.url, DRAFT[kind], inputOf(kind, SAMPLE), { token: me.token })
    expect(only(NAMES, await detail(capsule_id, me))).toEqual(only(namesOf(kind), SAMPLE))
  })

  it('are sealed in it: nobody reads them before its day, then its owner does, and others what is for everybody', async () => {
    const me = await someone()
    const capsule_id = await sealed(kind, me)
    expect(only(NAMES, await detail(capsule_id, me))).toEqual({})
    expect((await dumpOf(app.services.db)).filter(({ row }) => row.includes('medlar'))).toEqual([])

    await comeDue(app.services, capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token: me.token })
    expect(only(NAMES, await detail(capsule_id, me))).toEqual(only(namesOf(kind), SAMPLE))

    const { token } = await get(app.url, 'capsuleShare', { capsule_id }, { token: me.token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id, token })
    const forAll = namesOf(kind, (name) => CAPSULE_FIELDS[name].readers === 'everybody')
    expect(only(NAMES, capsule)).toEqual(only(forAll, SAMPLE))
  })

  it('begin again in a capsule that is sealed once more, or are empty', async () => {
    const me = await someone()
    const capsule_id = await opened(kind, me)
    const { capsule_id: draft } = await get(app.url, 'capsuleAgain', { capsule_id }, { token: me.token })
    const begun = namesOf(kind).map((name) => [
      name,
      CAPSULE_FIELDS[name].again ? SAMPLE[name] : CAPSULE_FIELDS[name].empty,
    ])
    expect(only(NAMES, await detail(draft, me))).toEqual(only(NAMES, Object.fromEntries(begun)))
  })
})

describe.each(TEXTS)('the text of %s', (name) => {
  it('is found by its owner', async () => {
    const me = await someone()
    const capsule_id = await opened('time', me, { [name]: SAMPLE[name] })
    const { capsules } = await get(app.url, 'ownSearch', { keyword: `medlar ${name}` }, { token: me.token })
    expect(capsules.data).toMatchObject([{ id: capsule_id, where: 'words' }])
  })

  it('is looked at before others see it', async () => {
    const me = await someone()
    const capsule_id = await opened('time', me, { [name]: '出售冰毒' })
    const shown = await ask(app.url, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token: me.token })
    expect(shown.code).toBe(CODE.refused)
  })
})

it('a diary that is written, and not sealed, has the fields of its kind; a change of its content keeps them', async () => {
  const me = await someone()
  const { content } = textCapsule('<p>雨</p>')
  const { capsule_id } = await get(app.url, 'createDiaryCapsule', { content, ...SAMPLE }, { token: me.token })
  await get(app.url, 'diaryEdit', { capsule_id, content: textCapsule('<p>晴</p>').content }, { token: me.token })
  expect(only(NAMES, await detail(capsule_id, me))).toEqual(only(namesOf('diary'), SAMPLE))
})
