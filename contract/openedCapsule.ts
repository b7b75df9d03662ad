import { z } from 'zod'
import { bytesOfHex } from './bytes.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type Comparison, commitmentOf, compare } from './commitment.ts'
import { hash, statement } from './receipt.ts'
import { proveReceipt, type ReceiptFault } from './receiptProof.ts'
import { type ProofTools, readVerifierKey } from './signedNote.ts'
import { parseChina } from './time.ts'

// An opened capsule as a file of its own, and a receipt held against it (docs/decisions/receipts.md): without us, for ever.

export const OPENED_VERSION = 'capsule-opened/1'

/** `parts`: as they are shown, by their names in the statement. `salts`: of the parts that its bearer saw as they were sealed. */
export const openedCapsule = z.object({
  version: z.literal(OPENED_VERSION),
  capsule: statement.omit({ parts: true }),
  parts: z.record(z.string(), z.json()),
  statement,
  salts: z.record(z.string(), hash),
})
export type OpenedCapsule = z.infer<typeof openedCapsule>

/** A leaf of a capsule that was sealed longer before its checkpoint shows the day of the checkpoint, and not of the sealing. */
const LATE_SECONDS = 24 * 3600

/** `day`: in ms, since when it was not changed; the checkpoint's where the sealing lies more than a day away from it. */
export type Verified = Comparison & { day: number; isLate: boolean; checkpoint: Checkpoint }

/**
 * Since when an opened capsule is as it was sealed, and which parts are not; or why its receipt is not believed: 'path' also
 * where it is the receipt of another capsule. `keys`: note verifier keys of our logs.
 */
export function verifyOpened(
  tools: ProofTools,
  { proof, opened, keys }: { proof: string; opened: OpenedCapsule; keys: readonly string[] },
): Verified | ReceiptFault {
  const { statement } = opened
  const checkpoint = proveByAny(tools, { text: proof, data: commitmentOf(tools.sha256, statement) }, keys)
  if (typeof checkpoint === 'string') return checkpoint
  const salts = Object.fromEntries(Object.entries(opened.salts).map(([part, salt]) => [part, bytesOfHex(salt)!]))
  const shown = { facts: opened.capsule, parts: opened.parts }
  return { ...compare(tools.sha256, statement, shown, salts), ...dayOf(statement.sealed_at, checkpoint), checkpoint }
}

/** The checkpoint of a receipt that one of these keys has signed; of several faults the one of the key that it names. */
export function proveByAny(
  tools: ProofTools,
  receipt: { text: string; data: Uint8Array },
  keys: readonly string[],
): Checkpoint | ReceiptFault {
  let fault: ReceiptFault = 'key'
  for (const text of keys) {
    const key = readVerifierKey(tools.sha256, text)
    const found = key ? proveReceipt(tools, { ...receipt, key }) : 'key'
    if (typeof found !== 'string') return found
    if (found !== 'key') fault = found
  }
  return fault
}

/** Since when a capsule is shown to exist: its sealing, or a checkpoint that came late. */
export function dayOf(sealedAt: string, { seconds }: Checkpoint): Pick<Verified, 'day' | 'isLate'> {
  const sealed = parseChina(sealedAt)?.getTime() ?? 0
  const isLate = Math.abs(seconds * 1000 - sealed) > LATE_SECONDS * 1000
  return { day: isLate ? seconds * 1000 : sealed, isLate }
}
