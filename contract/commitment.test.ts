import { describe, expect, it } from 'vitest'
import { sha256 } from '#server/core/sha256.ts'
import { hexOf } from './bytes.ts'
import { TYPE } from './capsule.ts'
import {
  type Committed,
  canonicalJson,
  commitmentOf,
  compare,
  partsOf,
  type ReceiptFacts,
  type ReceiptParts,
  saltOf,
  statementOf,
} from './commitment.ts'
import { ITEM } from './content.ts'
import { placeItem } from './place.ts'

const seed = Buffer.alloc(32, 7)
const facts: ReceiptFacts = {
  id: '4711',
  type: TYPE.time,
  sealed_at: '2026-11-26 11:04:05',
  open_time: '2036-11-26 00:00:00',
}
const fingerprintOf = (address: string) => hexOf(sha256(`bytes of ${address}`))

/** A capsule of each type, with everything that it can have. */
const CAPSULES: Record<string, Committed> = {
  time: {
    type: TYPE.time,
    title: '给十年后的我',
    content: [
      { type: ITEM.text, content: '<p>海边</p><img src="a.jpg" alt=""><img src="b.jpg">', comment: '那一天' },
      { type: ITEM.image, content: 'c.jpg', comment: '', name: '合影.jpg', width: 3, height: 4 },
      { type: ITEM.video, content: 'd.mp4', comment: '风很大', poster: 'e.jpg' },
      { type: ITEM.file, content: 'f.pdf', comment: '', name: '信.pdf' },
    ],
    send_word: '别忘了',
    description: '毕业',
  },
  diary: {
    type: TYPE.diary,
    title: '晴',
    content: [
      { type: ITEM.text, content: '<p>今天</p>', comment: '' },
      placeItem({ name: '外滩', address: '', latitude: 31.239692, longitude: 121.499755 }),
    ],
    send_word: '',
    description: '',
  },
  forecast: {
    type: TYPE.forecast,
    title: '你是年少的喜欢',
    content: [{ type: ITEM.text, content: '明年 <img src="a.jpg"> 会下雪', comment: '会' }],
    send_word: '',
    description: '',
    confidence: 80,
  },
}
const factsOf = (name: string): ReceiptFacts => ({ ...facts, type: CAPSULES[name]!.type })
const statementFor = (name: string) => statementOf(sha256, factsOf(name), partsOf(CAPSULES[name]!, fingerprintOf), seed)

/** Version 1 for ever: made by another program from docs/decisions/receipts.md, and never made anew. */
const GOLDEN: Record<string, string> = {
  time: '04fdf4c2951c5bc63745091691426269412644f57f861f0f97110db27b14ab14',
  diary: 'ff4f887af706aa50295e99b3555817447802eb44f7f6917d2109bee4ca954101',
  forecast: '7e60a1aa7a6538fea828dd1e4539cbe5009e2eeb340d91583159979d3a05cfe9',
}

describe('the commitment to a capsule', () => {
  it.each(Object.keys(CAPSULES))('of version 1 is the same for ever: %s', (name) => {
    expect(hexOf(commitmentOf(sha256, statementFor(name)))).toBe(GOLDEN[name])
  })

  it('is a hash over canonical JSON that anybody can write', () => {
    const statement = statementFor('diary')
    const { parts } = statement
    const names = ['description', 'place 2', 'remark 1', 'remark 2', 'text 1', 'title', 'words']
    expect(Object.keys(parts).sort()).toEqual(names)
    const written = names.map((name) => `"${name}":"${parts[name]}"`).join(',')
    const text = `{"id":"4711","open_time":"2036-11-26 00:00:00","parts":{${written}},"sealed_at":"2026-11-26 11:04:05","type":1}`
    expect(hexOf(commitmentOf(sha256, statement))).toBe(hexOf(sha256(`capsule-receipt/v1\n${text}`)))
    const salt = sha256('capsule-receipt-salt/v1\n', seed, 'title')
    expect(parts.title).toBe(hexOf(sha256('capsule-receipt-part/v1\n', salt, '"晴"')))
    expect(canonicalJson({ b: [1, null, '"\n'], a: { ä: 0.5, A: '' } })).toBe(
      '{"a":{"A":"","ä":0.5},"b":[1,null,"\\"\\n"]}',
    )
  })

  it('has a part for all that a capsule has, its uploads by their fingerprints, its place by what it says', () => {
    const file = (address: string, name: string) => ({ name, sha256: fingerprintOf(address) })
    expect(partsOf(CAPSULES.time!, fingerprintOf)).toEqual({
      title: '给十年后的我',
      words: '别忘了',
      description: '毕业',
      'text 1': '<p>海边</p><img src="" alt=""><img src="">',
      'remark 1': '那一天',
      'picture 1.1': { sha256: fingerprintOf('a.jpg') },
      'picture 1.2': { sha256: fingerprintOf('b.jpg') },
      'file 2': file('c.jpg', '合影.jpg'),
      'remark 2': '',
      'file 3': file('d.mp4', ''),
      'poster 3': { sha256: fingerprintOf('e.jpg') },
      'remark 3': '风很大',
      'file 4': file('f.pdf', '信.pdf'),
      'remark 4': '',
    })
    expect(partsOf(CAPSULES.diary!, fingerprintOf)['place 2']).toEqual({
      name: '外滩',
      address: '',
      latitude: 31.239692,
      longitude: 121.499755,
    })
    const { 'text 1': text, 'remark 1': remark, confidence } = partsOf(CAPSULES.forecast!, fingerprintOf)
    expect([text, remark, confidence]).toEqual(['明年 <img src="a.jpg"> 会下雪', '会', 80])
  })

  it('tells nothing by the names of its parts of words and a confidence that were not given', () => {
    const named = (capsule: Committed) => Object.keys(partsOf(capsule, fingerprintOf))
    const { confidence: _, ...unsure } = CAPSULES.forecast!
    expect(named(unsure)).toEqual(named(CAPSULES.forecast!))
    expect(named({ ...CAPSULES.time!, send_word: '', description: '' })).toEqual(named(CAPSULES.time!))
  })

  it('is the same wherever the uploads lie', () => {
    const { content, ...rest } = CAPSULES.time!
    const moved = content.map((item) =>
      JSON.parse(JSON.stringify(item).replace(/([a-f]\.(?:jpg|mp4|pdf))/g, '/m/9.mac/$1')),
    )
    const parts = partsOf({ ...rest, content: moved }, (address) => fingerprintOf(address.replace('/m/9.mac/', '')))
    expect(statementOf(sha256, facts, parts, seed)).toEqual(statementFor('time'))
  })

  it('binds the hash that a text says of its picture in the picture’s own part, and not once more in the text', () => {
    const { content, ...rest } = CAPSULES.time!
    const [first, ...others] = content
    const said = first!.content.replace('a.jpg"', `a.jpg" data-sha256="${fingerprintOf('a.jpg')}"`)
    expect(said).not.toBe(first!.content)
    const parts = partsOf({ ...rest, content: [{ ...first!, content: said }, ...others] }, fingerprintOf)
    expect(statementOf(sha256, facts, parts, seed)).toEqual(statementFor('time'))
  })

  it('gives nothing to somebody who knows all of it but the salts', () => {
    const parts = partsOf(CAPSULES.time!, fingerprintOf)
    const { parts: hashes } = statementFor('time')
    for (const [name, value] of Object.entries(parts)) {
      const text = canonicalJson(value)
      const others = Object.keys(parts).filter((other) => other !== name)
      const guesses = [
        sha256(text),
        sha256('capsule-receipt-part/v1\n', text),
        sha256('capsule-receipt-part/v1\n', saltOf(sha256, new Uint8Array(32), name), text),
        // The salt of one part is none of another.
        ...others.map((other) => sha256('capsule-receipt-part/v1\n', saltOf(sha256, seed, other), text)),
      ]
      expect(guesses.map(hexOf)).not.toContain(hashes[name])
    }
    expect(new Set(Object.values(hashes)).size).toBe(Object.keys(parts).length)
  })
})

describe('a capsule that is held against its receipt', () => {
  const sealed = partsOf(CAPSULES.time!, fingerprintOf)
  const statement = statementFor('time')
  const saltsOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, saltOf(sha256, seed, name)]))
  const all = saltsOf(Object.keys(sealed))
  const against = (change: { facts?: Partial<ReceiptFacts>; parts?: ReceiptParts }, salts = all) =>
    compare(sha256, statement, { facts: { ...facts, ...change.facts }, parts: { ...sealed, ...change.parts } }, salts)

  it('as it was sealed differs in nothing', () => {
    expect(against({})).toEqual({ differing: [], hidden: [] })
  })

  it.each([
    ['title', { parts: { title: '给十年后的你' } }],
    ['words', { parts: { words: '忘了吧' } }],
    ['description', { parts: { description: '' } }],
    ['text 1', { parts: { 'text 1': '<p>海边 </p><img src="" alt=""><img src="">' } }],
    ['remark 3', { parts: { 'remark 3': '风不大' } }],
    ['picture 1.2', { parts: { 'picture 1.2': { sha256: fingerprintOf('x.jpg') } } }],
    ['file 2', { parts: { 'file 2': { name: '合影.jpg', sha256: fingerprintOf('d.mp4') } } }],
    ['file 4', { parts: { 'file 4': { name: '信2.pdf', sha256: fingerprintOf('f.pdf') } } }],
    ['poster 3', { parts: { 'poster 3': { sha256: null } } }],
    ['text 5', { parts: { 'text 5': '' } }],
    ['confidence', { parts: { confidence: null } }],
    ['toString', { parts: { toString: '' } }],
    ['id', { facts: { id: '4712' } }],
    ['type', { facts: { type: TYPE.diary } }],
    ['sealed_at', { facts: { sealed_at: '2026-11-25 11:04:05' } }],
    ['open_time', { facts: { open_time: '2036-11-27 00:00:00' } }],
  ] as [string, { facts?: Partial<ReceiptFacts>; parts?: ReceiptParts }][])('says what differs: %s', (name, change) => {
    expect(against(change)).toEqual({ differing: [name], hidden: [] })
  })

  it('says which part is gone, and of two that changed places both', () => {
    const { 'remark 4': _, ...parts } = sealed
    expect(compare(sha256, statement, { facts, parts }, all).differing).toEqual(['remark 4'])
    const swapped = { 'file 2': sealed['file 4']!, 'file 4': sealed['file 2']! }
    expect(against({ parts: swapped }).differing).toEqual(['file 2', 'file 4'])
  })

  it('checks of a part that its viewer may not see nothing, and says so', () => {
    const { words: _, 'file 2': __, ...seen } = all
    expect(against({ parts: { words: '', 'file 2': '' } }, seen)).toEqual({
      differing: [],
      hidden: ['words', 'file 2'],
    })
    expect(against({ parts: { title: '' } }, seen).differing).toEqual(['title'])
  })

  it('has no salt for a part that is called like what every object has', () => {
    const odd = { ...statement, parts: { ...statement.parts, constructor: '' } }
    expect(compare(sha256, odd, { facts, parts: sealed }, all)).toEqual({ differing: [], hidden: ['constructor'] })
  })

  it('is bound by its commitment, hidden parts included', () => {
    const other = { ...statement, parts: { ...statement.parts, words: '0'.repeat(64) } }
    expect(hexOf(commitmentOf(sha256, other))).not.toBe(hexOf(commitmentOf(sha256, statement)))
  })
})
