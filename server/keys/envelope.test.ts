import { describe, expect, it } from 'vitest'
import { type Envelope, openContent, sealContent } from './envelope.ts'
import { deriveKeys } from './keys.ts'

const keys = deriveKeys(Buffer.alloc(32, 7))

const SAMPLE_ENVELOPE: Envelope = {
  v: 1,
  alg: 'A256GCM',
  wraps: [
    { kid: 'master:96c04012', key: 'LRf7ujOQ/gU3ltMUlC5EVeZ/kzarMVfWWywR0qi/u3P+H6jRFNZBSFGVNBIm6IGg639+3kBrhsnwvtL8' },
  ],
}
const SAMPLE_SEALED =
  'Z0CRO9oM7O0St5m4ttssvEwnXO1EtaKoz8lgqYPD4/bzC4TUUQH6HMd9cE2yBmNvnN+/G16I/IPIkNxUwRS/M08odl9/CioT9E2ZENFOgpw0HJSP2akNh5e5pr629z0DMw=='

describe('the envelope of content', () => {
  it('opens for the capsule it was sealed for, and holds nothing readable', () => {
    const sealed = sealContent(keys, 12, { content: '星星' })
    expect(openContent(keys, 12, sealed)).toEqual({ content: '星星' })
    expect(sealed.sealed.includes('星星')).toBe(false)
  })

  it('does not open moved to another capsule, changed by a bit, or with another key', () => {
    const sealed = sealContent(keys, 12, { content: 'x' })
    expect(() => openContent(keys, 13, sealed)).toThrow()
    const bent = Buffer.from(sealed.sealed)
    bent[20]! ^= 1
    expect(() => openContent(keys, 12, { ...sealed, sealed: bent })).toThrow()
    expect(() => openContent(deriveKeys(Buffer.alloc(32, 8)), 12, sealed)).toThrow()
  })

  it('of version 1, written on the first day, is opened for ever', () => {
    const envelope: Envelope = SAMPLE_ENVELOPE
    expect(openContent(keys, 4711, { envelope, sealed: Buffer.from(SAMPLE_SEALED, 'base64') })).toEqual({
      content: [{ type: 0, content: '<p>十年后见</p>', comment: '' }],
    })
  })
})
