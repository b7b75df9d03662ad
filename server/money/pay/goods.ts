import { missing } from '#server/core/fail.ts'
import type { UserContext } from '#server/platform/context.ts'

export const onSale = ({ db }: Pick<UserContext, 'db'>) =>
  db.selectFrom('goods').where('retired_at', 'is', null).orderBy('id')

/** The goods as they are sold now; throws when they are not on sale. */
export async function goodsOnSale(context: Pick<UserContext, 'db'>, id: string) {
  const goods = await onSale(context).selectAll().where('id', '=', Number(id)).executeTakeFirst()
  if (!goods) throw missing()
  return goods
}
