import type { Original } from '#contract/judgeOpened.ts'
import type { OpenedCapsule } from '#contract/openedCapsule.ts'
import { readOpened } from '#contract/readOpened.ts'
import { sha256Of } from '#web/client/upload/sha256.ts'

/** Receipts and opened capsules are short; nothing larger is read as text. */
const TEXT_MAX_BYTES = 8 * 1024 * 1024
const RECEIPT = /^c2sp\.org\/tlog-proof/
const NAMED_RECEIPT = /^凭证.*\.txt$/

export type Given = { proof?: string; opened?: OpenedCapsule; originals: Original[] }
export const CANNOT_HASH = '这个浏览器算不出文件的校验值，请换一个浏览器'

/** Files by what they are: a receipt, an opened capsule, or else an original. Nothing of them leaves this device. */
export async function readGiven(files: readonly File[]): Promise<Given> {
  const given: Given = { originals: [] }
  for (const file of files) {
    const text = file.size <= TEXT_MAX_BYTES ? await file.text() : ''
    const opened = readOpened(text)
    if (opened) given.opened = opened
    else if (RECEIPT.test(text) || NAMED_RECEIPT.test(file.name)) given.proof = text
    else given.originals.push({ name: file.name, sha256: await hashOf(file) })
  }
  return given
}

export async function hashOf(file: Blob): Promise<string> {
  const sha256 = await sha256Of(file)
  if (sha256 === undefined) throw new Error(CANNOT_HASH)
  return sha256
}
