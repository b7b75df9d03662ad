import type { ArchiveSealed, ArchiveSummary, ArchiveYear } from '#contract/archiveFiles.ts'
import { holdAll, holdSealed, LOG_KEYS, RECEIPTS } from '#contract/archiveReceipts.ts'
import { openedCapsule, verifyOpened } from '#contract/openedCapsule.ts'
import type { ReceiptFault } from '#contract/receiptProof.ts'
import { proofTools } from '#server/upkeep/receipts/sign.ts'

/** The texts of an archive by their paths, and the SHA-256 of all its files. */
type Read = { texts: ReadonlyMap<string, string>; sums: ReadonlyMap<string, string> }

const YEAR = /^data\/json\/\d+\.json$/
const PROOF = /^data\/receipts\/(\d+)\.tlog-proof$/

const WHY: Record<ReceiptFault, string> = {
  form: '格式不对',
  key: `不是由 ${LOG_KEYS} 里的公钥签名的`,
  signature: '签名不对',
  moment: '签名的两个时间不一致',
  path: '不属于这枚胶囊',
}

/** Which files of an archive have to be read whole for its receipts. */
export const isForReceipts = (path: string): boolean =>
  path.startsWith(RECEIPTS) || /^data\/json\/\w+\.json$/.test(path)

/**
 * Holds each receipt against the keys in the archive, and against what the archive shows of its capsule: beside the item, and in the files
 * of its own. How many there are, and a sentence for each that fails.
 */
export function verifyReceipts({ texts, sums }: Read): { receipts: number; faults: string[] } {
  const keys = (texts.get(LOG_KEYS) ?? '').split('\n').filter(Boolean)
  const sealed = valueIn<ArchiveSealed>(texts, 'data/json/sealed.json')?.items ?? []
  const items = [...texts.keys()]
    .filter((path) => YEAR.test(path))
    .flatMap((path) => valueIn<ArchiveYear>(texts, path)?.items ?? [])
  const held = [...holdAll(proofTools, { items, sealed, keys, sumOf: (path) => sums.get(path) })]
  const beside = held.flatMap(({ id, title, fault, differing }) => said(`${title || id}（${id}）`, fault ?? differing))
  const commitments = new Map(sealed.map(({ id, receipt }) => [id, receipt?.commitment ?? '']))
  const alone = [...texts].flatMap(([path, proof]) => {
    const [, id] = PROOF.exec(path) ?? []
    return id ? said(path, ofFile(id, proof)) : []
  })
  return { receipts: held.length, faults: [...missingIn(texts, held), ...beside, ...alone] }

  function ofFile(id: string, proof: string): ReceiptFault | string[] {
    const path = `${RECEIPTS}${id}.json`
    if (!texts.has(path)) return holdSealed(proofTools, { commitment: commitments.get(id) ?? '', proof }, keys) ?? []
    const { data: opened } = openedCapsule.safeParse(valueIn(texts, path))
    const found = opened ? verifyOpened(proofTools, { proof, opened, keys }) : 'form'
    return typeof found === 'string' ? found : found.differing
  }
}

/** An archive names its keys in two places, and each receipt has a file. */
function missingIn(texts: Read['texts'], held: readonly { id: string }[]): string[] {
  const told = valueIn<ArchiveSummary>(texts, 'data/json/archive.json')?.log_keys ?? []
  const kept = told.length === 0 || texts.get(LOG_KEYS) === told.map((key) => `${key}\n`).join('')
  const lacking = held.map(({ id }) => `${RECEIPTS}${id}.tlog-proof`).filter((path) => !texts.has(path))
  return [...(kept ? [] : [`${LOG_KEYS} 与归档里写的公钥不一致`]), ...lacking.map((path) => `缺少 ${path}`)]
}

function said(name: string, found: ReceiptFault | readonly string[]): string[] {
  if (typeof found === 'string') return [`封存凭证 ${name}：${WHY[found]}`]
  return found.length > 0 ? [`封存凭证 ${name}：与封存时不同的是 ${found.join('、')}`] : []
}

/** Undefined also where it cannot be read: its sum says so. */
function valueIn<Value>(texts: Read['texts'], path: string): Value | undefined {
  try {
    return JSON.parse(texts.get(path) ?? '') as Value
  } catch {
    return undefined
  }
}
