import { type RawBuilder, sql } from 'kysely'
import type { ArchiveItem } from '#contract/archiveFiles.ts'
import { type CapsuleForm, type CapsuleStatus, type CapsuleType, STATUS } from '#contract/capsule.ts'
import { shownTitle } from '#contract/seal.ts'
import type { Content } from '#server/capsules/capsule/content.ts'
import { judgementOf, replyOf } from '#server/capsules/capsule/own.ts'
import { type ContentRow, readContent } from '#server/capsules/capsule/stored.ts'
import type { Services } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { READABLE, SEALED } from '#server/platform/db/states.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import type { LeafPlace } from '#server/upkeep/receipts/checkpoints.ts'
import { FORM_OF, KIND_OF } from './facts.ts'

export type ItemRow = ContentRow &
  LeafPlace & {
    commitment: Buffer | null
    type: CapsuleType
    content_type: CapsuleForm
    status: CapsuleStatus
    revision: number
    created_at: string
    long_tag: string
    open_at: string | null
    deleted_at: string | null
    hidden: boolean
    is_public: number
    love_count: number
    questions: string[]
    reply: string | null
    replied_at: string | null
    result: 1 | 2 | 3 | 4 | null
    confidence: number | null
    counts: boolean
    judged: string
    judged_at: string | null
  }

/** These rows with all that their owner may read now; what is sealed is not even selected. By their ids. */
export const readRows = (needed: Pick<Services, 'db'>, userId: number, ids: number[]): Promise<Map<number, ItemRow>> =>
  rowsIn(needed, READABLE, { userId, ids })

/**
 * These rows with what is sealed in them, to be locked once more in a `.cap`: the one selection of sealed content beside the scrub's. By
 * their ids.
 */
export const readSealedRows = (
  needed: Pick<Services, 'db'>,
  userId: number,
  ids: number[],
): Promise<Map<number, ItemRow>> => rowsIn(needed, SEALED, { userId, ids })

async function rowsIn(
  { db }: Pick<Services, 'db'>,
  states: RawBuilder<unknown>,
  { userId, ids }: { userId: number; ids: number[] },
): Promise<Map<number, ItemRow>> {
  const { rows } = await sql<ItemRow>`
    select c.id, c.owner_id, c.type, c.content_type, c.status, c.revision, c.long_tag, c.sealed_at, c.created_at, c.open_time,
      c.open_at, c.deleted_at, c.hidden, c.is_public, c.love_count, c.questions, k.envelope, k.sealed,
      k.commitment, k.log, k.leaf,
      r.text as reply, r.written_at as replied_at,
      j.result, j.confidence, coalesce(j.counts, false) as counts, coalesce(j.text, '') as judged, j.judged_at
    from capsules c
    join capsule_contents k on k.capsule_id = c.id
    left join capsule_replies r on r.capsule_id = c.id
    left join forecast_judgements j on j.capsule_id = c.id
    where c.owner_id = ${userId} and c.id = any(${ids}::bigint[]) and c.status in ${states}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The content; undefined where it does not open as it was sealed. */
export function contentOf({ keys, log }: Pick<Services, 'keys' | 'log'>, row: ItemRow): Content | undefined {
  try {
    return readContent(keys, row)
  } catch (err) {
    log.error({ err, capsule: row.id }, 'a capsule does not open as it was sealed')
    return undefined
  }
}

export const UNREADABLE = '内容已损坏，无法读取'

/** The item without its parts, which `parts.ts` makes. */
export function itemOf({ keys }: Pick<Services, 'keys'>, row: ItemRow, content: Content | undefined): ArchiveItem {
  const sealed_at = moment(row.sealed_at)
  return {
    id: String(row.id),
    kind: KIND_OF[row.type],
    form: FORM_OF[row.content_type],
    state: stateOf(row),
    title: shownTitle(content?.title ?? row.long_tag),
    date: sealed_at || moment(row.created_at),
    created_at: moment(row.created_at),
    sealed_at,
    open_time: moment(row.open_time),
    opened_at: moment(row.open_at),
    deleted_at: moment(row.deleted_at),
    hidden: row.hidden,
    public: row.is_public === 1,
    parts: [],
    missing: content ? '' : UNREADABLE,
    words: content?.send_word ?? '',
    remark: content?.description ?? '',
    confidence: content?.confidence ?? null,
    questions: row.questions,
    loves: row.love_count,
    reply:
      row.reply === null ? null : { text: decryptText(keys, row.reply, replyOf(row.id)), at: moment(row.replied_at) },
    judgement: row.result === null ? null : judgementIn(keys, row, row.result),
  }
}

const judgementIn = (keys: Services['keys'], row: ItemRow, result: 1 | 2 | 3 | 4) => ({
  result,
  confidence: row.confidence,
  counts: row.counts,
  text: row.judged && decryptText(keys, row.judged, judgementOf(row.id)),
  at: moment(row.judged_at),
})

function stateOf({ status, deleted_at, sealed_at }: ItemRow): ArchiveItem['state'] {
  if (deleted_at !== null) return 'deleted'
  if (status === STATUS.draft) return 'draft'
  if (sealed_at === null) return 'written'
  return status === STATUS.unsealed ? 'opened' : 'sealed'
}
