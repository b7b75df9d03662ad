import { base64Of, bytesOfBase64, bytesOfHex, hexOf, type Sha256, sameBytes } from './bytes.ts'

// Signed notes (c2sp.org/signed-note) with Ed25519, and with the timestamped cosignature of Ed25519 (c2sp.org/tlog-cosignature).

/** Whether this signature, of 64 bytes, is of this text in UTF-8 and by this key, of 32 bytes. */
export type IsSignedBy = (signature: Uint8Array, text: string, publicKey: Uint8Array) => boolean
/** A platform's own functions for the checking of proofs. */
export type ProofTools = { sha256: Sha256; isSignedBy: IsSignedBy }

/** Types of signatures: of a text alone, and of a text at a moment. */
export const SIGNATURE = { plain: 1, timed: 4 } as const
type SignatureType = (typeof SIGNATURE)[keyof typeof SIGNATURE]

/** A key by which notes are checked; name and id tell a signature by it from others. */
export type VerifierKey = { name: string; type: SignatureType; publicKey: Uint8Array; id: Uint8Array }

const ID_BYTES = 4
const PUBLIC_KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const TIME_BYTES = 8
/** Longer notes are nobody's: the newest witnesses sign in five thousand bytes. */
const NOTE_MAX_CHARS = 1_000_000
const SIGNATURES_MAX = 100

const NAME = /^[^\s+\p{White_Space}\p{Surrogate}\p{Cc}]+$/u
const LINE = /^— (\S+) (\S+)$/
const VERIFIER_KEY = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/
/** Signs that no note has: all controls but the end of a line, and halves of pairs. */
const UNNOTED = /[^\P{Cc}\n]|\p{Surrogate}/u

export function verifierKey(sha256: Sha256, name: string, type: SignatureType, publicKey: Uint8Array): VerifierKey {
  return { name, type, publicKey, id: sha256(`${name}\n`, Uint8Array.of(type), publicKey).slice(0, ID_BYTES) }
}

/** The key as a line: name, id and the key with its type before it. */
export const verifierKeyText = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${hexOf(id)}+${base64Of(Uint8Array.of(type, ...publicKey))}`

export function readVerifierKey(sha256: Sha256, text: string): VerifierKey | undefined {
  const [, name, id, encoded] = VERIFIER_KEY.exec(text) ?? []
  const bytes = encoded && bytesOfBase64(encoded)
  if (!name || !NAME.test(name) || !id || !bytes || bytes.length !== 1 + PUBLIC_KEY_BYTES) return undefined
  const type = Object.values(SIGNATURE).find((known) => known === bytes[0])
  const key = type && verifierKey(sha256, name, type, bytes.slice(1))
  return key && sameBytes(key.id, bytesOfHex(id)!) ? key : undefined
}

/** The text that a cosignature of this moment, in seconds since 1970, signs. */
export const timedText = (body: string, seconds: number): string => `cosignature/v1\ntime ${seconds}\n${body}`

/** A signature as it stands in its line; of a timed one the moment goes before it. */
export function signatureLine({ name, id, type }: VerifierKey, signature: Uint8Array, seconds = 0): string {
  const time = type === SIGNATURE.timed ? bytesOfTime(seconds) : []
  return `— ${name} ${base64Of(Uint8Array.of(...id, ...time, ...signature))}\n`
}

type NoteSignature = { name: string; id: Uint8Array; bytes: Uint8Array }
/** `body` ends with its last line. */
export type Note = { body: string; signatures: NoteSignature[] }

/** The note in this text; undefined when it is not written as one. Nothing is checked of its signatures. */
export function readNote(text: string): Note | undefined {
  if (text.length > NOTE_MAX_CHARS || UNNOTED.test(text)) return undefined
  const end = text.lastIndexOf('\n\n')
  if (end <= 0 || !text.endsWith('\n')) return undefined
  const lines = text.slice(end + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) return undefined
  const signatures = lines.map(readSignature)
  if (signatures.includes(undefined)) return undefined
  return { body: text.slice(0, end + 1), signatures: signatures as NoteSignature[] }
}

function readSignature(line: string): NoteSignature | undefined {
  const [, name, encoded] = LINE.exec(line) ?? []
  const bytes = encoded && bytesOfBase64(encoded)
  if (!name || !NAME.test(name) || !bytes || bytes.length <= ID_BYTES) return undefined
  return { name, id: bytes.slice(0, ID_BYTES), bytes: bytes.slice(ID_BYTES) }
}

/** A key that has signed; of a timed signature its moment, in seconds since 1970. */
export type Signed = { key: VerifierKey; seconds?: number }

/**
 * Who of these keys has signed the note, each once; undefined when a signature of one of them is wrong. Signatures by others are
 * passed over, as the format asks.
 */
export function signersOf(tools: ProofTools, { body, signatures }: Note, keys: readonly VerifierKey[]) {
  const signers = new Map<VerifierKey, Signed>()
  for (const { name, id, bytes } of signatures) {
    const key = keys.find((known) => known.name === name && sameBytes(known.id, id))
    if (!key || signers.has(key)) continue
    const signed = checked(tools, body, key, bytes)
    if (!signed) return undefined
    signers.set(key, signed)
  }
  return [...signers.values()]
}

function checked({ isSignedBy }: ProofTools, body: string, key: VerifierKey, bytes: Uint8Array): Signed | undefined {
  const isTimed = key.type === SIGNATURE.timed
  const at = isTimed ? TIME_BYTES : 0
  if (bytes.length !== at + SIGNATURE_BYTES) return undefined
  const seconds = isTimed ? timeOf(bytes) : undefined
  if (isTimed && seconds === undefined) return undefined
  const text = seconds === undefined ? body : timedText(body, seconds)
  return isSignedBy(bytes.slice(at), text, key.publicKey) ? { key, seconds } : undefined
}

const bytesOfTime = (seconds: number): Uint8Array =>
  Uint8Array.from({ length: TIME_BYTES }, (_, at) => Math.floor(seconds / 256 ** (TIME_BYTES - 1 - at)) % 256)

/** Undefined beyond the whole numbers that are exact: nobody has signed then. */
function timeOf(bytes: Uint8Array): number | undefined {
  const seconds = bytes.slice(0, TIME_BYTES).reduce((sum, byte) => sum * 256 + byte, 0)
  return Number.isSafeInteger(seconds) ? seconds : undefined
}
