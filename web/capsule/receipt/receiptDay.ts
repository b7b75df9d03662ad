import { checkpointIn } from '#contract/checkpoint.ts'
import { readReceiptProof } from '#contract/receiptProof.ts'
import { formatChina } from '#contract/time.ts'

/** The day of a receipt's checkpoint, as our server has given it: nothing is proved here. `YYYY-MM-DD HH:mm:ss` in China. */
export function receiptDay(proof: string): string {
  const checkpoint = checkpointIn(readReceiptProof(proof)?.note ?? '')
  return checkpoint ? formatChina(checkpoint.seconds * 1000) : ''
}
