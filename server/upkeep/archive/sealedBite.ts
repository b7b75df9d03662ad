import { sql } from 'kysely'
import type { ArchiveFault } from '#contract/archiveFiles.ts'
import { shownTitle } from '#contract/seal.ts'
import { renewedRow } from '#server/capsules/capsule/renewEnvelopes.ts'
import type { Services } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { SEALED } from '#server/platform/db/states.ts'
import type { MadeObjects } from '#server/platform/media/made.ts'
import { keysForMonths, type MonthKey } from '#server/upkeep/sunset/keysForMonths.ts'
import { BITE_BYTES, type Bite, type Bitten, emptyBite } from './bite.ts'
import { lockCap } from './cap.ts'
import { contentOf, type ItemRow, readSealedRows } from './items.ts'
import { type Blob, makeBlob } from './madeFile.ts'
import { proofsById } from './receipts.ts'

type Making = Pick<Services, 'config' | 'db' | 'keys' | 'media' | 'log'> & { made: MadeObjects }

const NOT_AS_SEALED = '与封存时不符，没有放进归档'

/**
 * Locks the next sealed ones for the months in which they open, as many as fit a bite; tells how many are done. Without keys of months
 * nothing of their content is read.
 */
export async function takeSealedBite(making: Making, { userId, name, askedAt, ids }: Bite & { ids: number[] }) {
  const [blob, bitten] = [makeBlob(name), emptyBite()]
  const months = await monthsOf(making, userId, ids)
  const rows = await readSealedRows(making, userId, [...months.keys()])
  const proofs = await proofsById(making.db, [...rows.values()], askedAt)
  let [done, bytes] = [0, 0]
  for (const id of ids) {
    const [row, month] = [rows.get(id), months.get(id)]
    if (row && month) bytes += await addCap(making, { row, month, proof: proofs.get(id), blob, bitten })
    done += 1
    if (bytes + blob.size() > BITE_BYTES) break
  }
  await blob.write(making.made)
  return { bitten, done, bytes: bytes + blob.size() }
}

/** The key of the month in which each opens. One that was opened since it was counted has none. */
async function monthsOf(making: Making, userId: number, ids: number[]): Promise<Map<number, MonthKey>> {
  const keyFor = await keysForMonths(making)
  const { rows } = await sql<{ id: number; open_time: string }>`
    select id, open_time from capsules c where owner_id = ${userId} and id = any(${ids}::bigint[]) and c.status in ${SEALED}`.execute(
    making.db,
  )
  const months = rows.map(({ id, open_time }) => [id, keyFor(moment(open_time).slice(0, 7))] as const)
  return new Map(months.flatMap(([id, month]) => (month ? [[id, month] as const] : [])))
}

type Adding = { row: ItemRow; month: MonthKey; proof: string | undefined; blob: Blob; bitten: Bitten }

/** Its content has to open as it was sealed, on this day: a row whose day was edited is named, and left out. */
async function addCap(making: Making, { row, month, proof, blob, bitten }: Adding): Promise<number> {
  const today = await renewedRow(making, row).catch(() => undefined)
  const content = today && contentOf(making, today)
  if (!today || !content) {
    bitten.faults.push(faultOf(row))
    return 0
  }
  const { cap, faults, bytes } = await lockCap(making, { row: today, content, proof, month, blob })
  bitten.caps?.push(cap)
  bitten.faults.push(...faults)
  return bytes
}

const faultOf = ({ long_tag }: ItemRow): ArchiveFault => ({ name: shownTitle(long_tag), why: NOT_AS_SEALED })
