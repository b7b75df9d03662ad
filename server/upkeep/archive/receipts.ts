import type { ArchiveReceipt } from '#contract/archiveFiles.ts'
import { LOG_KEYS, RECEIPTS } from '#contract/archiveReceipts.ts'
import type { OpenedCapsule } from '#contract/openedCapsule.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { LeafPlace } from '#server/upkeep/receipts/checkpoints.ts'
import { proofsOf } from '#server/upkeep/receipts/proofs.ts'

/** The proofs of these rows by their ids, as far as a checkpoint had their leaves at a moment. */
export async function proofsById(
  db: Db,
  rows: readonly (LeafPlace & { id: number })[],
  by: string,
): Promise<Map<number, string>> {
  const proofs = await proofsOf(db, rows, by)
  return new Map(rows.flatMap(({ id }, at) => (proofs[at] ? [[id, proofs[at]]] : [])))
}

/** A receipt as it stands beside its item: the reader, opened from a disk, can read no other file. */
export function receiptOf(
  { statement, salts }: OpenedCapsule,
  proof: string,
  files: readonly { path: string; sha256: string }[],
): ArchiveReceipt {
  const sums = files.map(({ path, sha256 }) => [path, sha256])
  return { proof, statement, salts, sums: Object.fromEntries(sums) }
}

/** The files of a receipt by their paths; of what is sealed the proof alone. */
export const receiptFiles = (
  id: string,
  { proof, opened }: { proof: string; opened?: OpenedCapsule },
): [path: string, text: string][] => [
  [`${RECEIPTS}${id}.tlog-proof`, proof],
  ...(opened ? [[`${RECEIPTS}${id}.json`, `${JSON.stringify(opened, null, 1)}\n`] satisfies [string, string]] : []),
]

/** Nothing where no log was ever begun. */
export const logKeyFiles = (keys: readonly string[]): [path: string, text: string][] =>
  keys.length > 0 ? [[LOG_KEYS, keys.map((key) => `${key}\n`).join('')]] : []
