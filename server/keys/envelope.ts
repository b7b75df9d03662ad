import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from './box.ts'
import type { Keys } from './keys.ts'

/** How a capsule's content is locked. Version 1: a random key a capsule, wrapped; more locks are more wraps. */
export type Envelope = { v: 1; alg: 'A256GCM'; wraps: { kid: string; key: string }[] }
export type SealedContent = { envelope: Envelope; sealed: Buffer }

const KEY_BYTES = 32
const bound = (capsuleId: number) => `capsule:${capsuleId}`

/** Locks a value to this capsule: moved to another row, it no longer opens. `key` locks what else belongs to it. */
export function sealContent(keys: Keys, capsuleId: number, value: unknown): SealedContent & { key: Buffer } {
  const key = randomBytes(KEY_BYTES)
  const wrapped = encrypt(keys.wrap, key, bound(capsuleId)).toString('base64')
  return {
    envelope: { v: 1, alg: 'A256GCM', wraps: [{ kid: keys.id, key: wrapped }] },
    sealed: encrypt(key, JSON.stringify(value), bound(capsuleId)),
    key,
  }
}

export function openContent(keys: Keys, capsuleId: number, { envelope, sealed }: SealedContent): unknown {
  return JSON.parse(decrypt(openKey(keys, capsuleId, envelope), sealed, bound(capsuleId)).toString())
}

/** The capsule's own key. */
export function openKey(keys: Keys, capsuleId: number, envelope: Envelope): Buffer {
  const wrap = envelope.wraps.find((one) => one.kid === keys.id)
  if (!wrap) throw new Error(`capsule ${capsuleId} is locked with another key`)
  return decrypt(keys.wrap, Buffer.from(wrap.key, 'base64'), bound(capsuleId))
}
