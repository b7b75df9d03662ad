import { z } from 'zod'
import { capsuleType } from './capsule.ts'
import type { Statement } from './commitment.ts'
import { id } from './fields.ts'

// 封存凭证: the proof of the day a capsule was sealed, and that nothing was changed since (docs/decisions/receipts.md).

export const NO_RECEIPT = '此胶囊封存时还没有凭证'
export const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A capsule that was committed to: each part by its salted hash, in hex. */
export const statement = z.object({
  id: z.string(),
  type: capsuleType,
  sealed_at: z.string(),
  open_time: z.string(),
  parts: z.record(z.string(), hash),
}) satisfies z.ZodType<Statement>

/** `token`: of a capsule its owner shared, as `capsuleDetail` takes it. */
export const receiptInput = z.object({ capsule_id: id, token: z.string().max(200).optional() })
/**
 * `index` and `proof` (a text, c2sp.org/tlog-proof@v1) once the log has taken it up. Of an opened capsule also what was
 * committed to, and the salts of the parts that the caller sees as they were sealed.
 */
export const receiptOutput = z.object({
  commitment: hash,
  index: z.int().min(0).optional(),
  proof: z.string().optional(),
  statement: statement.optional(),
  salts: z.record(z.string(), hash).optional(),
})
export type Receipt = z.infer<typeof receiptOutput>

/** A place in a log, which tells nothing of whom, of what and until when. `log`: its number, where it is not the first. */
export const logLineInput = z.object({ index: z.int().min(0), log: z.int().min(1).default(1) })
/** `commitment`: its first characters; '' where the log alone still knows the leaf. `at`: the day of its checkpoint. */
export const logLineOutput = z.object({ index: z.int(), commitment: z.string(), at: z.iso.date() })

/** So many characters of a commitment stand on a ticket. */
export const SHORT_CHARS = 16
