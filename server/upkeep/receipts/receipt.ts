import { type RawBuilder, sql } from 'kysely'
import { hexOf } from '#contract/bytes.ts'
import type { Parsed } from '#contract/calls.ts'
import { isForEverybody } from '#contract/commitment.ts'
import { NO_RECEIPT, type Receipt } from '#contract/receipt.ts'
import { viewerOf } from '#server/capsules/capsule/capsuleDetail.ts'
import { mayRead, maySee, type Viewer } from '#server/capsules/capsule/mayRead.ts'
import { type ContentRow, readContent } from '#server/capsules/capsule/stored.ts'
import { countGuess, refuseGuessing } from '#server/capsules/notice/guesses.ts'
import { missing, refuse } from '#server/core/fail.ts'
import type { EitherContext } from '#server/platform/context.ts'
import type { LeafPlace } from './checkpoints.ts'
import { openedReceipt } from './openedReceipt.ts'
import { proofsOf } from './proofs.ts'

type ReceiptRow = ContentRow & LeafPlace & { long_tag: string; commitment: Buffer | null }

/**
 * 封存凭证 of a capsule of one's own, sealed or open, or of an open one that the caller may see. Refuses one that was sealed
 * without a commitment. Of a sealed capsule nothing of the content is selected.
 */
export async function receipt(context: EitherContext, { capsule_id, token }: Parsed<'receipt'>): Promise<Receipt> {
  const viewer = viewerOf(context, token)
  if (token) refuseGuessing(context)
  const { rows } = await rowFor(Number(capsule_id), viewer).execute(context.db)
  const [row] = rows
  if (!row && token) await countGuess(context)
  if (!row) throw missing()
  if (!row.commitment) throw refuse(NO_RECEIPT)
  const [proof] = await proofsOf(context.db, [row])
  return {
    commitment: hexOf(row.commitment),
    ...(row.leaf !== null && proof && { index: row.leaf, proof }),
    ...seen(context, row),
  }
}

const rowFor = (id: number, viewer: Viewer): RawBuilder<ReceiptRow> => sql<ReceiptRow>`
  select c.id, c.owner_id, c.type, c.sealed_at, c.open_time, c.long_tag, r.commitment, r.log, r.leaf, k.envelope, k.sealed
  from capsules c
  join capsule_contents r on r.capsule_id = c.id
  left join capsule_contents k on k.capsule_id = c.id and ${mayRead(viewer)}
  where c.id = ${id} and ${maySee(viewer)}`

/** The statement that was committed to, with the salts of the parts that the caller sees as they were sealed. */
function seen({ keys, log, caller }: EitherContext, row: ReceiptRow): Pick<Receipt, 'statement' | 'salts'> {
  const opened = openedReceipt(log, row, readContent(keys, row))
  if (!opened) return {}
  const isMine = row.owner_id === caller?.userId
  const salts = Object.entries(opened.salts).filter(([part]) => isMine || isForEverybody(part))
  return { statement: opened.statement, salts: Object.fromEntries(salts) }
}
