import { sql } from 'kysely'
import { hexOf } from '#contract/bytes.ts'
import type { Output, Parsed } from '#contract/calls.ts'
import { SHORT_CHARS } from '#contract/receipt.ts'
import { missing } from '#server/core/fail.ts'
import type { RequestContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { dayIn } from '#server/platform/db/moment.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { firstCheckpoints } from './checkpoints.ts'

type Place = Parsed<'logLine'>

/** A place in a log, for anybody: nothing of whom, of what and until when. */
export async function logLine({ db }: RequestContext, place: Place): Promise<Output<'logLine'>> {
  const line = await lineAt(db, place)
  if (!line) throw missing()
  return line
}

/** Undefined where no published checkpoint has it. */
export async function lineAt(db: Db, { index, log }: Place): Promise<Output<'logLine'> | undefined> {
  const [first] = await firstCheckpoints(db, [{ log, leaf: index }])
  if (!first) return undefined
  const [leaf] = await leafAt(db, { log, index })
  const commitment = leaf ? hexOf(leaf.commitment).slice(0, SHORT_CHARS) : ''
  return { index, commitment, at: dayIn(first.signed_at) }
}

const leafAt = prepared(
  ({ log, index }: { log: number; index: number }) => sql<{ commitment: Buffer }>`
    select commitment from capsule_contents where log = ${log} and leaf = ${index}`,
)
