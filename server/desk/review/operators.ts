import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { ROLE_NAME, ROLES, type Role } from '#contract/desk.ts'
import { refuse } from '#server/core/fail.ts'
import { hashSecret, inHashingTurn } from '#server/people/account/hashing.ts'
import type { Services } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { encryptText } from '#server/platform/keys/encryption.ts'
import { boundTo, newSecret, uriOf } from './totp.ts'

const NAME = /^[\p{L}\p{N}_.-]{1,30}$/u
/** Without letters that look alike on paper: 0 O o, 1 l I. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const PASSWORD_CHARS = 20

type OperatorServices = Pick<Services, 'db' | 'keys'>

export const ADD_USAGE = '请写明审核员的名字，例如：npm run operator -- add 小王，或加上权限：add 小王 review,money'
export const ROLES_USAGE = '请写明审核员的名字和权限，例如：npm run operator -- roles 小王 review,keeper'
export const REMOVE_USAGE = '请写明要移除的审核员的名字，例如：npm run operator -- remove 小王'
const NAME_WRONG = '名字只能用文字、数字和 _ . -，最多30个字'

/** Makes an operator; the answer holds password and TOTP secret, which are never shown again. */
export async function addOperator(
  { db, keys }: OperatorServices,
  name: string,
  roles: readonly Role[] = ROLES,
): Promise<string> {
  if (!NAME.test(name)) throw refuse(NAME_WRONG)
  const password = Array.from({ length: PASSWORD_CHARS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const secret = newSecret()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operators')
    .values({
      name,
      password_hash: await inHashingTurn({ lane: 'own', who: 'operators' }, () =>
        hashSecret(keys, 'operator', password),
      ),
      totp_secret: encryptText(keys, secret, boundTo(name)),
      roles: [...roles],
    })
    .onConflict((on) => on.column('name').doNothing())
    .executeTakeFirstOrThrow()
  // Also by a removed operator: the record says by name who decided what.
  if (!numInsertedOrUpdatedRows) throw refuse(`名字「${name}」已经用过，请换一个`)
  return [
    `审核员「${name}」已添加。密码和动态码密钥只显示这一次，请立即交给本人：`,
    `密码：${password}`,
    `动态码密钥：${secret}`,
    `动态码链接（可生成二维码）：${await uriOf(name, secret)}`,
    `权限：${namesOf(roles)}`,
    '登录页面：/review',
  ].join('\n')
}

/** A removed operator is signed out at once; their decisions stay, but a yes that waits for another's counts no more. */
export async function removeOperator({ db }: OperatorServices, name: string): Promise<string> {
  const removed = await inTransaction(db, async (db) => {
    const operator = await db
      .updateTable('operators')
      .set({ removed_at: sql<string>`now()` })
      .where('name', '=', name)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!operator) return false
    await db
      .updateTable('operator_sessions')
      .set({ ended_at: sql<string>`now()` })
      .where('operator_id', '=', operator.id)
      .where('ended_at', 'is', null)
      .execute()
    return true
  })
  if (!removed) throw refuse(`没有名叫「${name}」的审核员`)
  return `审核员「${name}」已移除，其登录已全部结束。`
}

export async function listOperators({ db }: OperatorServices): Promise<string> {
  const rows = await db
    .selectFrom('operators')
    .select(['name', 'roles', 'created_at', 'removed_at'])
    .orderBy('id')
    .execute()
  if (rows.length === 0) return '还没有审核员。添加一位：npm run operator -- add 名字'
  return rows
    .map(({ name, roles, created_at, removed_at }) => {
      const gone = removed_at ? `，已于 ${removed_at.slice(0, 10)} 移除` : ''
      return `${name}（${created_at.slice(0, 10)} 添加${gone}；${namesOf(roles)}）`
    })
    .join('\n')
}

/** Sets an operator's roles; they hold from the operator's next call. */
export async function setRoles({ db }: OperatorServices, name: string, roles: readonly Role[]): Promise<string> {
  const { numUpdatedRows } = await db
    .updateTable('operators')
    .set({ roles: [...roles] })
    .where('name', '=', name)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse(`没有名叫「${name}」的审核员`)
  return `审核员「${name}」的权限：${namesOf(roles)}`
}

/** `review,money` as it is typed; all of them when nothing is. */
export function rolesIn(text: string | undefined): readonly Role[] {
  if (text === undefined) return ROLES
  const roles = text.split(',').map((word) => ROLES.find((role) => role === word.trim()))
  if (roles.some((role) => role === undefined)) throw refuse(ROLES_WRONG)
  return [...new Set(roles as Role[])]
}

const ROLES_WRONG = '权限只能是 review（审核）、money（资金）、keeper（值守），用逗号分开'
const namesOf = (roles: readonly Role[]): string => roles.map((role) => ROLE_NAME[role]).join('、')
