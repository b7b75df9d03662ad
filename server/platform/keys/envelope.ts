import type { Binding } from './binding.ts'
import { decrypt, encrypt } from './encryption.ts'
import { freshBytes } from './freshBytes.ts'
import { type Keys, locksOf } from './keys.ts'

/**
 * How a capsule's content is locked: a random key a capsule, wrapped; more locks are more wraps. The content is bound to
 * the capsule's id; since version 2 the wraps are bound to its owner, kind and day as well.
 */
export type Envelope = { v: 1 | 2; alg: 'A256GCM'; wraps: { kid: string; key: string }[] }
/** `head` is the little that lists show; version 1 had none. */
export type SealedContent = { envelope: Envelope; sealed: Buffer; head?: Buffer | null }

const KEY_BYTES = 32
const contentOf = (id: number) => `capsule:${id}`
const headOf = (id: number) => `head of capsule:${id}`
const boundBytes = (v: Envelope['v'], { id, owner, type, opens }: Binding) =>
  v === 1 ? contentOf(id) : JSON.stringify(['capsule', v, id, owner, type, opens])

/** Locks a value, and its head for lists, to this capsule. `key` locks what else belongs to it. */
export function sealContent(keys: Keys, binding: Binding, value: unknown, head: unknown) {
  const key = freshBytes(KEY_BYTES)
  return {
    envelope: wrap(keys, binding, key),
    sealed: encrypt(key, JSON.stringify(value), contentOf(binding.id)),
    head: sealHead(key, binding, head),
    key,
  }
}

/** Throws when the key, the bytes or the binding is not the one it was sealed with. */
export function openContent(keys: Keys, binding: Binding, { envelope, sealed }: SealedContent): unknown {
  return JSON.parse(decrypt(openKey(keys, binding, envelope), sealed, contentOf(binding.id)).toString())
}

/** The opened head, shared by all callers: it is not to be changed. */
export function openHead(keys: Keys, binding: Binding, envelope: Envelope, head: Buffer): unknown {
  const locked = lockOf(keys, binding, envelope)
  return remembered(keys, `head ${head.toString('base64')} ${nameOf(locked)}`, () =>
    Object.freeze(JSON.parse(decrypt(unlock(locked), head, headOf(binding.id)).toString())),
  )
}

/** The capsule's own key; throws like `openContent`. */
export function openKey(keys: Keys, binding: Binding, envelope: Envelope): Buffer {
  const locked = lockOf(keys, binding, envelope)
  return remembered(keys, `key ${nameOf(locked)}`, () => ofItsOwn(unlock(locked)))
}

/** Like `openKey`, where nobody will ask for the key again soon. */
const openOnce = (keys: Keys, binding: Binding, envelope: Envelope): Buffer => unlock(lockOf(keys, binding, envelope))

type Locked = { kid: string; lock: Buffer; wrap: string; bound: string }

function lockOf(keys: Keys, binding: Binding, { v, wraps }: Envelope): Locked {
  for (const { id, wrap: lock } of locksOf(keys)) {
    const wrap = wraps.find(({ kid }) => kid === id)
    if (wrap) return { kid: id, lock, wrap: wrap.key, bound: boundBytes(v, binding) }
  }
  throw new Error(`capsule ${binding.id} is locked with another key`)
}

const unlock = ({ lock, wrap, bound }: Locked): Buffer => decrypt(lock, Buffer.from(wrap, 'base64'), bound)

/** A piece of its own: what is cut off a larger one keeps the whole of it. */
function ofItsOwn(bytes: Buffer): Buffer {
  const own = Buffer.alloc(bytes.length)
  bytes.copy(own)
  return own
}

/**
 * The lock and all that it is bound to: whatever differs in either is opened, or refused, anew. The wrap stands last: it is
 * whatever the row says, and must not be able to say what stands before it.
 */
const nameOf = ({ kid, wrap, bound }: Locked): string => `${kid} ${bound} ${wrap}`

/** Opened a moment ago, keys and heads: a month's page opens fifteen of them, most of which the page before has opened. */
const REMEMBERED_MOST = 10_000
const REMEMBERED_MS = 10 * 60_000
type Memory = { opened: Map<string, unknown>; over: NodeJS.Timeout }
const memories = new WeakMap<Keys, Memory>()

function remembered<T>(keys: Keys, name: string, open: () => T): T {
  const { opened } = memoryOf(keys)
  const known = opened.get(name)
  if (known !== undefined) return known as T
  const value = open()
  opened.set(name, value)
  return value
}

/** All are forgotten at once, not the oldest each time (docs/decisions/calls.md), also where nobody asks any more. */
function memoryOf(keys: Keys): Memory {
  const memory = memories.get(keys)
  if (memory && memory.opened.size < REMEMBERED_MOST) return memory
  clearTimeout(memory?.over)
  const over = setTimeout(() => memories.delete(keys), REMEMBERED_MS).unref()
  const next = { opened: new Map(), over }
  memories.set(keys, next)
  return next
}

/** The envelope and the head as they are written today, around content that stays what it is, byte by byte. */
export function rewrap(keys: Keys, binding: Binding, envelope: Envelope, head: unknown, to = binding) {
  const key = openOnce(keys, binding, envelope)
  return { envelope: wrap(keys, to, key), head: sealHead(key, to, head) }
}

/** The same lock made with the current master key. Not for version 1, which a head is wanting as well. */
export const relock = (keys: Keys, binding: Binding, envelope: Envelope): Envelope =>
  wrap(keys, binding, openOnce(keys, binding, envelope))

const wrap = (keys: Keys, binding: Binding, key: Buffer): Envelope => ({
  v: 2,
  alg: 'A256GCM',
  wraps: [{ kid: keys.id, key: encrypt(keys.wrap, key, boundBytes(2, binding)).toString('base64') }],
})

const sealHead = (key: Buffer, { id }: Binding, head: unknown): Buffer => encrypt(key, JSON.stringify(head), headOf(id))
