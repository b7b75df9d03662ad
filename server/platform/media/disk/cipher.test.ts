import { describe, expect, it } from 'vitest'
import { bytesOf } from '#test/media.ts'
import { CHUNK_BYTES, decryptChunk, encryptChunk, fileSizeOf, plainSizeOf } from './cipher.ts'

const lock = { key: 'file/7/aaaaaaaaaaaaaaaa.bin', secret: Buffer.alloc(32, 7) }
const only = { index: 0, last: true }

const SAMPLE_SEALED = 'bX7r3SI0gnF8kNPX3MJ2sU01xxkAaMozGjJ6ww=='

describe('an object on the disk', () => {
  it('opens chunk by chunk, and holds nothing readable', () => {
    const plain = Buffer.from('星星'.repeat(100))
    const sealed = Buffer.concat(encryptChunk(lock, plain, only))
    expect(decryptChunk(lock, sealed, only)).toEqual(plain)
    expect(sealed.includes('星星')).toBe(false)
  })

  it('of version 1, written on the first day, is opened for ever', () => {
    expect(decryptChunk(lock, Buffer.from(SAMPLE_SEALED, 'base64'), { index: 3, last: true }).toString()).toBe(
      '十年后见',
    )
  })

  it('does not open with a chunk of another place, another object, another key, or a bit changed', () => {
    const sealed = Buffer.concat(encryptChunk(lock, bytesOf(100), { index: 1, last: false }))
    const bent = Buffer.from(sealed)
    bent[50]! ^= 1
    const place = { index: 1, last: false }
    expect(decryptChunk(lock, sealed, place)).toEqual(bytesOf(100))
    for (const wrong of [
      () => decryptChunk(lock, sealed, { index: 2, last: false }),
      () => decryptChunk(lock, sealed, { index: 1, last: true }),
      () => decryptChunk({ ...lock, key: 'file/8/aaaaaaaaaaaaaaaa.bin' }, sealed, place),
      () => decryptChunk({ ...lock, secret: Buffer.alloc(32, 8) }, sealed, place),
      () => decryptChunk(lock, bent, place),
      () => decryptChunk(lock, sealed.subarray(0, -1), place),
    ]) {
      expect(wrong).toThrow()
    }
  })

  it('says its plain size by the size of its file', () => {
    for (const size of [1, 16, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES, 52_428_800]) {
      expect(plainSizeOf(fileSizeOf(size))).toBe(size)
    }
  })
})
