import { readCheckpoint } from '#contract/checkpoint.ts'
import { readReceiptProof } from '#contract/receiptProof.ts'
import { readNote } from '#contract/signedNote.ts'
import { formatChina } from '#contract/time.ts'

/** The day of a receipt's checkpoint, as our server has given it: nothing is proved here. `YYYY-MM-DD HH:mm:ss` in China. */
export function receiptDay(proof: string): string {
  const note = readNote(readReceiptProof(proof)?.note ?? '')
  const checkpoint = note && readCheckpoint(note.body)
  return checkpoint ? formatChina(checkpoint.seconds * 1000) : ''
}
