import { base64Of, bytesOfBase64, SHA256_BYTES } from './bytes.ts'
import type { TreeHead } from './merkle.ts'
import {
  type Note,
  type ProofTools,
  readNote,
  SIGNATURE,
  signersOf,
  type VerifierKey,
  verifierKey,
} from './signedNote.ts'

// A checkpoint (c2sp.org/tlog-checkpoint): the log's whole state, signed. Ours bears its moment twice, in an extension line that the
// plain signature covers, and in a cosignature by the log itself, which other people's tools understand.

/** `seconds` since 1970. */
export type Checkpoint = TreeHead & { origin: string; seconds: number }

/** A whole number without zeros before it. */
const NUMBER = /^(?:0|[1-9]\d{0,15})$/
const TIME = /^time (.*)$/

export const checkpointText = ({ origin, size, root, seconds }: Checkpoint): string =>
  `${origin}\n${size}\n${base64Of(root)}\ntime ${seconds}\n`

/** The checkpoint in the body of a note; undefined where `checkpointText` would write it in another way. */
export function readCheckpoint(body: string): Checkpoint | undefined {
  const [origin, size, root, time, end, ...more] = body.split('\n')
  const hash = bytesOfBase64(root ?? '')
  const numbers = [readNumber(size), readNumber(TIME.exec(time ?? '')?.[1])] as const
  if (!origin || hash?.length !== SHA256_BYTES || end !== '' || more.length > 0) return undefined
  if (numbers[0] === undefined || numbers[1] === undefined) return undefined
  return { origin, size: numbers[0], root: hash, seconds: numbers[1] }
}

export function readNumber(text = ''): number | undefined {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}

/** The key of the log's own cosignatures: the same key under another id, so that nobody has to be told of two. */
export const cosignerOf = ({ sha256 }: Pick<ProofTools, 'sha256'>, { name, publicKey }: VerifierKey): VerifierKey =>
  verifierKey(sha256, name, SIGNATURE.timed, publicKey)

/** The checkpoint in this note, of which nothing is proved; undefined where there is none. */
export function checkpointIn(text: string): Checkpoint | undefined {
  const note = readNote(text)
  return note && readCheckpoint(note.body)
}

/** Why a checkpoint is not believed: how it is written, by whom and of which log it is, and a moment on which its two bearers differ. */
export type CheckpointFault = 'form' | 'key' | 'signature' | 'moment'

/** The checkpoint in this note of the log with this key, or why it is not believed. */
export function openCheckpoint(tools: ProofTools, text: string, key: VerifierKey): Checkpoint | CheckpointFault {
  const note = readNote(text)
  const checkpoint = note && readCheckpoint(note.body)
  if (!note || !checkpoint) return 'form'
  return checkpoint.origin === key.name ? (whyNotSigned(tools, note, key, checkpoint.seconds) ?? checkpoint) : 'key'
}

function whyNotSigned(tools: ProofTools, note: Note, key: VerifierKey, seconds: number): CheckpointFault | undefined {
  const cosigner = cosignerOf(tools, key)
  const signers = signersOf(tools, note, [key, cosigner])
  if (!signers) return 'signature'
  const [own, timed] = [key, cosigner].map((wanted) => signers.find((signed) => signed.key === wanted))
  if (!own || !timed) return 'key'
  return timed.seconds === seconds ? undefined : 'moment'
}
