import { hexOf, type Sha256 } from './bytes.ts'
import { type CapsuleType, TYPE } from './capsule.ts'
import type { CapsuleFields } from './capsuleFields.ts'
import { ITEM, type MediaItem, TEXT_IMAGE } from './content.ts'
import { placeOf } from './place.ts'

// The one hash by which a receipt names a sealed capsule (docs/decisions/receipts.md). Its form is version 1 for ever: what was
// committed to is never written anew.

const RECEIPT = 'capsule-receipt/v1\n'
const SALT = 'capsule-receipt-salt/v1\n'
const PART = 'capsule-receipt-part/v1\n'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The one way to write these values (RFC 8785): names in their order, no blanks. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join(',')}}`
}

const isList = (value: object): value is Json[] => Array.isArray(value)

/** The facts of a capsule that its receipt binds beside its parts. Times as calls give them, `YYYY-MM-DD HH:mm:ss` in China. */
export type ReceiptFacts = { id: string; type: CapsuleType; sealed_at: string; open_time: string }
/** The parts of a capsule by their names, such as `text 1`. */
export type ReceiptParts = Record<string, Json>
/** A capsule that was committed to: each part by its salted hash, in hex. */
export type Statement = ReceiptFacts & { parts: Record<string, string> }

/** The parts that everybody who may see an opened capsule sees as they were sealed; the others are its owner's alone. */
export const isForEverybody = (part: string): boolean => /^(?:title|description|(?:text|remark|place) \d+)$/.test(part)

/** The parts of which others hold a copy without place and device, and their owner the original. */
export const isFilePart = (part: string): boolean => /^(?:file|picture|poster) /.test(part)

/** An item as it is kept, or as it is shown. */
type CommittedItem = Omit<MediaItem, 'type'> & { type: number }
/** A capsule's words and items, with whatever addresses its uploads have where it is looked at. */
export type Committed = { type: CapsuleType; title: string; content: readonly CommittedItem[] } & CapsuleFields
/** The SHA-256 of what its owner has sent, in hex; null where nobody knows it. */
export type FingerprintOf = (address: string) => string | null

/** The salt of a part. It tells nothing of the seed, and so nothing of another part. */
export const saltOf = (sha256: Sha256, seed: Uint8Array, name: string): Uint8Array => sha256(SALT, seed, name)

const partHash = (sha256: Sha256, salt: Uint8Array, value: Json): string =>
  hexOf(sha256(PART, salt, canonicalJson(value)))

export function statementOf(sha256: Sha256, facts: ReceiptFacts, parts: ReceiptParts, seed: Uint8Array): Statement {
  const hashed = Object.entries(parts).map(([name, value]) => [
    name,
    partHash(sha256, saltOf(sha256, seed, name), value),
  ])
  const { id, type, sealed_at, open_time } = facts
  return { id, type, sealed_at, open_time, parts: Object.fromEntries(hashed) }
}

export const commitmentOf = (sha256: Sha256, { id, type, sealed_at, open_time, parts }: Statement): Uint8Array =>
  sha256(RECEIPT, canonicalJson({ id, type, sealed_at, open_time, parts }))

/** All parts there are, also the empty ones: a statement tells by its names how many items a capsule has, and nothing else. */
export function partsOf(capsule: Committed, fingerprintOf: FingerprintOf): ReceiptParts {
  const { type, title, content, send_word, description, confidence } = capsule
  return {
    title,
    words: send_word,
    description,
    ...(type === TYPE.forecast && { confidence: confidence ?? null }),
    ...Object.assign({}, ...content.map((item, at) => itemParts(type, item, at + 1, fingerprintOf))),
  }
}

function itemParts(type: CapsuleType, item: CommittedItem, n: number, fingerprintOf: FingerprintOf): ReceiptParts {
  const remark = { [`remark ${n}`]: item.comment }
  if (type === TYPE.forecast) return { [`text ${n}`]: item.content, ...remark }
  if (item.type === ITEM.text) return { ...textParts(item.content, n, fingerprintOf), ...remark }
  const place = placeOf(item)
  if (place) return { [`place ${n}`]: { ...NOWHERE, ...place }, ...remark }
  const file = { name: item.name ?? '', sha256: fingerprintOf(item.content) }
  return {
    [`file ${n}`]: file,
    ...(item.poster && { [`poster ${n}`]: { sha256: fingerprintOf(item.poster) } }),
    ...remark,
  }
}

const NOWHERE = { latitude: null, longitude: null }

/** A text without the addresses and hashes of its pictures, and these by their order in it. */
function textParts(html: string, n: number, fingerprintOf: FingerprintOf): ReceiptParts {
  const pictures = [...html.matchAll(TEXT_IMAGE)].map(([, address], at) => [
    `picture ${n}.${at + 1}`,
    { sha256: fingerprintOf(address!) },
  ])
  return { [`text ${n}`]: html.replace(TEXT_IMAGE, '<img src=""'), ...Object.fromEntries(pictures) }
}

/**
 * `differing`: facts and parts that are not as they were sealed, one that is missing or was added among them. `hidden`: parts
 * whose salt the viewer was not given, and of which only the hash is known.
 */
export type Comparison = { differing: string[]; hidden: string[] }
export type ShownCapsule = { facts: ReceiptFacts; parts: ReceiptParts }

/** Holds a capsule as it is shown against the statement of its sealing. The statement itself is held against the proven commitment. */
export function compare(
  sha256: Sha256,
  statement: Statement,
  shown: ShownCapsule,
  salts: Readonly<Record<string, Uint8Array>>,
): Comparison {
  const facts = (['id', 'type', 'sealed_at', 'open_time'] as const).filter((of) => statement[of] !== shown.facts[of])
  const names = [...new Set([...Object.keys(statement.parts), ...Object.keys(shown.parts)])]
  const hidden = names.filter((name) => Object.hasOwn(statement.parts, name) && !Object.hasOwn(salts, name))
  const parts = names.filter((name) => !hidden.includes(name) && !isSame(name))
  return { differing: [...facts, ...parts], hidden }

  function isSame(name: string): boolean {
    if (!Object.hasOwn(statement.parts, name) || !Object.hasOwn(shown.parts, name)) return false
    return partHash(sha256, salts[name]!, shown.parts[name]!) === statement.parts[name]
  }
}
