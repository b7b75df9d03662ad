import { sql } from 'kysely'
import { ARCHIVE_STATE, type ArchiveState } from '#contract/archive.ts'
import type { ArchiveFault } from '#contract/archiveFiles.ts'
import { isProved, waysOf } from '#server/people/account/proof/refuseUnlessProved.ts'
import type { UserContext } from '#server/platform/context.ts'
import { moment } from '#server/platform/db/moment.ts'
import { type KeptArchive, keptArchiveOf } from '#server/platform/message/keptCode.ts'
import type { Segment } from './madeFile.ts'
import { EXPIRES_AT } from './make.ts'
import { addressOfPart } from './permission.ts'

/** A part as the row keeps it; `plan`: where its plan lies. */
export type KeptPart = { name: string; etag: string; bytes: number; plan: Segment }

type ArchiveRow = {
  id: number
  created_at: string
  done: number
  total: number
  bytes: number
  missing: ArchiveFault[]
  parts: KeptPart[]
  begun: boolean
  ready: boolean
  failed: boolean
  ended: boolean
  expires_at: string | null
}

const SHOWN = 10

/** The caller's archives, the newest first; addresses for a sign-in alone that is proved. */
export async function exportList(context: UserContext) {
  const { db, caller } = context
  const { rows } = await sql<ArchiveRow>`
    select id, created_at, done, total, bytes, missing, parts, turn > 0 as begun, ready_at is not null as ready,
      failed_at is not null as failed, ended_at is not null or coalesce(${EXPIRES_AT} < now(), false) as ended, ${EXPIRES_AT} as expires_at
    from archives where user_id = ${caller.userId} and not kept order by id desc limit ${sql.lit(SHOWN)}`.execute(db)
  const proved = await isProved(context)
  const list = rows.map((row) => toArchive(context, row, proved))
  const kept = await keptArchiveOf(context, caller.userId)
  const withheld = !proved && (kept !== undefined || list.some(({ state }) => state === ARCHIVE_STATE.ready))
  return {
    list,
    ...(kept && { kept: shownKept(kept, proved) }),
    ...(withheld && { prove: await waysOf(db, caller.userId) }),
  }
}

const shownKept = ({ address, code, bytes }: KeptArchive, proved: boolean) =>
  proved ? { url: `${address}#${code}`, code, bytes } : { url: '', code: '', bytes }

function toArchive(context: UserContext, row: ArchiveRow, proved: boolean) {
  const state = stateOf(row)
  const parts = state === ARCHIVE_STATE.ready ? row.parts : []
  return {
    id: String(row.id),
    state,
    done: row.done,
    total: row.total,
    bytes: row.bytes,
    missing: row.missing,
    parts: parts.map(({ name, bytes }, index) => ({
      name,
      bytes,
      url: proved ? addressOfPart(context, row.id, index + 1) : '',
    })),
    created_at: moment(row.created_at),
    expires_at: moment(row.expires_at),
  }
}

function stateOf({ begun, ready, failed, ended }: ArchiveRow): ArchiveState {
  if (ended) return ARCHIVE_STATE.ended
  if (failed) return ARCHIVE_STATE.failed
  if (ready) return ARCHIVE_STATE.ready
  return begun ? ARCHIVE_STATE.making : ARCHIVE_STATE.waiting
}
