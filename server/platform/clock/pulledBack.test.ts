import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { planDue } from '#server/capsules/notice/plan.ts'
import { queue } from '#server/platform/message/queue.ts'
import { withApp } from '#test/app.ts'
import { newPerson, newTel, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { withPauses } from '#test/pause.ts'
import { startProviders } from '#test/providers.ts'
import { makeClock } from './clock.ts'
import { confirmClock } from './commands.ts'

const app = withApp()
const startAfter = withPauses(app)
const providers = await startProviders(app)
afterAll(providers.close)
beforeEach(providers.asUsual)

const DAYS = 20
const DAY_MS = 86_400_000
const FAILS = () => ({ Code: 'isp.SYSTEM_ERROR', Message: '', RequestId: 'R' })

async function dueCapsule(more: object = {}) {
  const owner = await newPerson(app.url)
  const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', more))
  await comeDue(app.services, capsule_id)
  return { owner, capsule_id, log: () => providers.log(capsule_id, owner) }
}

/** As a clock that was ahead leaves the database once it is set right: its moments lie as far off as it was wrong. */
async function setRight() {
  const { db } = app.services
  const later = sql`make_interval(days => ${DAYS})`
  await sql`update messages set next_at = next_at + ${later}, created_at = created_at + ${later} where next_at is not null`.execute(
    db,
  )
  await sql`update clock set last_at = last_at + ${later}`.execute(db)
  const clock = await makeClock(app.services)
  expect(clock.held()).toBe('jump')
  Object.assign(app.services.clock, clock)
}

/** In how many minutes each message about the capsule is taken up next. */
async function minutes(capsuleId: string): Promise<number[]> {
  const { rows } = await sql<{ left: number }>`
    select ceil(extract(epoch from next_at - now()) / 60)::int as left from messages
    where capsule_id = ${Number(capsuleId)} and next_at is not null order by id`.execute(app.services.db)
  return rows.map(({ left }) => left)
}

describe('once the clock is right again after it was twenty days ahead', () => {
  it.each([
    { what: 'was not taken is tried again', says: FAILS, tries: 1, within: 1, state: 'waiting' },
    { what: 'was not taken five times', says: FAILS, tries: 5, within: 180, state: 'waiting' },
    { what: 'had no answer is asked about', says: () => 'break' as const, tries: 1, within: 2, state: 'unknown' },
    { what: 'was taken is asked after', says: undefined, tries: 1, within: 10, state: 'sent' },
  ])('what $what within $within minutes', async ({ says, tries, within, state }) => {
    await startAfter('1 minute')
    const { capsule_id, log } = await dueCapsule()
    if (says) providers.says(says)
    for (let made = 0; made < tries; made++) {
      await providers.patience(capsule_id)
      await providers.turn()
    }
    expect(await log()).toMatchObject([{ state }])
    await setRight()
    expect((await minutes(capsule_id))[0]).toBeGreaterThan(DAYS * 1_440)
    await confirmClock(app.services)
    expect(await minutes(capsule_id)).toEqual([within])
  })

  it('what nobody has tried yet goes out at once', async () => {
    await startAfter('1 minute')
    const { owner, capsule_id } = await dueCapsule()
    await planDue(app.services)
    await setRight()
    await providers.turn()
    expect(providers.smsTo(owner.tel)).toEqual([])
    await confirmClock(app.services)
    await providers.turn()
    expect(providers.smsTo(owner.tel).map(({ params }) => params.id)).toEqual([capsule_id])
  })

  it('what a lost process had taken is taken again after its three minutes', async () => {
    await startAfter('1 minute')
    const { capsule_id } = await dueCapsule()
    await planDue(app.services)
    await sql`update messages set state = 'sending', tries = 1, next_at = now() + interval '3 minutes'
      where capsule_id = ${Number(capsule_id)}`.execute(app.services.db)
    await setRight()
    await confirmClock(app.services)
    expect(await minutes(capsule_id)).toEqual([3])
  })

  it('a question that was put off by two days is asked two days after it was written down', async () => {
    await startAfter('1 minute')
    const { capsule_id } = await dueCapsule()
    const contact = { channel: 'sms', template: 'confirm', contact: 'tel', capsule_id: Number(capsule_id) } as const
    await queue(app.services.db, [{ ...contact, occasion: 'confirm 1' }], { afterDays: 2 })
    await confirmClock(app.services)
    expect(await minutes(capsule_id)).toEqual([2 * 1_440])
    await setRight()
    await confirmClock(app.services)
    expect(await minutes(capsule_id)).toEqual([2 * 1_440])
  })

  it('a capsule that could not be planned for is planned for', async () => {
    await startAfter('1 minute')
    const { owner, capsule_id } = await dueCapsule()
    await sql`update capsules set notice_at = now() + make_interval(days => ${DAYS}, mins => 10)
      where id = ${Number(capsule_id)}`.execute(app.services.db)
    await setRight()
    await confirmClock(app.services)
    await providers.turn()
    expect(providers.smsTo(owner.tel)).toHaveLength(1)
  })
})

it('the same where a running process sees it set right', async () => {
  await startAfter(`${DAYS} days`)
  const { owner, capsule_id } = await dueCapsule()
  await sql`insert into messages (channel, template, recipient, occasion, contact, capsule_id, state, next_at, created_at)
    values ('sms', 'openOwner', '', 'open 0', 'owner', ${Number(capsule_id)}, 'waiting',
      now() + make_interval(days => ${DAYS}), now() + make_interval(days => ${DAYS}))`.execute(app.services.db)
  let extra = 0
  Object.assign(app.services.clock, await makeClock(app.services, { now: () => performance.now() + extra }))
  await sql`update clock set last_at = now() - interval '1 hour'`.execute(app.services.db)
  extra = DAYS * DAY_MS
  await app.services.clock.look()
  expect(app.services.clock.held()).toBeUndefined()
  await providers.turn()
  expect(providers.smsTo(owner.tel)).toHaveLength(1)
})

it('and where a start finds it right', async () => {
  await startAfter(`${DAYS} days`)
  const { owner, capsule_id } = await dueCapsule()
  await sql`insert into messages (channel, template, recipient, occasion, contact, capsule_id, state, next_at, created_at)
    values ('sms', 'openOwner', '', 'open 0', 'owner', ${Number(capsule_id)}, 'waiting',
      now() + make_interval(days => ${DAYS}), now() + make_interval(days => ${DAYS}))`.execute(app.services.db)
  await startAfter('1 minute')
  await providers.turn()
  expect(providers.smsTo(owner.tel)).toHaveLength(1)
})

it('a capsule that could not be planned for in a pause steps aside by no clock that is doubted', async () => {
  const { db } = app.services
  const { owner, capsule_id } = await dueCapsule()
  await comeDue(app.services, capsule_id, { daysAgo: DAYS + 1 })
  await startAfter(`${DAYS} days`)
  await sql`create function refuse_all() returns trigger language plpgsql as $$ begin raise exception 'bad row'; end $$`.execute(
    db,
  )
  await sql`create trigger refuse_all before insert on messages for each row execute function refuse_all()`.execute(db)
  await providers.turn()
  await sql`drop trigger refuse_all on messages`.execute(db)
  await confirmClock(app.services)
  await providers.turn()
  expect(providers.smsTo(owner.tel)).toHaveLength(1)
})

it('nothing is put off to the morning of a clock that is held', async () => {
  const friend = newTel()
  const { capsule_id } = await dueCapsule({ contact: { tel: friend } })
  await planDue(app.services)
  const before = await minutes(capsule_id)
  // Whatever hour it is, it is night.
  const hour = (new Date().getUTCHours() + 8) % 24
  const SMS_HOURS = hour >= 12 ? '0-1' : '22-23'
  const hold = (held: 'jump' | null) => sql`update clock set held = ${held}, held_at = now()`.execute(app.services.db)
  await hold('jump')
  await providers.turn({ SMS_HOURS })
  expect(await minutes(capsule_id)).toEqual(before)
  await hold(null)
  await providers.turn({ SMS_HOURS })
  expect((await minutes(capsule_id))[0]).toBeGreaterThan(0)
})
