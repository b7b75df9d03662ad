import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { CHANNELS } from '#contract/pay.ts'
import { csv } from '#server/core/csv.ts'
import { refuse } from '#server/core/fail.ts'
import { noteAct } from '#server/desk/review/acts.ts'
import { noteUnspent, peopleWithUnspent, type Sum, unspent } from '#server/money/pay/givenBack.ts'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { moment } from '#server/platform/db/moment.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { yuanOf } from '#server/platform/outside/money.ts'
import { askPlatforms } from './askPlatforms.ts'

const WORDS = '停止运营'
const USAGE = [
  '用法：npm run sunset -- refund：看要退多少，什么都不改变',
  `npm run sunset -- refund --confirm ${WORDS} [--again]：退还；--again 把平台拒绝过的再问一次`,
  'npm run sunset -- refund --list：平台退不了的，一行一笔',
  `npm run sunset -- refund --paid 订单号 --confirm ${WORDS}：这一笔已经另行退给本人`,
].join('\n')
const OPTIONS = {
  confirm: { type: 'string' },
  again: { type: 'boolean' },
  list: { type: 'boolean' },
  paid: { type: 'string' },
} as const

function read(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch {
    throw refuse(USAGE)
  }
}

/** `npm run sunset -- refund`: unspent purchases go back, first out of the balance, then at the platform, an order at a time. */
export async function refundUnspent(services: Services, args: string[]): Promise<string> {
  const { confirm, again, list, paid } = read(args)
  if (list) return listOf(services.db)
  if (confirm === undefined && !again && !paid) return planned(services.db)
  if (confirm !== WORDS) throw refuse(USAGE)
  await refuseEarly(services)
  if (paid) return paidByHand(services.db, paid)
  return giveAllBack(services, again === true)
}

async function refuseEarly({ ending }: Services): Promise<void> {
  ending.forget()
  const stage = (await ending.read())?.stage
  if (!stage) throw refuse('还没有公告停止运营，不能退还')
  if (stage === 'announced') throw refuse('公告还不满一天，还可以收回，过了一天才能退还')
}

async function planned(db: Db): Promise<string> {
  const sums = await unspent(db)
  const toDo = await undone(db)
  const lines = [
    sums.length === 0 ? '没有新的要退还。' : `将退还，什么都还没有改变：\n${sums.map(sumText).join('\n')}`,
    toDo.waiting + toDo.listed === 0 ? '' : undoneText(toDo),
    sums.length + toDo.waiting === 0 ? '' : `开始退还：npm run sunset -- refund --confirm ${WORDS}`,
  ]
  return lines.filter(Boolean).join('\n')
}

const sumText = ({ channel, orders, count, fen }: Sum): string =>
  `${CHANNELS[channel].name}：${orders}笔，${count}个，${yuanOf(fen)}元`

async function giveAllBack(services: Services, again: boolean): Promise<string> {
  const { db } = services
  const sums = await unspent(db)
  await noteAct(db, {
    kind: 'sunset',
    target: 'refund',
    act: 'giveBack',
    note: sums.map(sumText).join('；') || '接着退',
  })
  for (const userId of await peopleWithUnspent(db)) await inTransaction(db, (db) => noteUnspent(db, userId))
  if (again) await db.updateTable('given_back').set({ why: null }).where('done_at', 'is', null).execute()
  const { orders, fen } = await askPlatforms(services)
  const said = orders > 0 ? `这次退还 ${orders} 笔，${yuanOf(fen)}元。` : '这次没有退还。'
  return [said, undoneText(await undone(db))].filter(Boolean).join('\n')
}

type Undone = { waiting: number; listed: number; fen: number }

/** `waiting`: the platform has not said yet; `listed`: the operator's, and how much it is. */
const undone = (db: Db): Promise<Undone> =>
  db
    .selectFrom('given_back')
    .where('done_at', 'is', null)
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere('why', 'is', null).as('waiting'),
      fn.count<number>('why').as('listed'),
      fn.coalesce(fn.sum<number>('fen').filterWhere('why', 'is not', null), eb.lit(0)).as('fen'),
    ])
    .executeTakeFirstOrThrow()

function undoneText({ waiting, listed, fen }: Undone): string {
  const lines = [
    waiting > 0 && `还有 ${waiting} 笔平台没有回应，请再运行一次。`,
    listed > 0 &&
      `平台退不了的 ${listed} 笔，${yuanOf(Number(fen))}元：npm run -s sunset -- refund --list > 退款名单.csv`,
  ]
  return lines.filter(Boolean).join('\n')
}

const HEAD = ['订单号', '支付方式', '平台交易号', '昵称', '手机号', '个数', '金额（元）', '支付时间', '原因']

/** Amounts that platforms do not give back, with names, for the operator to pay in another way. */
async function listOf(db: Db): Promise<string> {
  const rows = await db
    .selectFrom('given_back as g')
    .innerJoin('orders as o', 'o.id', 'g.order_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select([
      'o.order_no',
      'o.channel',
      'o.transaction_id',
      'o.paid_at',
      'u.nickname',
      'u.tel',
      'g.count',
      'g.fen',
      'g.why',
    ])
    .where('g.done_at', 'is', null)
    .where('g.why', 'is not', null)
    .orderBy('g.order_id')
    .execute()
  const cells = rows.map(({ order_no, channel, transaction_id, nickname, tel, count, fen, paid_at, why }) => [
    ...[order_no, CHANNELS[channel].name, transaction_id ?? '', nickname, tel ?? ''],
    ...[count, yuanOf(fen), moment(paid_at), why ?? ''],
  ])
  return csv(HEAD, cells)
}

/** The operator has paid one of the list: it is asked for no more. */
function paidByHand(db: Db, orderNo: string): Promise<string> {
  return inTransaction(db, async (db) => {
    const done = await db
      .updateTable('given_back')
      .set({ done_at: sql<string>`now()` })
      .where('done_at', 'is', null)
      .where('why', 'is not', null)
      .where('order_id', '=', (eb) => eb.selectFrom('orders').select('id').where('order_no', '=', orderNo))
      .returning(['count', 'fen'])
      .executeTakeFirst()
    if (!done) throw refuse(`名单里没有订单 ${orderNo}`)
    const note = `${done.count}个，${yuanOf(done.fen)}元`
    await noteAct(db, { kind: 'order', target: orderNo, act: 'paidByHand', note })
    return `订单 ${orderNo} 已记为另行退款：${note}`
  })
}
