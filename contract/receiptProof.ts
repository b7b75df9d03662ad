import { base64Of, bytesOfBase64, SHA256_BYTES } from './bytes.ts'
import { type Checkpoint, type CheckpointFault, openCheckpoint, readNumber } from './checkpoint.ts'
import { isIncluded, leafHash } from './merkle.ts'
import type { ProofTools, VerifierKey } from './signedNote.ts'

// A receipt: that a leaf stands in the log, in one text that is checked without us (c2sp.org/tlog-proof).

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'
const EXTRA = 'extra '
const INDEX = 'index '
/** No tree of countable leaves is higher. */
const PATH_MAX = 63

/** `note`: the signed checkpoint to the letter. `extra` is signed by nobody; ours has none. */
export type ReceiptProof = { index: number; path: readonly Uint8Array[]; note: string; extra?: Uint8Array }

export function receiptProofText({ index, path, note, extra }: ReceiptProof): string {
  const more = extra ? [EXTRA + base64Of(extra)] : []
  return `${[FIRST_LINE, ...more, INDEX + index, ...path.map(base64Of)].join('\n')}\n\n${note}`
}

/** The proof in this text; undefined where `receiptProofText` would write it in another way. */
export function readReceiptProof(text: string): ReceiptProof | undefined {
  const end = text.indexOf('\n\n')
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split('\n')
  if (first !== FIRST_LINE) return undefined
  const extra = lines[0]?.startsWith(EXTRA) ? bytesOfBase64(lines.shift()!.slice(EXTRA.length)) : undefined
  const index = lines[0]?.startsWith(INDEX) ? readNumber(lines.shift()!.slice(INDEX.length)) : undefined
  const path = lines.map(bytesOfBase64)
  if (index === undefined || path.length > PATH_MAX || !path.every(isHash)) return undefined
  const proof = { index, path, note: text.slice(end + 2), ...(extra && { extra }) }
  return receiptProofText(proof) === text ? proof : undefined
}

const isHash = (bytes: Uint8Array | undefined): bytes is Uint8Array => bytes?.length === SHA256_BYTES

/** Why a receipt is not believed: its checkpoint is not, or its path leads from this leaf to another root. */
export type ReceiptFault = CheckpointFault | 'path'

/** The checkpoint by which the log with this key has taken up these data, or why the receipt is not believed. */
export function proveReceipt(
  tools: ProofTools,
  { text, data, key }: { text: string; data: Uint8Array; key: VerifierKey },
): Checkpoint | ReceiptFault {
  const proof = readReceiptProof(text)
  if (!proof) return 'form'
  const checkpoint = openCheckpoint(tools, proof.note, key)
  if (typeof checkpoint === 'string') return checkpoint
  const inclusion = { ...proof, ...checkpoint, leaf: leafHash(tools.sha256, data) }
  return isIncluded(tools.sha256, inclusion) ? checkpoint : 'path'
}
