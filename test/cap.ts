import { createDecipheriv, hkdfSync } from 'node:crypto'
import type { CapContent } from '#contract/archiveFiles.ts'
import { CAP_TAG_BYTES, capBytes, capNonce, capPiece, capPieces, capPurpose, readCapHead } from '#contract/cap.ts'
import type { MonthNumber } from '#contract/monthNumbers.ts'
import { sha256 } from '#server/core/sha256.ts'
import { unwrapByMonth } from '#server/upkeep/sunset/monthKeys.ts'

/** The content of a `.cap`, or of another file under its key: throws where a byte is another one. */
export function openCapFile(file: Buffer, by: MonthNumber | Buffer): Buffer {
  const head = readCapHead(file)
  if (!head) throw new Error('no `.cap`')
  if (file.length !== capBytes(head.length, head.bytes)) throw new Error('another length than its head says')
  const key = Buffer.isBuffer(by) ? by : unwrapByMonth(head.sealed!.wrap, head.sealed!.month, by)
  const lock = Buffer.from(hkdfSync('sha256', key, '', capPurpose(sha256, head.text), 32))
  const pieces: Buffer[] = []
  for (let index = 0; index < capPieces(head.bytes); index++) {
    const { start, end } = capPiece(head.length, head.bytes, index)
    const decipher = createDecipheriv('aes-256-gcm', lock, capNonce(head.bytes, index))
    decipher.setAuthTag(file.subarray(end - CAP_TAG_BYTES, end))
    pieces.push(decipher.update(file.subarray(start, end - CAP_TAG_BYTES)), decipher.final())
  }
  return Buffer.concat(pieces)
}

/** The item in a sealed capsule's `.cap`, and its files by their paths. */
export function openCap(file: Buffer, by: MonthNumber): CapContent & { of: Map<string, Buffer> } {
  const content = openCapFile(file, by)
  const line = content.indexOf(0x0a)
  const index = JSON.parse(content.subarray(0, line).toString()) as CapContent
  let at = line + 1
  const of = new Map<string, Buffer>()
  for (const { path, bytes } of index.files) {
    of.set(path, content.subarray(at, at + bytes))
    at += bytes
  }
  if (at !== content.length) throw new Error('more than its files')
  return { ...index, of }
}
