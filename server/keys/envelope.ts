import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from './box.ts'
import type { Keys } from './keys.ts'

/** How a capsule's content is locked. Version 1: a random key a capsule, wrapped; more locks are more wraps. */
export type Envelope = { v: 1; alg: 'A256GCM'; wraps: { kid: string; key: string }[] }
export type SealedContent = { envelope: Envelope; sealed: Buffer }

const KEY_BYTES = 32
const bound = (capsuleId: number) => `capsule:${capsuleId}`

/** Locks a value to this capsule: moved to another row, it no longer opens. */
export function sealContent(keys: Keys, capsuleId: number, value: unknown): SealedContent {
  const key = randomBytes(KEY_BYTES)
  const wrapped = encrypt(keys.wrap, key, bound(capsuleId)).toString('base64')
  return {
    envelope: { v: 1, alg: 'A256GCM', wraps: [{ kid: keys.id, key: wrapped }] },
    sealed: encrypt(key, JSON.stringify(value), bound(capsuleId)),
  }
}

export function openContent(keys: Keys, capsuleId: number, { envelope, sealed }: SealedContent): unknown {
  const wrap = envelope.wraps.find((one) => one.kid === keys.id)
  if (!wrap) throw new Error(`capsule ${capsuleId} is locked with another key`)
  const key = decrypt(keys.wrap, Buffer.from(wrap.key, 'base64'), bound(capsuleId))
  return JSON.parse(decrypt(key, sealed, bound(capsuleId)).toString())
}
