import { sql } from 'kysely'
import type { Db } from './db.ts'
import { SESSION_ZONE } from './types.ts'

export const STATEMENT_TIMEOUT_MS = 15_000
/** The statement timeout of a read replica: the primary has the same answer, so nobody waits longer for the replica. */
export const REPLICA_TIMEOUT_MS = 1_000

/**
 * How values are read and printed (types.ts), and what goes wrong otherwise. Set for every session, so that the settings of an
 * account or a database decide nothing: dates would be hours off or another month's, and sealed capsules would not open.
 */
const FORMS = [
  {
    name: 'timezone',
    is: SESSION_ZONE,
    called: '时区',
    meant: `北京时间（${SESSION_ZONE}）`,
    else: '时间会差几个小时',
  },
  { name: 'datestyle', is: 'ISO, MDY', called: ' DateStyle ', meant: ' ISO', else: '日期会读错' },
  { name: 'bytea_output', is: 'hex', called: ' bytea_output ', meant: ' hex', else: '内容会读错' },
  { name: 'intervalstyle', is: 'postgres', called: ' IntervalStyle ', meant: ' postgres', else: '时长会读错' },
  {
    name: 'standard_conforming_strings',
    is: 'on',
    called: ' standard_conforming_strings ',
    meant: ' on',
    else: '语句会读错',
  },
] as const
export const FORM_OPTIONS = FORMS.map(({ name, is }) => `-c ${name}=${is.replaceAll(' ', '')}`).join(' ')
const ENCODING = 'UTF8'

/** The order in which days and months are read makes no difference: we always write them as ISO. */
const isSaid = ({ is }: { is: string }, found: string): boolean =>
  found === is || (is.startsWith('ISO') && found.startsWith('ISO'))

/** The settings that a session of ours begins with. */
export const SESSION = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  options: FORM_OPTIONS,
}

type Found = { role: string; forms: string[]; encoding: string; statement: string; idle: string }

/**
 * Sessions that print in another form would answer moments that are hours off, and wake people at night: nobody starts on them.
 * A pooler passes no session settings on, so there the role carries them (docs/decisions/servers.md).
 */
export async function refuseOtherSessions(db: Db, { pooler }: { pooler: boolean }): Promise<void> {
  const { rows } = await sql<Found>`
    select current_user as role, array[${sql.join(FORMS.map(({ name }) => sql`current_setting(${name})`))}] as forms,
      current_setting('server_encoding') as encoding,
      current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
  const found = rows[0]!
  if (found.encoding !== ENCODING)
    throw new Error(
      `数据库的编码是 ${found.encoding}，不是 ${ENCODING}，不能启动：汉字和表情会存不进去。请用 create database … encoding '${ENCODING}' template template0 新建数据库。`,
    )
  if (pooler) return refuseIfMissing(found)
  const wrong = FORMS.findIndex((form, index) => !isSaid(form, found.forms[index]!))
  if (wrong < 0) return
  const form = FORMS[wrong]!
  throw new Error(
    `数据库会话的${form.called}是 ${found.forms[wrong]}，不是${form.meant}，不能启动：${form.else}。如果 DATABASE_URL 指向 PgBouncer，请设 DATABASE_POOLER=1；否则请让连接参数 options 能够到达数据库。`,
  )
}

/** Only a missing limit is refused: its length is the server operator's choice. */
function refuseIfMissing({ role, forms, statement, idle }: Found): void {
  const name = `"${role.replaceAll('"', '""')}"`
  const wanted = [
    ...FORMS.map((form, index) => !isSaid(form, forms[index]!) && `${form.name} = '${form.is}'`),
    statement === '0' && `statement_timeout = '${STATEMENT_TIMEOUT_MS}'`,
    idle === '0' && `idle_in_transaction_session_timeout = '${STATEMENT_TIMEOUT_MS}'`,
  ].filter((setting) => setting !== false)
  if (wanted.length === 0) return
  const statements = wanted.map((setting) => `alter role ${name} set ${setting};`).join(' ')
  throw new Error(
    `经过连接池（DATABASE_POOLER=1）的会话缺少必要的设置，不能启动。请在数据库里执行：${statements} 然后在 PgBouncer 的管理台执行 RECONNECT（或重启它），再启动。`,
  )
}
