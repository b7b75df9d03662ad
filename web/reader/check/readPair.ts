import type { Original } from '#contract/judgeOpened.ts'
import type { OpenedCapsule } from '#contract/openedCapsule.ts'
import { readOpened } from '#contract/readOpened.ts'
import { sha256Of } from './sha256Of.ts'

/** Receipts and opened capsules are short; nothing larger is read as text. */
const TEXT_MAX_BYTES = 8 * 1024 * 1024
const RECEIPT = /^c2sp\.org\/tlog-proof/
const NAMED_RECEIPT = /^凭证.*\.txt$|\.tlog-proof$/

/** `unreadable`: names of files that the device did not give, until they are chosen again. */
export type Pair = { proof?: string; opened?: OpenedCapsule; originals: Original[]; unreadable: string[] }

/** Chosen files beside those of before, by what they are: a receipt, an opened capsule, or else an original. */
export async function readPair(before: Pair, chosen: readonly File[]): Promise<Pair> {
  const again = new Set(chosen.map(({ name }) => name))
  const pair = {
    ...before,
    originals: [...before.originals],
    unreadable: before.unreadable.filter((n) => !again.has(n)),
  }
  for (const file of chosen) await take(pair, file).catch(() => pair.unreadable.push(file.name))
  return pair
}

async function take(pair: Pair, file: File): Promise<void> {
  const text = file.size <= TEXT_MAX_BYTES ? await file.text() : ''
  const opened = readOpened(text)
  if (opened) pair.opened = opened
  else if (RECEIPT.test(text) || NAMED_RECEIPT.test(file.name)) pair.proof = text
  else pair.originals.push({ name: file.name, sha256: await sha256Of(file, () => {}) })
}
