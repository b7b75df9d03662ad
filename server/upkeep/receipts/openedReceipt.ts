import { hexOf, sameBytes } from '#contract/bytes.ts'
import type { CapsuleType } from '#contract/capsule.ts'
import { saltOf } from '#contract/commitment.ts'
import { OPENED_VERSION, type OpenedCapsule } from '#contract/openedCapsule.ts'
import { committedWith } from '#server/capsules/capsule/commitment.ts'
import { type Content, fingerprintsOf } from '#server/capsules/capsule/content.ts'
import { sha256 } from '#server/core/sha256.ts'
import type { Services } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'

type CommittedRow = {
  id: number
  type: CapsuleType
  long_tag: string
  sealed_at: string | null
  open_time: string | null
  commitment: Buffer | null
}

/**
 * An opened capsule with the statement that was committed to and all its salts, as its owner may see them; undefined where it was sealed
 * without one, or is not as its receipt says.
 */
export function openedReceipt(
  log: Services['log'],
  row: CommittedRow,
  content: Content | undefined,
): OpenedCapsule | undefined {
  const seed = content?.seed && Buffer.from(content.seed, 'hex')
  if (!content || !seed || !row.commitment) return undefined
  const { id, type, long_tag: title, sealed_at, open_time } = row
  const facts = { id: String(id), type, sealed_at: moment(sealed_at), open_time: moment(open_time) }
  const made = committedWith(seed, facts, { ...content, type, title }, fingerprintsOf(content.content))
  if (!sameBytes(row.commitment, made.commitment)) {
    log.error({ capsule: id }, 'a capsule is not as its receipt says')
    return undefined
  }
  const { parts, statement } = made
  const salts = Object.keys(parts).map((part) => [part, hexOf(saltOf(sha256, seed, part))])
  return { version: OPENED_VERSION, capsule: facts, parts, statement, salts: Object.fromEntries(salts) }
}
