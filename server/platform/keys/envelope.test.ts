import { describe, expect, it } from 'vitest'
import { TYPE } from '#contract/capsule.ts'
import type { Binding } from './binding.ts'
import { encrypt } from './encryption.ts'
import { type Envelope, openContent, openHead, rewrap, sealContent } from './envelope.ts'
import { deriveKeys } from './keys.ts'

const keys = deriveKeys(Buffer.alloc(32, 7))
const BINDING: Binding = { id: 4711, owner: 12, type: TYPE.time, opens: '2036-11-24 08:00:00' }
const CONTENT = { content: [{ type: 0, content: '<p>十年后见</p>', comment: '' }] }
const HEAD = { title: '十年后见', excerpt: '十年后见', picture: '' }

/** Each as its version wrote it on its first day, with the key above. */
const SAMPLES: { envelope: Envelope; sealed: string; head: string | null }[] = [
  {
    envelope: {
      v: 1,
      alg: 'A256GCM',
      wraps: [
        {
          kid: 'master:96c04012',
          key: 'LRf7ujOQ/gU3ltMUlC5EVeZ/kzarMVfWWywR0qi/u3P+H6jRFNZBSFGVNBIm6IGg639+3kBrhsnwvtL8',
        },
      ],
    },
    sealed:
      'Z0CRO9oM7O0St5m4ttssvEwnXO1EtaKoz8lgqYPD4/bzC4TUUQH6HMd9cE2yBmNvnN+/G16I/IPIkNxUwRS/M08odl9/CioT9E2ZENFOgpw0HJSP2akNh5e5pr629z0DMw==',
    head: null,
  },
  {
    envelope: {
      v: 2,
      alg: 'A256GCM',
      wraps: [
        {
          kid: 'master:96c04012',
          key: 'Z4arv3UOxkOwH8Q0d/6u/xvmjqPez7KQh4HAsd5leGlqdANFKswB9N42yydyJWXN5AR5wfbsocQVg6JF',
        },
      ],
    },
    sealed:
      'wxGH6zm33vpEeEpZIlDWR0fZqpMf4Tw+nCRwgA+6w8zx4jDOk+pYjaeeRmsRqHbNsszMYH9QCGGJgLoOFihRnEy2ASVV7kkwqGUEqkzMZqsxPetL1BhBOvDkqShQ5DTPdw==',
    head: 'j3DIG9zigE8PfDVzB0rxnLtAr8BPHhc3Z/Uhh7GqIxa4JiGzw9zQEHqjjlK5ENr0J27H7ioOeNQH7OAmlkha9MSf5UjhJBBl/fkPKYnU/I6egPG0KulTX0FH',
  },
]

const EDITED: Partial<Binding>[] = [{ id: 4712 }, { owner: 13 }, { type: TYPE.diary }, { opens: '2026-11-24 08:00:00' }]

describe('the envelope of content', () => {
  it('opens for the capsule it was sealed for, and holds nothing readable', () => {
    const locked = sealContent(keys, BINDING, CONTENT, HEAD)
    expect(openContent(keys, BINDING, locked)).toEqual(CONTENT)
    expect(openHead(keys, BINDING, locked.envelope, locked.head)).toEqual(HEAD)
    for (const bytes of [locked.sealed, locked.head]) expect(bytes.includes('十年后见')).toBe(false)
  })

  it.each(EDITED)('does not open where the row says %j', (edited) => {
    const locked = sealContent(keys, BINDING, CONTENT, HEAD)
    // Also where its key and its head have been opened before, and are still known.
    expect(openContent(keys, BINDING, locked)).toEqual(CONTENT)
    expect(openHead(keys, BINDING, locked.envelope, locked.head)).toEqual(HEAD)
    expect(() => openContent(keys, { ...BINDING, ...edited }, locked)).toThrow()
    expect(() => openHead(keys, { ...BINDING, ...edited }, locked.envelope, locked.head)).toThrow()
  })

  it('does not open changed by a bit, with another key, or called an older version', () => {
    const locked = sealContent(keys, BINDING, CONTENT, HEAD)
    expect(openHead(keys, BINDING, locked.envelope, locked.head)).toEqual(HEAD)
    for (const at of [0, 20, locked.head.length - 1]) {
      expect(() => openContent(keys, BINDING, { ...locked, sealed: bent(locked.sealed, at) })).toThrow()
      expect(() => openHead(keys, BINDING, locked.envelope, bent(locked.head, at))).toThrow()
    }
    expect(() => openContent(deriveKeys(Buffer.alloc(32, 8)), BINDING, locked)).toThrow()
    expect(() => openContent(keys, BINDING, { ...locked, envelope: { ...locked.envelope, v: 1 } })).toThrow()
  })

  it('anyone who edits rows does not get the head of another capsule, however they spell its lock', () => {
    const theirs = sealContent(keys, BINDING, CONTENT, HEAD)
    const binding = { ...BINDING, id: 4712, owner: 13 }
    const lockedBy = (key: string): Envelope => ({ v: 2, alg: 'A256GCM', wraps: [{ kid: keys.id, key }] })
    const bound = ({ id, owner, type, opens }: Binding) => JSON.stringify(['capsule', 2, id, owner, type, opens])
    const lock = `${theirs.envelope.wraps[0]!.key}=`
    // Text behind a whole value of base64 is ignored, so that theirs still opens, under a name of the editor's making: the one
    // that this head would have under the same lock if names were only joined by blanks.
    const head = Buffer.from(`Z ${bound(BINDING)} ${theirs.head.toString('latin1')}`, 'latin1')
    expect(openHead(keys, BINDING, lockedBy(`${lock} ${bound(binding)} Z`), theirs.head)).toEqual(HEAD)
    expect(() => openHead(keys, binding, lockedBy(lock), head)).toThrow()
  })

  it('is no head in place of the content, nor the other way round', () => {
    const { envelope, sealed, head } = sealContent(keys, BINDING, CONTENT, HEAD)
    expect(() => openContent(keys, BINDING, { envelope, sealed: head })).toThrow()
    expect(() => openHead(keys, BINDING, envelope, sealed)).toThrow()
  })

  it.each(SAMPLES)('of version $envelope.v, written on its first day, is opened for ever', (sample) => {
    const stored = { envelope: sample.envelope, sealed: Buffer.from(sample.sealed, 'base64') }
    expect(openContent(keys, BINDING, stored)).toEqual(CONTENT)
    if (sample.head) expect(openHead(keys, BINDING, sample.envelope, Buffer.from(sample.head, 'base64'))).toEqual(HEAD)
  })

  it('of version 1 gets the lock of today around the same bytes, and what else its key locks still opens', () => {
    const [{ envelope, sealed }] = SAMPLES as [(typeof SAMPLES)[0]]
    const renewed = rewrap(keys, BINDING, envelope, HEAD)
    expect(renewed.envelope.v).toBe(2)
    expect(openContent(keys, BINDING, { ...renewed, sealed: Buffer.from(sealed, 'base64') })).toEqual(CONTENT)
    expect(openHead(keys, BINDING, renewed.envelope, renewed.head)).toEqual(HEAD)
    expect(() => rewrap(keys, BINDING, { ...envelope, wraps: [] }, HEAD)).toThrow()
    const forged = encrypt(Buffer.alloc(32, 1), 'x', 'capsule:4711').toString('base64')
    expect(() => rewrap(keys, BINDING, { ...envelope, wraps: [{ kid: keys.id, key: forged }] }, HEAD)).toThrow()
  })
})

function bent(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes)
  other[at]! ^= 1
  return other
}
