import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { makeApp } from '#server/http/app.ts'
import type { Services } from '#server/platform/context.ts'
import { queue } from '#server/platform/message/queue.ts'
import { CANARY_HOUR } from '#server/platform/outside/settings/canary.ts'
import { jobs } from '#server/start/jobs.ts'
import { withApp } from '#test/app.ts'
import { startProviders } from '#test/providers.ts'
import { SMS_TEMPLATES } from '#test/sms.ts'
import { planCanaries, warnMissing } from './canary.ts'
import { sendNotices } from './send.ts'

const app = withApp()
const providers = await startProviders(app)
afterAll(providers.close)
afterEach(async () => {
  vi.restoreAllMocks()
  providers.asUsual()
  await app.services.db.deleteFrom('messages').execute()
})

const CANARY_EMAIL = 'operator@example.com'
const CANARY_TEL = '13900000001'
const BOTH = { CANARY_EMAIL, CANARY_TEL }
/** Nine o'clock in China of the last day whose canary must have gone out by now, at whatever hour this runs. */
const DUE = sql`date_trunc('day', now() - interval '11 hours') + interval '9 hours'`
const daysBefore = (days: number) => sql`${DUE} - make_interval(days => ${days})`

const planned = (services: Services, at = DUE) => planCanaries(services, new AbortController().signal, CANARY_HOUR, at)
/** As if what waits had been planned at that moment, and its next try had come. */
const age = (at = DUE) =>
  sql`update messages set created_at = ${at}, next_at = case when next_at is not null then now() end
    where created_at > now() - interval '1 minute'`.execute(app.services.db)
const states = async () =>
  (await app.services.db.selectFrom('messages').select(['channel', 'state']).orderBy('channel').execute()).map(
    ({ channel, state }) => `${channel} ${state}`,
  )

/** Everything that a process with these services shows and logs. */
async function shown(services: Services) {
  const site = await makeApp(services)
  const health = await site.inject('/health')
  const metrics = await site.inject('/metrics')
  await site.close()
  const lines: string[] = []
  await warnMissing({ ...services, log: pino({ level: 'error' }, { write: (line: string) => void lines.push(line) }) })
  const { status, canary } = health.json<{ status: string; canary?: string }>()
  const gauge = /^canary_missing (\d+)$/m.exec(metrics.body)?.[1]
  return { code: health.statusCode, status, canary, gauge: Number(gauge), logged: lines.length }
}
const WELL = { code: 200, status: 'ok', canary: undefined, gauge: 0, logged: 0 }
const missing = (channels: number) => ({ code: 200, status: 'ok', canary: 'missing', gauge: channels, logged: 1 })

describe('the canary', () => {
  it('is said once a day by each channel, however many processes plan it, and arrives as notices do', async () => {
    const services = providers.servicesWith(BOTH)
    await Promise.all(Array.from({ length: 8 }, () => planned(services)))
    await planned(services)
    // As one that looked before another wrote.
    const rows = await app.services.db.selectFrom('messages').select(['channel', 'occasion']).execute()
    for (const { channel, occasion } of rows)
      await queue(app.services.db, [{ channel, template: 'canary', occasion: occasion! }])
    expect(await states()).toEqual(['email waiting', 'sms waiting'])
    await Promise.all([sendNotices(services), sendNotices(services)])
    expect(providers.smsTo(CANARY_TEL)).toMatchObject([
      { template: SMS_TEMPLATES.ALIYUN_SMS_TEMPLATE_CANARY, params: {} },
    ])
    expect(providers.mail.to(CANARY_EMAIL)).toMatchObject([{ subject: '时光胶囊每日送达检查' }])
    await age()
    expect(await shown(services)).toEqual(WELL)
    expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining([planCanaries.name, warnMissing.name]))
  })

  it('is planned from nine o’clock on, and anew the next day', async () => {
    const services = providers.servicesWith({ CANARY_EMAIL })
    await planned(services, sql`${DUE} - interval '1 second'`)
    expect(await states()).toEqual([])
    for (const hours of [0, 14, 15, 24]) await planned(services, sql`${DUE} + make_interval(hours => ${hours})`)
    expect(await states()).toEqual(['email waiting', 'email waiting'])
  })

  it('that its provider refuses is an alarm two hours later, until it has gone out', async () => {
    const services = providers.servicesWith(BOTH)
    providers.says(() => ({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: 'x', RequestId: 'R' }))
    await planned(services)
    await sendNotices(services)
    expect(await states()).toEqual(['email sent', 'sms waiting'])
    expect(await shown(services)).toEqual(WELL)
    await age()
    expect(await shown(services)).toEqual(missing(1))
    providers.asUsual()
    await sendNotices(services)
    expect(await shown(services)).toEqual(WELL)
  })

  it.each([
    ['sms unknown', { CANARY_TEL }, 'break' as const],
    ['sms kept', { CANARY_TEL, SMS_PROVIDER: 'outbox' }, {}],
    ['sms failed', { CANARY_TEL }, { Code: 'isv.MOBILE_NUMBER_ILLEGAL', Message: 'x', RequestId: 'R' }],
  ])('that is %s is an alarm as well', async (state, env, says) => {
    const services = providers.servicesWith(env)
    providers.says(() => says)
    await planned(services)
    await sendNotices(services)
    await age()
    expect(await states()).toEqual([state])
    expect(await shown(services)).toEqual(missing(1))
  })

  it('that nobody plans any more is an alarm, though nothing failed', async () => {
    const services = providers.servicesWith(BOTH)
    await planned(services, daysBefore(1))
    await sendNotices(services)
    await age(daysBefore(1))
    expect(await states()).toEqual(['email sent', 'sms sent'])
    expect(await shown(services)).toEqual(missing(2))
    await planned(services)
    await sendNotices(services)
    expect(await shown(services)).toEqual(WELL)
  })

  it('that was never planned is an alarm of a process that has had the time', async () => {
    const services = providers.servicesWith(BOTH)
    expect(await shown(services)).toEqual(WELL)
    vi.spyOn(process, 'uptime').mockReturnValue(2 * 86_400)
    expect(await shown(services)).toEqual(missing(2))
  })

  it('is nothing at all without its settings', async () => {
    vi.spyOn(process, 'uptime').mockReturnValue(2 * 86_400)
    const services = providers.servicesWith()
    await planned(services)
    expect(await states()).toEqual([])
    expect(await shown(services)).toEqual(WELL)
  })

  it('is forgotten after 90 days', async () => {
    const services = providers.servicesWith({ CANARY_EMAIL })
    // The day it stands for may have begun up to 26 hours ago (11 hours late, at nine): 88 of them are never 90 full days.
    for (const days of [88, 91]) {
      await planned(services, daysBefore(days))
      await sendNotices(services)
      await age(daysBefore(days))
    }
    await jobs.find(({ name }) => name === 'sweepCanaries')!.run(services, new AbortController().signal)
    expect(await states()).toEqual(['email sent'])
  })
})
