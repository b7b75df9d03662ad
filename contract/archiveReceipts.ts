import { type ArchiveItem, type ArchivePart, type ArchiveReceipt, type ArchiveSealed, TYPE_OF } from './archiveFiles.ts'
import { bytesOfHex } from './bytes.ts'
import { type Committed, isFilePart, partsOf, type ReceiptParts } from './commitment.ts'
import { ITEM } from './content.ts'
import { OPENED_VERSION, proveByAny, type Verified, verifyOpened } from './openedCapsule.ts'
import type { ReceiptFault } from './receiptProof.ts'
import type { ProofTools } from './signedNote.ts'

// Receipts in an archive, held against what the archive shows: by its reader, and by `npm run verify`.

export const RECEIPTS = 'data/receipts/'
export const LOG_KEYS = `${RECEIPTS}log-keys.txt`

/** The SHA-256 of a file of the archive by its path; undefined where nobody has it. */
export type SumOf = (path: string) => string | undefined
/** `hidden`: also files that are not in the archive. `unbound`: files of which only the name was committed to, or nothing. */
export type Held = Verified & { unbound: string[] }
type Item = Pick<
  ArchiveItem,
  'id' | 'kind' | 'title' | 'parts' | 'words' | 'remark' | 'confidence' | 'sealed_at' | 'open_time'
>

/** Holds an opened item as the archive shows it against its receipt; or why the receipt is not believed. */
export function holdItem(
  tools: ProofTools,
  { item, receipt, keys, sumOf }: { item: Item; receipt: ArchiveReceipt; keys: readonly string[]; sumOf: SumOf },
): Held | ReceiptFault {
  const { proof, statement, salts } = receipt
  const { id, kind, sealed_at, open_time } = item
  const shown = partsOf(committedIn(item), (path) => sumOf(path) ?? null)
  const lacking = Object.keys(statement.parts).filter((name) => isLacking(name, shown))
  const known = Object.entries(salts).filter(([name]) => !lacking.includes(name))
  const verify = (parts: ReceiptParts) => {
    const capsule = { id, type: TYPE_OF[kind], sealed_at, open_time }
    const opened = { version: OPENED_VERSION, capsule, parts, statement, salts: Object.fromEntries(known) } as const
    return verifyOpened(tools, { proof, opened, keys })
  }
  const found = verify(shown)
  if (typeof found === 'string') return found
  const files = found.differing.filter((name) => name in shown && isFilePart(name))
  if (files.length === 0) return { ...found, unbound: [] }
  // Where nobody knew its hash at the sealing, null was committed to.
  const nameless = verify({ ...shown, ...Object.fromEntries(files.map((name) => [name, withoutSum(shown[name])])) })
  if (typeof nameless === 'string') return nameless
  return { ...nameless, unbound: files.filter((name) => !nameless.differing.includes(name)) }
}

/** Whether the log has taken up this commitment; of a sealed capsule nothing else can be held against it. */
export function holdSealed(
  tools: ProofTools,
  { commitment, proof }: { commitment: string; proof: string },
  keys: readonly string[],
): ReceiptFault | undefined {
  const data = bytesOfHex(commitment)
  const found = data ? proveByAny(tools, { text: proof, data }, keys) : 'form'
  return typeof found === 'string' ? found : undefined
}

const sumIn = (part: ReceiptParts[string] | undefined) => (part as { sha256: string | null } | undefined)?.sha256
const withoutSum = (part: ReceiptParts[string] | undefined) => ({ ...(part as object), sha256: null })

/** A file that could not be put into the archive, or whose sum nobody has: nothing is said of it. */
function isLacking(name: string, shown: ReceiptParts): boolean {
  if (!isFilePart(name)) return false
  const file = name.replace('poster', 'file')
  return name in shown ? sumIn(shown[name]) === null : name !== file && file in shown
}

/** An item as it was committed to, with its uploads by their paths. */
export const committedIn = ({ kind, title, parts, words, remark, confidence }: Item): Committed => ({
  type: TYPE_OF[kind],
  title,
  content: parts.map(itemOf),
  send_word: words,
  description: remark,
  ...(confidence !== null && { confidence }),
})

const MEDIUM = { picture: ITEM.image, video: ITEM.video, file: ITEM.file } as const

function itemOf(part: ArchivePart): Committed['content'][number] {
  if (part.kind === 'text') return { type: ITEM.text, content: part.html, comment: part.remark }
  if (part.kind === 'plain') return { type: ITEM.text, content: part.text, comment: part.remark }
  if (part.kind === 'place') return { type: ITEM.other, content: placeText(part), comment: '' }
  const { kind, path, remark: comment, name, poster } = part
  return { type: MEDIUM[kind], content: path, comment, name, ...(poster && { poster }) }
}

/** As a place is kept, without what is not known. */
const placeText = ({ name, address, latitude, longitude }: ArchivePart & { kind: 'place' }): string =>
  JSON.stringify({ name, address, latitude: latitude ?? undefined, longitude: longitude ?? undefined })

/** A receipt of the archive and what came of it. `title`: of its item. It is good where there is neither a fault nor a part that differs. */
export type HeldReceipt = { id: string; title: string; fault?: ReceiptFault; differing: string[] }
export type Holding = {
  items: Iterable<ArchiveItem>
  sealed: Iterable<ArchiveSealed['items'][number]>
  keys: readonly string[]
  sumOf: SumOf
}

/** Holds every receipt against its item, one after another. */
export function* holdAll(tools: ProofTools, { items, sealed, keys, sumOf }: Holding): Generator<HeldReceipt> {
  for (const item of items) {
    const { id, title, receipt } = item
    if (!receipt) continue
    const held = holdItem(tools, { item, receipt, keys, sumOf })
    const isFault = typeof held === 'string'
    yield { id, title, ...(isFault ? { fault: held, differing: [] } : { differing: held.differing }) }
  }
  for (const { id, title, receipt } of sealed) {
    const fault = receipt && holdSealed(tools, receipt, keys)
    if (receipt) yield { id, title, ...(fault && { fault }), differing: [] }
  }
}
