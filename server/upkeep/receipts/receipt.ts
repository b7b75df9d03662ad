import { type RawBuilder, sql } from 'kysely'
import { hexOf, sameBytes } from '#contract/bytes.ts'
import type { Parsed } from '#contract/calls.ts'
import { isForEverybody, saltOf } from '#contract/commitment.ts'
import { NO_RECEIPT, type Receipt } from '#contract/receipt.ts'
import { receiptProofText } from '#contract/receiptProof.ts'
import { viewerOf } from '#server/capsules/capsule/capsuleDetail.ts'
import { committedWith } from '#server/capsules/capsule/commitment.ts'
import { fingerprintsOf } from '#server/capsules/capsule/content.ts'
import { mayRead, maySee, type Viewer } from '#server/capsules/capsule/mayRead.ts'
import { type ContentRow, readContent } from '#server/capsules/capsule/stored.ts'
import { countGuess, refuseGuessing } from '#server/capsules/notice/guesses.ts'
import { missing, refuse } from '#server/core/fail.ts'
import { sha256 } from '#server/core/sha256.ts'
import type { EitherContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { firstCheckpoint } from './checkpoints.ts'
import { readKept } from './keptTiles.ts'
import { inclusionPath } from './tree.ts'

type ReceiptRow = ContentRow & { long_tag: string; commitment: Buffer | null; log: number | null; leaf: number | null }

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
  return {
    commitment: hexOf(row.commitment),
    ...(await proofOf(context.db, row)),
    ...opened(context, row, row.commitment),
  }
}

const rowFor = (id: number, viewer: Viewer): RawBuilder<ReceiptRow> => sql<ReceiptRow>`
  select c.id, c.owner_id, c.type, c.sealed_at, c.open_time, c.long_tag, r.commitment, r.log, r.leaf, k.envelope, k.sealed
  from capsules c
  join capsule_contents r on r.capsule_id = c.id
  left join capsule_contents k on k.capsule_id = c.id and ${mayRead(viewer)}
  where c.id = ${id} and ${maySee(viewer)}`

/** By the first checkpoint that has the leaf; nothing until one is published. */
async function proofOf(db: Db, { log, leaf }: ReceiptRow): Promise<Pick<Receipt, 'index' | 'proof'>> {
  if (log === null || leaf === null) return {}
  const first = await firstCheckpoint(db, { log, leaf })
  if (!first) return {}
  const path = await inclusionPath({ size: first.size, readTile: readKept(db, log) }, leaf)
  return { index: leaf, proof: receiptProofText({ index: leaf, path, note: first.note }) }
}

/** The statement that was committed to, with the salts of the parts that the caller sees as they were sealed. */
function opened(
  { keys, log, caller }: EitherContext,
  row: ReceiptRow,
  commitment: Buffer,
): Pick<Receipt, 'statement' | 'salts'> {
  const content = readContent(keys, row)
  const seed = content?.seed && Buffer.from(content.seed, 'hex')
  if (!content || !seed) return {}
  const { id, type, long_tag: title, sealed_at, open_time } = row
  const facts = { id: String(id), type, sealed_at: moment(sealed_at), open_time: moment(open_time) }
  const made = committedWith(seed, facts, { ...content, type, title }, fingerprintsOf(content.content))
  if (!sameBytes(commitment, made.commitment)) {
    log.error({ capsule: id }, 'a capsule is not as its receipt says')
    return {}
  }
  const isMine = row.owner_id === caller?.userId
  const seen = Object.keys(made.statement.parts).filter((part) => isMine || isForEverybody(part))
  return {
    statement: made.statement,
    salts: Object.fromEntries(seen.map((part) => [part, hexOf(saltOf(sha256, seed, part))])),
  }
}
