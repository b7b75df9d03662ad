import type { UserContext } from '#server/context.ts'
import { missing } from '#server/fail.ts'

export const onSale = ({ db }: Pick<UserContext, 'db'>) =>
  db.selectFrom('goods').where('retired_at', 'is', null).orderBy('id')

/** As it is sold now; missing when it is not. */
export async function goodsOnSale(context: Pick<UserContext, 'db'>, id: string) {
  const goods = await onSale(context).selectAll().where('id', '=', Number(id)).executeTakeFirst()
  if (!goods) throw missing()
  return goods
}
