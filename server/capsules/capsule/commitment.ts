import {
  type Committed,
  commitmentOf,
  type FingerprintOf,
  partsOf,
  type ReceiptFacts,
  type ReceiptParts,
  type Statement,
  statementOf,
} from '#contract/commitment.ts'
import { sha256 } from '#server/core/sha256.ts'
import { freshBytes } from '#server/platform/keys/freshBytes.ts'

/** Of the seed all salts are made; it lies inside the sealed content, and nowhere else. */
const SEED_BYTES = 32

type Made = { seed: Buffer; parts: ReceiptParts; statement: Statement; commitment: Uint8Array }

/** Commits to a capsule that is about to be sealed, under salts that nobody has had before. */
export const commitTo = (facts: ReceiptFacts, capsule: Committed, fingerprintOf: FingerprintOf): Made =>
  committedWith(freshBytes(SEED_BYTES), facts, capsule, fingerprintOf)

/** The same again of a capsule that was opened, from the seed that lay in it. */
export function committedWith(
  seed: Buffer,
  facts: ReceiptFacts,
  capsule: Committed,
  fingerprintOf: FingerprintOf,
): Made {
  const parts = partsOf(capsule, fingerprintOf)
  const statement = statementOf(sha256, facts, parts, seed)
  return { seed, parts, statement, commitment: commitmentOf(sha256, statement) }
}
