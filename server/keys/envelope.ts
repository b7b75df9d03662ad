import type { Bond } from './bond.ts'
import { decrypt, encrypt } from './box.ts'
import { freshBytes } from './freshBytes.ts'
import { type Keys, locksOf } from './keys.ts'

/**
 * How a capsule's content is locked: a random key a capsule, wrapped; more locks are more wraps. The content is bound to
 * the capsule's id; since version 2 the wraps are bound to its whole bond as well.
 */
export type Envelope = { v: 1 | 2; alg: 'A256GCM'; wraps: { kid: string; key: string }[] }
/** `head` is the little that lists show; version 1 had none. */
export type SealedContent = { envelope: Envelope; sealed: Buffer; head?: Buffer | null }

const KEY_BYTES = 32
const contentOf = (id: number) => `capsule:${id}`
const headOf = (id: number) => `head of capsule:${id}`
const bondOf = (v: Envelope['v'], { id, owner, type, opens }: Bond) =>
  v === 1 ? contentOf(id) : JSON.stringify(['capsule', v, id, owner, type, opens])

/** Locks a value, and its head for lists, to this capsule. `key` locks what else belongs to it. */
export function sealContent(keys: Keys, bond: Bond, value: unknown, head: unknown) {
  const key = freshBytes(KEY_BYTES)
  return {
    envelope: wrap(keys, bond, key),
    sealed: encrypt(key, JSON.stringify(value), contentOf(bond.id)),
    head: sealHead(key, bond, head),
    key,
  }
}

/** Throws when the key, the bytes or the bond is not the one it was sealed with. */
export function openContent(keys: Keys, bond: Bond, { envelope, sealed }: SealedContent): unknown {
  return JSON.parse(decrypt(openKey(keys, bond, envelope), sealed, contentOf(bond.id)).toString())
}

export function openHead(keys: Keys, bond: Bond, envelope: Envelope, head: Buffer): unknown {
  return JSON.parse(decrypt(openKey(keys, bond, envelope), head, headOf(bond.id)).toString())
}

/** The capsule's own key; throws like `openContent`. */
export function openKey(keys: Keys, bond: Bond, { v, wraps }: Envelope): Buffer {
  for (const lock of locksOf(keys)) {
    const wrap = wraps.find(({ kid }) => kid === lock.id)
    if (wrap) return openWrap(keys, bondOf(v, bond), { lock: lock.wrap, wrap: wrap.key })
  }
  throw new Error(`capsule ${bond.id} is locked with another key`)
}

/** Keys that were opened a moment ago: a month's page opens fifteen of them, most of which the page before has opened. */
const OPENED_MOST = 10_000
const opened = new WeakMap<Keys, Map<string, Buffer>>()

/** Known by the lock and by all that it is bound to: whatever differs in either is opened, or refused, anew. */
function openWrap(keys: Keys, bound: string, { lock, wrap }: { lock: Buffer; wrap: string }): Buffer {
  const kept = opened.get(keys) ?? new Map<string, Buffer>()
  opened.set(keys, kept)
  const name = wrap + bound
  const known = kept.get(name)
  if (known) return known
  const key = Buffer.alloc(KEY_BYTES)
  // A piece of its own: what is cut off a larger one keeps the whole of it.
  decrypt(lock, Buffer.from(wrap, 'base64'), bound).copy(key)
  // All at once, not the oldest each time: see server/line.ts.
  if (kept.size >= OPENED_MOST) kept.clear()
  kept.set(name, key)
  return key
}

/** The envelope and the head as they are written today, around content that stays what it is, byte by byte. */
export function rewrap(keys: Keys, bond: Bond, envelope: Envelope, head: unknown, to = bond) {
  const key = openKey(keys, bond, envelope)
  return { envelope: wrap(keys, to, key), head: sealHead(key, to, head) }
}

/** The same lock made with the current master key. Not for version 1, which a head is wanting as well. */
export const relock = (keys: Keys, bond: Bond, envelope: Envelope): Envelope =>
  wrap(keys, bond, openKey(keys, bond, envelope))

const wrap = (keys: Keys, bond: Bond, key: Buffer): Envelope => ({
  v: 2,
  alg: 'A256GCM',
  wraps: [{ kid: keys.id, key: encrypt(keys.wrap, key, bondOf(2, bond)).toString('base64') }],
})

const sealHead = (key: Buffer, { id }: Bond, head: unknown): Buffer => encrypt(key, JSON.stringify(head), headOf(id))
