import { type RawBuilder, sql } from 'kysely'
import type { ContactChannel } from '#contract/notice.ts'
import { boundToAnswer } from '#server/capsules/capsule/letters.ts'
import { judgementOf, replyOf } from '#server/capsules/capsule/own.ts'
import { boundToContact } from '#server/capsules/notice/address.ts'
import { boundToReceiver } from '#server/capsules/notice/receiverName.ts'
import { boundTo } from '#server/desk/review/totp.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { decryptText, encryptedBy, encryptText } from '#server/platform/keys/encryption.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { boundToKept } from '#server/platform/message/keptCode.ts'
import { BITE, type Kind } from './relock.ts'

const IS_BOX = /^v[12][.]/

type EncryptedRow = Record<string, string | number | null>
type Boxes = {
  table: keyof Tables
  what: string
  /** The primary key. */
  ids: readonly string[]
  /** Those that hold boxed texts; the triggers of 022, 030, 050 and 055 name them as well. */
  /** Those that hold boxed texts; the triggers of 022, 030, 050, 054 and 057 name them as well. */
  columns: readonly string[]
  /** The column to which they are bound, where it is not of the primary key. */
  by?: string
  bound: (row: EncryptedRow) => string
}

/** Every table with short texts that are locked with the master key. */
export const BOXES: readonly Boxes[] = [
  {
    table: 'operators',
    what: '审核员',
    ids: ['id'],
    columns: ['totp_secret', 'totp_next'],
    by: 'name',
    bound: ({ name }) => boundTo(String(name)),
  },
  {
    table: 'capsule_contacts',
    what: '联系方式',
    ids: ['capsule_id', 'channel'],
    columns: ['address'],
    bound: ({ capsule_id, channel }) => boundToContact(Number(capsule_id), channel as ContactChannel),
  },
  {
    table: 'receivers',
    what: '收件人的称呼和联系方式',
    ids: ['capsule_id'],
    columns: ['name', 'address'],
    bound: ({ capsule_id }) => boundToReceiver(Number(capsule_id)),
  },
  {
    table: 'answers',
    what: '收件人的回信',
    ids: ['capsule_id'],
    columns: ['text'],
    bound: ({ capsule_id }) => boundToAnswer(Number(capsule_id)),
  },
  {
    table: 'capsule_replies',
    what: '回信',
    ids: ['capsule_id'],
    columns: ['text'],
    bound: ({ capsule_id }) => replyOf(Number(capsule_id)),
  },
  {
    table: 'forecast_judgements',
    what: '预测的判断',
    ids: ['capsule_id'],
    columns: ['text'],
    bound: ({ capsule_id }) => judgementOf(Number(capsule_id)),
  },
  {
    table: 'kept_archives',
    what: '停止运营后的归档',
    ids: ['user_id'],
    columns: ['code'],
    bound: ({ user_id }) => boundToKept(Number(user_id)),
  },
  {
    table: 'messages',
    what: '消息',
    ids: ['id'],
    columns: ['address', 'params', 'text'],
    by: 'recipient',
    bound: ({ recipient }) => String(recipient),
  },
]

/** The boxes of one table. The text they are bound to stands in the row itself, so that locking the row is enough. */
export function boxesOf({ table, what, ids, columns, by, bound }: Boxes): Kind {
  const id = sql.join(ids.map((name) => sql.ref(`t.${name}`)))
  const read = sql.join([...ids, ...columns, ...(by ? [by] : [])].map((name) => sql.ref(`t.${name}`)))
  const relocked = (keys: Keys, row: EncryptedRow) =>
    sql.join(columns.map((column) => sql`${sql.ref(column)} = ${reboxed(keys, row[column] ?? null, bound(row))}`))
  return {
    what,
    next: async ({ db, keys }, after) => {
      const { rows } = await sql<EncryptedRow>`
        select ${read} from ${sql.table(table)} t
        where ${lockedByAnother(keys, columns)} and ${after ? sql`(${id}) > (${sql.join(after)})` : sql`true`}
        order by ${id} limit ${BITE} for no key update of t skip locked`.execute(db)
      return rows.map((row) => {
        const at = ids.map((name) => row[name]!)
        return {
          at,
          relocked: () => {
            const change = sql`update ${sql.table(table)} t set ${relocked(keys, row)} where (${id}) = (${sql.join(at)})`
            return { execute: () => change.execute(db) }
          },
        }
      })
    },
    left: ({ keys }, but) => sql`
      select from ${sql.table(table)} t
      where ${lockedByAnother(keys, columns)} and concat_ws(' ', ${id}) <> all(${but}::text[]) limit 1`,
  }
}

const lockedByAnother = ({ name }: Keys, columns: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    columns.map(
      (column) =>
        sql`${sql.ref(`t.${column}`)} ~ ${IS_BOX.source} and ${sql.ref(`t.${column}`)} not like ${`${encryptedBy(name)}%`}`,
    ),
    sql` or `,
  )})`

/** A value that is empty or not a box stays as it is. */
function reboxed(keys: Keys, boxed: EncryptedRow[string], bound: string): EncryptedRow[string] {
  if (typeof boxed !== 'string' || !IS_BOX.test(boxed)) return boxed
  return encryptText(keys, decryptText(keys, boxed, bound), bound)
}
