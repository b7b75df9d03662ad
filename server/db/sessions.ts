import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { SESSION_ZONE } from './types.ts'

export const STATEMENT_TIMEOUT_MS = 15_000
/** Of a read replica: the primary has the same answer, and nobody waits for the other one longer. */
export const REPLICA_TIMEOUT_MS = 1_000

/** What a session of ours is told when it begins. */
export const SESSION = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  options: `-c TimeZone=${SESSION_ZONE}`,
}

type Found = { role: string; zone: string; statement: string; idle: string }

/**
 * Sessions in another zone would answer moments that are hours off, and wake people at night: nobody starts on them. A pooler
 * lets nothing through that a session is told when it begins, so there the role carries it (docs/decisions/051).
 */
export async function refuseOtherSessions(db: Db, { pooler }: { pooler: boolean }): Promise<void> {
  const { rows } = await sql<Found>`
    select current_user as role, current_setting('TimeZone') as zone,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  const found = rows[0]!
  if (pooler) return refuseIfMissing(found)
  if (found.zone !== SESSION_ZONE)
    throw new Error(
      `数据库会话的时区是 ${found.zone}，不是北京时间（${SESSION_ZONE}），不能启动：时间会差几个小时。如果 DATABASE_URL 指向 PgBouncer，请设 DATABASE_POOLER=1；否则请让连接参数 options 能够到达数据库。`,
    )
}

/** Only a limit that is not there is refused: how long it is, whoever runs the server decides. */
function refuseIfMissing({ role, zone, statement, idle }: Found): void {
  const name = `"${role.replaceAll('"', '""')}"`
  const wanted = [
    zone !== SESSION_ZONE && `timezone = '${SESSION_ZONE}'`,
    statement === '0' && `statement_timeout = '${STATEMENT_TIMEOUT_MS}'`,
    idle === '0' && `idle_in_transaction_session_timeout = '${STATEMENT_TIMEOUT_MS}'`,
  ].filter((setting) => setting !== false)
  if (wanted.length === 0) return
  const statements = wanted.map((setting) => `alter role ${name} set ${setting};`).join(' ')
  throw new Error(
    `经过连接池（DATABASE_POOLER=1）的会话缺少必要的设置，不能启动。请在数据库里执行：${statements} 然后在 PgBouncer 的管理台执行 RECONNECT（或重启它），再启动。`,
  )
}
