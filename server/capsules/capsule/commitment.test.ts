import { expect, it } from 'vitest'
import { TYPE } from '#contract/capsule.ts'
import { partsOf } from '#contract/commitment.ts'
import { ITEM } from '#contract/content.ts'
import { commitTo, committedWith } from './commitment.ts'
import { fingerprintsOf } from './content.ts'

const facts = { id: '1', type: TYPE.time, sealed_at: '2026-11-26 11:04:05', open_time: '2036-11-26 00:00:00' }
const capsule = { type: TYPE.time, title: '信', content: [], send_word: '', description: '' }
const nothing = () => null

it('a capsule is committed to under salts that no other has, and again from its seed', () => {
  const [one, other] = [commitTo(facts, capsule, nothing), commitTo(facts, capsule, nothing)]
  expect(one.commitment).not.toEqual(other.commitment)
  expect(Object.values(one.statement.parts)).not.toContain(other.statement.parts.title)
  expect(committedWith(one.seed, facts, capsule, nothing)).toEqual(one)
})

it('every upload is named by the hash that its owner’s page has said, in texts and of videos too, and by null where it said none', () => {
  const [hashes, keys] = [
    ['a', 'b', 'c'].map((one) => one.repeat(64)),
    ['one', 'two', 'six'].map((name) => keyOf(name)),
  ]
  const content = [
    {
      type: ITEM.text,
      content: `<p>海</p><img src="${keys[0]}" data-sha256="${hashes[0]}" alt="" /><img src="${keys[1]}" alt="" />`,
      comment: '',
    },
    { type: ITEM.video, content: keyOf('film', 'video'), comment: '', poster: keys[2], poster_sha256: hashes[2] },
    // The same picture again, without a word about its hash.
    { type: ITEM.image, content: keys[0]!, comment: '' },
    { type: ITEM.file, content: keyOf('letter', 'file'), comment: '', sha256: hashes[1] },
  ]
  const parts = partsOf({ ...capsule, content }, fingerprintsOf(content))
  expect(parts).toMatchObject({
    'text 1': '<p>海</p><img src="" alt="" /><img src="" alt="" />',
    'picture 1.1': { sha256: hashes[0] },
    'picture 1.2': { sha256: null },
    'file 2': { sha256: null },
    'poster 2': { sha256: hashes[2] },
    'file 3': { sha256: hashes[0] },
    'file 4': { sha256: hashes[1] },
  })
})

const keyOf = (name: string, kind = 'image') => `${kind}/7/${name.padEnd(16, '0')}.x`
