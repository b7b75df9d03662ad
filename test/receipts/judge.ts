import { bytesOfBase64, bytesOfHex } from '#contract/bytes.ts'
import { openCheckpoint } from '#contract/checkpoint.ts'
import { isConsistent, isIncluded } from '#contract/merkle.ts'
import { proveReceipt } from '#contract/receiptProof.ts'
import { type ProofTools, readVerifierKey } from '#contract/signedNote.ts'
import vectors from './vectors.json' with { type: 'json' }

/** Hashes in base64, as Go writes them. */
type Inclusion = { what: 'inclusion'; leaf: string; index: number; size: number; root: string; path: string[] }
type Consistency = {
  what: 'consistency'
  older: number
  oldRoot: string
  size: number
  root: string
  path: string[]
}
type Text = { what: 'checkpoint' | 'receipt'; text: string; data?: string; key?: string }
/** A proof that Go and we judge (test/receipts/oracle.go). `name` says how it was damaged. */
export type Case = { name: string; holds: boolean } & (Inclusion | Consistency | Text)

export const VECTORS = { ...vectors, cases: vectors.cases as Case[] }

const bytes = (text: string): Uint8Array => bytesOfBase64(text)!

/** Our verdict. */
export function holds(tools: ProofTools, one: Case): boolean {
  const { sha256 } = tools
  if (one.what === 'inclusion') {
    const { leaf, root, path, index, size } = one
    return isIncluded(sha256, { leaf: bytes(leaf), root: bytes(root), path: path.map(bytes), index, size })
  }
  if (one.what === 'consistency') {
    const older = { size: one.older, root: bytes(one.oldRoot) }
    return isConsistent(sha256, older, { size: one.size, root: bytes(one.root) }, one.path.map(bytes))
  }
  const key = readVerifierKey(sha256, one.key ?? VECTORS.key)!
  const { what, text, data = '' } = one
  const opened =
    what === 'receipt' ? proveReceipt(tools, { text, key, data: bytesOfHex(data)! }) : openCheckpoint(tools, text, key)
  return typeof opened !== 'string'
}
