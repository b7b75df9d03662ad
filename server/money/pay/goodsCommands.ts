import { type Selectable, sql } from 'kysely'
import { isTaken, refuse } from '#server/core/fail.ts'
import { noteAct } from '#server/desk/review/acts.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Goods } from '#server/platform/db/tables.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { fenOf, yuanOf } from '#server/platform/outside/money.ts'
import { onSale } from './goods.ts'

const ADD_USAGE = '用法：npm run goods -- add 个数 价格 App Store价格 产品号，例如：add 30 28.00 28.00 time_capsuleX30'
const PRICE_USAGE = '用法：npm run goods -- price 编号 价格 [App Store价格]，例如：price 3 58.00'
const REMOVE_USAGE = '用法：npm run goods -- remove 编号'
const OVERTAKEN = '另一个命令刚改了商品，这次什么都没有改变。请看过之后再试：npm run goods'

/** Beyond these, a figure is taken for a slip of the hand. */
const COUNT_MAX = 100_000
const PRICE_MAX_FEN = 100_000_00
const PRODUCT_ID = /^[\w.]{1,100}$/

type Selling = Pick<Services, 'db'>
type Priced = Pick<Goods, 'fen' | 'store_fen'>

/** `npm run goods`: what is on sale, and for how much. */
export async function listGoods(services: Selling): Promise<string> {
  const goods = await onSale(services).selectAll().execute()
  if (goods.length === 0) return `没有在售的商品。${ADD_USAGE}`
  return goods.map((one) => `编号 ${one.id}：${one.count}个，${pricesOf(one)}，产品号 ${one.product_id}`).join('\n')
}

/** `npm run goods -- add COUNT PRICE STORE_PRICE PRODUCT_ID`, prices in yuan: new goods, on sale from now on. */
export async function addGoods({ db }: Selling, args: string[]): Promise<string> {
  const [count, price, storePrice, productId] = insist(args, ADD_USAGE, 4)
  const prices = { fen: fenIn(price!), store_fen: fenIn(storePrice!) }
  const sold = { count: countIn(count!), product_id: productIdIn(productId!), ...prices }
  return changing(db, async (db) => {
    const others = db.selectFrom('goods').select('id').where('product_id', '=', sold.product_id)
    const other = await others.limit(1).executeTakeFirst()
    if (other) throw refuse(`产品号 ${sold.product_id} 已属于编号 ${other.id}，改价或重新上架用 price ${other.id}`)
    const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) + 1 as id from goods`.execute(db)
    const id = rows[0]!.id
    await db
      .insertInto('goods')
      .values({ id, version: 1, ...sold })
      .execute()
    const note = `${sold.count}个，${pricesOf(sold)}`
    await noteAct(db, { kind: 'goods', target: id, act: 'add', note })
    return `已上架编号 ${id}：${note}，产品号 ${sold.product_id}`
  })
}

/**
 * `npm run goods -- price ID PRICE [STORE_PRICE]`: a further version of the goods, on sale from now on; the earlier one stays
 * for the orders that were made with it. Goods that are off sale come back by it.
 */
export async function changePrice({ db }: Selling, args: string[]): Promise<string> {
  const [id, price, storePrice] = insist(args, PRICE_USAGE, 2, 3)
  const fen = fenIn(price!)
  const storeFen = storePrice === undefined ? undefined : fenIn(storePrice)
  return changing(db, async (db) => {
    const before = await newestOf(db, id!)
    const after = { fen, store_fen: storeFen ?? before.store_fen }
    const isOnSale = before.retired_at === null
    if (isOnSale && pricesOf(before) === pricesOf(after)) return `编号 ${before.id} 已经是这个价格：${pricesOf(after)}`
    await retire(db, before.id)
    const { count, product_id } = before
    await db
      .insertInto('goods')
      .values({ id: before.id, version: before.version + 1, count, product_id, ...after })
      .execute()
    const note = `${pricesOf(before)} → ${pricesOf(after)}`
    await noteAct(db, { kind: 'goods', target: before.id, act: isOnSale ? 'price' : 'add', note })
    return `编号 ${before.id}（${count}个）${isOnSale ? '已改价' : '已重新上架'}：${note}。此前的订单仍按原价`
  })
}

/** `npm run goods -- remove ID`: off sale; orders that were made can still be paid. */
export async function removeGoods({ db }: Selling, args: string[]): Promise<string> {
  const [id] = insist(args, REMOVE_USAGE, 1)
  return changing(db, async (db) => {
    const goods = await newestOf(db, id!)
    if (!(await retire(db, goods.id))) return `编号 ${goods.id} 已经停售`
    await noteAct(db, { kind: 'goods', target: goods.id, act: 'remove', note: `${goods.count}个，${pricesOf(goods)}` })
    return `编号 ${goods.id}（${goods.count}个）已停售，此前的订单仍可支付。重新上架：npm run goods -- price ${goods.id} ${yuanOf(goods.fen)}`
  })
}

/** Of two changes at once the later is refused: both make the same version. */
const changing = (db: Db, change: (db: Tx) => Promise<string>): Promise<string> =>
  inTransaction(db, change).catch((error: unknown) => {
    throw ['goods_pkey', 'goods_on_sale'].some((key) => isTaken(error, key)) ? refuse(OVERTAKEN) : error
  })

async function newestOf(db: Tx, id: string): Promise<Selectable<Goods>> {
  const known = /^\d{1,9}$/.test(id)
    ? await db
        .selectFrom('goods')
        .selectAll()
        .where('id', '=', Number(id))
        .orderBy('version', 'desc')
        .executeTakeFirst()
    : undefined
  if (!known) throw refuse(`没有编号为「${id}」的商品，在售的请看：npm run goods`)
  return known
}

/** Whether the goods were on sale until now. */
async function retire(db: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('goods')
    .set({ retired_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

const pricesOf = ({ fen, store_fen }: Priced): string => `${yuanOf(fen)}元（App Store ${yuanOf(store_fen)}元）`

function insist(args: string[], usage: string, least: number, most = least): string[] {
  if (args.length < least || args.length > most) throw refuse(usage)
  return args
}

function fenIn(text: string): number {
  const fen = fenOf(text)
  if (!fen || fen > PRICE_MAX_FEN)
    throw refuse(`价格请写成元，从 0.01 到 ${yuanOf(PRICE_MAX_FEN)}，例如 28.00：「${text}」不是`)
  return fen
}

function countIn(text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > COUNT_MAX) throw refuse(`个数请写成 1 到 ${COUNT_MAX} 的整数：「${text}」不是`)
  return count
}

function productIdIn(text: string): string {
  if (!PRODUCT_ID.test(text)) throw refuse(`产品号只能用英文字母、数字、_ 和 .，最多100个字：「${text}」不是`)
  return text
}
