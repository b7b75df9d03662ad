import { createHash, createHmac, hkdfSync } from 'node:crypto'

/** The length of a master key, and of every key made of it. */
export const KEY_BYTES = 32
const NAME_CHARS = 8

const HMAC_PURPOSES = [
  'pepper',
  'code',
  'slide',
  'address',
  'answers',
  'request',
  'media',
  'upload',
  'share',
  'unseal',
  'confirm',
  'receive',
  'recipient',
  'jwt',
  'calendar',
  'operator',
  'control',
  'device',
  'backup',
  'made',
  'archive',
] as const
export type HmacPurpose = (typeof HMAC_PURPOSES)[number]

export type HashKeys = Record<HmacPurpose, Buffer>
/** Used by the command line, which has the master key and no database. */
const ALWAYS_CURRENT: HmacPurpose = 'control'

/** The keys derived from one master key, which lock and open. */
export type Lock = {
  /** Names the master key in short texts and uploads' keys. */
  name: string
  /** Names the master key in envelopes. */
  id: string
  fingerprint: string
  /** Wraps the random key of each capsule. */
  wrap: Buffer
  /** Short texts: contacts, pending messages. */
  box: Buffer
  derive: (purpose: string) => Buffer
}

/** A ring: all that is written is locked with the current master key; the `others` open what was written before. */
export type Keys = Readonly<Lock> & {
  readonly others: readonly Lock[]
  readonly hashes: Readonly<HashKeys>
  /** Keyed hashes; each purpose has its own key, so one never stands in for another. */
  readonly hmac: (purpose: HmacPurpose, text: string) => Buffer
}

export function deriveKeys(master: Buffer, others: readonly Buffer[] = []): Keys {
  const current = lockOf(master)
  const keys: Keys = {
    ...current,
    others: others.map(lockOf).filter(({ name }) => name !== current.name),
    hashes: hashesOf(current, current),
    hmac: (purpose, text) => createHmac('sha256', keys.hashes[purpose]).update(text).digest(),
  }
  return keys
}

/** From now on this process locks with another master key, and opens what the one before has locked. */
export function takeUp(keys: Keys, master: Buffer): void {
  const { name, id, fingerprint, wrap, box, derive, others } = keys
  const next = lockOf(master)
  const hashes = { ...keys.hashes, [ALWAYS_CURRENT]: next.derive(ALWAYS_CURRENT) }
  Object.assign(keys, next, { others: [{ name, id, fingerprint, wrap, box, derive }, ...others], hashes })
}

/** Hashes with the keys of the master key that the database belongs to, but for those that were kept through a rotation. */
export function hashAs(keys: Keys, fingerprint: string, stored: Partial<HashKeys> = {}): void {
  const bound = locksOf(keys).find((lock) => lock.fingerprint === fingerprint)
  if (bound) Object.assign(keys, { hashes: hashesOf(bound, keys, stored) })
}

export const locksOf = (keys: Keys): readonly Lock[] => [keys, ...keys.others]

/** Opens with the named lock; without a name with the one that fits, which AES-GCM tells. Throws where none does. */
export function openWith<T>(keys: Keys, name: string | undefined, open: (lock: Lock) => T): T {
  let why: unknown
  for (const lock of locksOf(keys)) {
    if (name !== undefined && lock.name !== name) continue
    try {
      return open(lock)
    } catch (error) {
      why = error
    }
  }
  throw why ?? new Error(`locked with a master key that is not at hand: ${name}`)
}

function lockOf(master: Buffer): Lock {
  if (master.length !== KEY_BYTES) throw new Error('主密钥必须是 32 字节。')
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `time-capsule:${purpose}`, KEY_BYTES))
  const fingerprint = createHash('sha256').update(derive('fingerprint')).digest('hex').slice(0, 16)
  const name = fingerprint.slice(0, NAME_CHARS)
  return { name, id: `master:${name}`, fingerprint, wrap: derive('wrap'), box: derive('box'), derive }
}

const hashesOf = (bound: Lock, current: Lock, stored: Partial<HashKeys> = {}): HashKeys =>
  Object.fromEntries(
    HMAC_PURPOSES.map((purpose) => [
      purpose,
      purpose === ALWAYS_CURRENT ? current.derive(purpose) : (stored[purpose] ?? bound.derive(purpose)),
    ]),
  ) as HashKeys
