import { sql } from 'kysely'
import { hexOf } from '#contract/bytes.ts'
import type { Output, Parsed } from '#contract/calls.ts'
import { SHORT_CHARS } from '#contract/receipt.ts'
import { missing } from '#server/core/fail.ts'
import type { RequestContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { firstCheckpoints } from './checkpoints.ts'

/** A place in a log, for anybody: nothing of whom, of what and until when. */
export async function logLine({ db }: RequestContext, { index, log }: Parsed<'logLine'>): Promise<Output<'logLine'>> {
  const [first] = await firstCheckpoints(db, [{ log, leaf: index }])
  if (!first) throw missing()
  const [leaf] = await leafAt(db, { log, index })
  const commitment = leaf ? hexOf(leaf.commitment).slice(0, SHORT_CHARS) : ''
  return { index, commitment, at: moment(first.signed_at) }
}

const leafAt = prepared(
  ({ log, index }: { log: number; index: number }) => sql<{ commitment: Buffer }>`
    select commitment from capsule_contents where log = ${log} and leaf = ${index}`,
)
