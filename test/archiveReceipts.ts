import { generateKeyPairSync } from 'node:crypto'
import { type ArchiveItem, type ArchiveReceipt, TYPE_OF } from '#contract/archiveFiles.ts'
import { committedIn } from '#contract/archiveReceipts.ts'
import { hexOf } from '#contract/bytes.ts'
import { commitmentOf, partsOf, saltOf, statementOf } from '#contract/commitment.ts'
import { leafHash } from '#contract/merkle.ts'
import { OPENED_VERSION, type OpenedCapsule } from '#contract/openedCapsule.ts'
import { receiptProofText } from '#contract/receiptProof.ts'
import { verifierKeyText } from '#contract/signedNote.ts'
import { parseChina } from '#contract/time.ts'
import { sha256 } from '#server/core/sha256.ts'
import { logKey, signCheckpoint } from '#server/upkeep/receipts/sign.ts'

// Receipts for an archive that no server made: each is the only leaf of its log.

const ORIGIN = 'example.com/log'
const { privateKey } = generateKeyPairSync('ed25519')
export const LOG_KEYS = [verifierKeyText(logKey(ORIGIN, privateKey))]

/** The proof that the log has taken this commitment up at a moment, `YYYY-MM-DD HH:mm:ss`. */
export function proofAt(commitment: Uint8Array, at: string): string {
  const seconds = parseChina(at)!.getTime() / 1000
  const root = leafHash(sha256, commitment)
  return receiptProofText({
    index: 0,
    path: [],
    note: signCheckpoint({ origin: ORIGIN, size: 1, root, seconds }, privateKey),
  })
}

/** The receipt of an item as it is, with these sums of its originals; `known` at its sealing were those. */
export function receiptFor(
  item: ArchiveItem,
  sums: Record<string, string>,
  { at = item.sealed_at, known = sums }: { at?: string; known?: Record<string, string> } = {},
): ArchiveReceipt {
  const { id, kind, sealed_at, open_time } = item
  const seed = Buffer.alloc(32, id)
  const parts = partsOf(committedIn(item), (path) => known[path] ?? null)
  const statement = statementOf(sha256, { id, type: TYPE_OF[kind], sealed_at, open_time }, parts, seed)
  const salts = Object.keys(parts).map((name) => [name, hexOf(saltOf(sha256, seed, name))])
  return { proof: proofAt(commitmentOf(sha256, statement), at), statement, salts: Object.fromEntries(salts), sums }
}

/** The same item as a file of its own, as a capsule's page saves it; its bearer had the originals with these sums. */
export function openedFor(item: ArchiveItem, { statement, salts, sums }: ArchiveReceipt): OpenedCapsule {
  const { id, kind, sealed_at, open_time } = item
  const capsule = { id, type: TYPE_OF[kind], sealed_at, open_time }
  const parts = partsOf(committedIn(item), (path) => sums[path] ?? null) as OpenedCapsule['parts']
  return { version: OPENED_VERSION, capsule, parts, statement, salts }
}
