import type { ArchiveSealed, ArchiveSummary, ArchiveYear } from '#contract/archiveFiles.ts'
import { type HeldReceipt, holdAll, type SumOf } from '#contract/archiveReceipts.ts'
import { proofTools } from '#web/client/proofTools.ts'

/** Receipts that were held against their items; `failed` of them are not as they should be. */
export type CheckedReceipts = { receipts: number; failed: HeldReceipt[] }

/** After so many the page has its turn: each takes some milliseconds. */
const BETWEEN_BREATHS = 10

/** Holds every receipt among these files against what they show of its capsule, and their originals by these sums. */
export async function checkReceipts(
  files: ReadonlyMap<string, Blob>,
  sumOf: SumOf,
  { tell, signal }: { tell: (receipts: number) => void; signal: AbortSignal },
): Promise<CheckedReceipts> {
  const { log_keys: keys = [], years = [] } = (await valueIn<ArchiveSummary>(files, 'archive')) ?? {}
  const checked: CheckedReceipts = { receipts: 0, failed: [] }
  const { items: sealed = [] } = (await valueIn<ArchiveSealed>(files, 'sealed')) ?? {}
  await hold({ items: [], sealed })
  for (const { year } of years) {
    const { items = [] } = (await valueIn<ArchiveYear>(files, String(year))) ?? {}
    await hold({ items, sealed: [] })
  }
  return checked

  async function hold(some: Pick<ArchiveYear, 'items'> & { sealed: ArchiveSealed['items'] }) {
    for (const held of holdAll(proofTools, { ...some, keys, sumOf })) {
      checked.receipts += 1
      if (held.fault || held.differing.length > 0) checked.failed.push(held)
      if (checked.receipts % BETWEEN_BREATHS > 0) continue
      tell(checked.receipts)
      await new Promise((resolve) => setTimeout(resolve))
      signal.throwIfAborted()
    }
  }
}

/** Undefined also where it cannot be read: the manifests say so. */
async function valueIn<Value>(files: ReadonlyMap<string, Blob>, name: string): Promise<Value | undefined> {
  try {
    return JSON.parse((await files.get(`data/json/${name}.json`)?.text()) ?? '') as Value
  } catch {
    return undefined
  }
}
