import { isFilePart } from './commitment.ts'
import { type OpenedCapsule, type Verified, verifyOpened } from './openedCapsule.ts'
import type { ReceiptFault } from './receiptProof.ts'
import type { ProofTools } from './signedNote.ts'

/** A file that was held against a capsule, by its SHA-256; `part`: the one it was fetched as. */
export type Original = { name: string; sha256: string; part?: string }
/** A file of a capsule: its original is the same, was not looked at, is bound by its name alone, or can be checked by its owner only. */
type FileState = 'same' | 'waiting' | 'nameless' | 'ownersAlone'
export type FileFinding = { part: string; state: FileState }

/** `unseen`: texts that nobody has compared. `strays`: names of files that are no original of this capsule. */
export type Judged = Pick<Verified, 'day' | 'isLate' | 'checkpoint' | 'differing'> & {
  unseen: string[]
  files: FileFinding[]
  strays: string[]
}
type Case = { proof: string; opened: OpenedCapsule; keys: readonly string[]; originals: readonly Original[] }

/** An opened capsule held against its receipt, and its files against their originals; or why the receipt is not believed. */
export function judge(tools: ProofTools, { proof, opened, keys, originals }: Case): Judged | ReceiptFault {
  const verified = verifyOpened(tools, { proof, opened, keys })
  if (typeof verified === 'string') return verified
  const { day, isLate, checkpoint, hidden } = verified
  const changed = Object.keys(opened.parts).filter((part) => isOtherFile(opened, part, originals))
  const differing = [...new Set([...verified.differing, ...changed])]
  const parts = Object.keys(opened.statement.parts).filter((part) => isFilePart(part) && !differing.includes(part))
  const known = new Set(Object.keys(opened.parts).map((part) => hashIn(opened, part)))
  return {
    ...{ day, isLate, checkpoint, differing },
    unseen: hidden.filter((part) => !isFilePart(part)),
    files: parts.map((part) => ({ part, state: stateOf(part) })),
    strays: [...new Set(originals.filter(({ sha256, part }) => !part && !known.has(sha256)).map(({ name }) => name))],
  }

  function stateOf(part: string): FileState {
    if (hidden.includes(part)) return 'ownersAlone'
    const sha256 = hashIn(opened, part)
    if (!sha256) return 'nameless'
    return originals.some((original) => original.sha256 === sha256) ? 'same' : 'waiting'
  }
}

/** Whether everything there is was compared, and is as it was sealed. */
export const isWhole = ({ differing, unseen, files }: Judged): boolean =>
  differing.length === 0 && unseen.length === 0 && files.every(({ state }) => state === 'same')

function isOtherFile(opened: OpenedCapsule, part: string, originals: readonly Original[]): boolean {
  const sha256 = hashIn(opened, part)
  return Boolean(sha256) && originals.some((original) => original.part === part && original.sha256 !== sha256)
}

/** The SHA-256 of a file among the parts, where it was known at the sealing. */
function hashIn({ parts }: OpenedCapsule, part: string): string | undefined {
  const value = isFilePart(part) ? parts[part] : undefined
  const { sha256 } = (value && typeof value === 'object' ? value : {}) as { sha256?: unknown }
  return typeof sha256 === 'string' ? sha256 : undefined
}
