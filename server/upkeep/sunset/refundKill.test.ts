import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { chinaDay } from '#contract/time.ts'
import { platformsOf } from '#server/money/pay/platforms.ts'
import { startStandins } from '#standins/platforms.ts'
import { makeDatabase, startApp, stopApp } from '#test/app.ts'
import { get, later } from '#test/client.ts'
import { beginCommand } from '#test/command.ts'
import { newCrowd } from '#test/crowd.ts'
import { dropDatabase } from '#test/databases.ts'
import { handsOf } from '#test/payments.ts'
import { asTexts, ended } from '#test/process.ts'
import { drill } from '#test/thorough.ts'

const KILLS = 8
const PEOPLE = 12
const DAY_MS = 86_400_000

let shiftMs = 0
const now = () => Date.now() + shiftMs
const folder = mkdtemp(join(tmpdir(), 'capsule-refund-'))
const platforms = await startStandins({ now })
const hands = handsOf(platforms)
afterAll(async () => {
  await Promise.all([platforms.close(), rm(await folder, { recursive: true, force: true })])
})

drill(
  `through ${KILLS} kills -9 of the command every unspent purchase goes back once`,
  { timeout: 600_000 },
  async () => {
    const place = { dataDir: await folder, databaseUrl: await makeDatabase() }
    const env = {
      MASTER_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: place.databaseUrl ?? '',
      DATA_DIR: place.dataDir,
      LOG_LEVEL: 'silent',
      ...platforms.env,
    }
    let app = await startApp(place, env)
    const bought: string[] = []
    for (const { token } of await newCrowd(app.services, PEOPLE))
      for (const channel of ['wechat', 'alipay'] as const) {
        const made = await get(app.url, hands[channel].call, { goods_id: '1', trade_type: 'scan' }, { token })
        await hands[channel].pay(made, 'lost')
        await get(app.url, 'wxAndAliPaySuccess', {}, { token })
        bought.push(made.order_no)
      }
    await sql`insert into sunset (ends_on, tells_from) values (current_date + 180, now())`.execute(app.services.db)
    await stopApp(app)

    let caught = 0
    for (let round = 0; round <= KILLS; round++) {
      const child = beginCommand(asTexts(env) as Record<string, string>, 'sunset', 'refund', '--confirm', '停止运营')
      const ending = ended(child)
      let answers = 0
      // The money has moved and the command does not hear of it. The second answer, so that each round brings one order to its end.
      platforms.wxpay.meddle((message) => {
        answers += 1
        if (round < KILLS && answers === 2 && child.kill('SIGKILL')) caught += 1
        return message
      })
      // While the balances are being taken, or not even begun.
      if (round % 3 === 2 && round < KILLS) void later(round * 250).then(() => child.kill('SIGKILL'))
      await ending
    }
    expect(caught).toBeGreaterThan(KILLS / 3)

    app = await startApp(place, env)
    app.services.now = () => new Date(now())
    const back: string[] = []
    shiftMs = DAY_MS
    for (const channel of ['wechat', 'alipay'] as const)
      for (const { is, orderNo, fen } of await platformsOf(app.services)[channel]!.billOf(chinaDay(Date.now())))
        if (is === 'refunded') back.push(`${orderNo} ${fen}`)
    shiftMs = 0
    expect(back.sort()).toEqual(bought.map((orderNo) => `${orderNo} 600`).sort())
    const { rows } = await sql<{
      left: number
    }>`select sum(balance)::bigint as left from accounts where kind = 'time'`.execute(app.services.db)
    expect(rows).toEqual([{ left: 0 }])
    await stopApp(app)
    await dropDatabase(place.databaseUrl)
  },
)
