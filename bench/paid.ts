import { join } from 'node:path'
import { sql } from 'kysely'
import { openKeys } from '#server/platform/keys/place.ts'
import { makeWxpayKeys, type WxpayKeys } from '#standins/wxpay/keys.ts'
import type { Args } from './args.ts'
import type { Measured } from './calls.ts'
import { copyPlace, dropPlace, makePlace, openPlace, type Place } from './place.ts'
import { type Cell, measure } from './rounds.ts'
import { brokenInvariants, seedWorld } from './seed.ts'
import { startBare, startOurs } from './servers.ts'
import type { Engines } from './size.ts'
import { SEALERS, type World, worldOf } from './world.ts'

export type PaidResult = { orders: number; cells: Cell[]; broken: object[] }

const CAPSULES = 1_000
/** Orders for each second of load, of which each is paid once. */
const PAID_PER_SECOND = 1_500
const FEN = 600
/** Whether the answer tells the platform, in its own way, that the notification arrived. */
const isHeard = (head: string): boolean => head.startsWith('HTTP/1.1 204')

/**
 * Notifications of WeChat Pay, signed and sealed as the platform does, each of an order of its own: verified, opened and
 * credited. They are signed before they are counted.
 */
export async function measurePaid(engines: Engines, args: Args): Promise<PaidResult> {
  const tell = (place: Place) => engines.places.push(place)
  const world = worldOf(CAPSULES)
  const each = PAID_PER_SECOND * (args.seconds + 2)
  const orders = each * args.crowds.length
  const place = await makePlace(join(engines.folder, 'paid'), engines.server, tell)
  await filled(place, world, orders)
  const bare = await copyPlace(place, join(engines.folder, 'bare_paid'), tell)
  const platform = makeWxpayKeys(() => Date.now())
  // The platform is never called here: every order is paid by its notification.
  const settings = { ...platform.env, WXPAY_URL: 'http://127.0.0.1:9' }
  const servers = { ours: await startOurs(place, { settings }), bare: await startBare(bare) }
  const cells: Cell[] = []
  for (const [index, connections] of args.crowds.entries()) {
    const name = `order paid × ${connections}`
    process.stderr.write(`  ${name} ……\n`)
    const measured = paid(platform, { name, from: index * each, count: each })
    cells.push(await measure(measured, servers, { seconds: args.seconds, connections }))
  }
  await Promise.all([servers.ours.stop(), servers.bare.stop()])
  const opened = await openPlace(place)
  const broken = await brokenInvariants(opened.db).finally(opened.close)
  for (const made of [place, bare]) await dropPlace(made)
  return { orders, cells, broken }
}

function paid(platform: WxpayKeys, { name, from, count }: { name: string; from: number; count: number }): Measured {
  const messages = Array.from({ length: count }, (_, at) => messageOf(platform, orderNo(from + at)))
  return {
    name,
    ceiling: 'begin, 2 statements, commit; nothing signed or sealed',
    isRight: isHeard,
    ours: (turn) => messages[turn],
    bare: (turn) =>
      turn < count ? { path: '/paid', body: JSON.stringify({ order_no: orderNo(from + turn) }) } : undefined,
  }
}

const orderNo = (nth: number): string => `bench${String(nth).padStart(12, '0')}`

function messageOf({ merchant, seal, sign }: WxpayKeys, order_no: string) {
  const told = {
    appid: merchant.appId,
    mchid: merchant.id,
    out_trade_no: order_no,
    trade_state: 'SUCCESS',
    transaction_id: `4200${order_no}`,
    success_time: new Date().toISOString(),
    amount: { total: FEN, currency: 'CNY' },
  }
  const body = JSON.stringify({
    event_type: 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    resource: { original_type: 'transaction', ...seal(told) },
  })
  return { path: '/api/notify/wechat', body, headers: sign(body) }
}

/** People as in the other worlds, and their orders. */
async function filled(place: Place, world: World, orders: number): Promise<void> {
  const keys = await openKeys(place, { make: true })
  const { db, settle, close } = await openPlace(place)
  try {
    await seedWorld(db, keys, world)
    await sql`insert into orders (order_no, user_id, channel, goods_id, goods_version, count, fen, expires_at)
      select 'bench' || lpad(n::text, 12, '0'), ${sql.lit(world.owners + 1)} + n % ${sql.lit(SEALERS)}, 'wechat', g.id, g.version, g.count,
        g.fen, now() + interval '1 day'
      from generate_series(0, ${sql.lit(orders - 1)}) n, goods g where g.fen = ${sql.lit(FEN)} and g.retired_at is null`.execute(
      db,
    )
    await settle()
  } finally {
    await close()
  }
}
