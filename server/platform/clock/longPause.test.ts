import dns from 'node:dns/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOCK_HELD } from '#contract/unseal.ts'
import { sweepDiaries } from '#server/capsules/diary/sweepDiaries.ts'
import { planDue } from '#server/capsules/notice/plan.ts'
import { sendNotices } from '#server/capsules/notice/send.ts'
import { runCommand } from '#server/http/commands.ts'
import { clearLoose } from '#server/platform/media/clear.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { comeDue, deletedBefore } from '#test/due.ts'
import { give } from '#test/grants.ts'
import { linkOf } from '#test/links.ts'
import { png } from '#test/media.ts'
import { seriesOf } from '#test/metrics.ts'
import { makeClock } from './clock.ts'
import { secondSource } from './secondSource.ts'

/** The addresses by which others reach this machine. */
const OWN_ADDRESSES = Object.values(os.networkInterfaces()).flatMap((all) =>
  (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
)
/** As if another machine answered there. */
const areElsewhere = () => vi.spyOn(os, 'networkInterfaces').mockReturnValue({})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const app = withApp()
const before = { clock: undefined as never as typeof app.services.clock }
beforeEach(() => {
  before.clock = { ...app.services.clock }
})
afterEach(async () => {
  vi.restoreAllMocks()
  Object.assign(app.services.clock, before.clock)
  await sql`update clock set held = null, restored = false, last_at = now(), released_at = now(), opens_at = null,
    erases_at = 'epoch'`.execute(app.services.db)
  await sql`delete from clock_looks`.execute(app.services.db)
})

/** As a start finds it that comes so long after the last moment, by its own clock: every process was away meanwhile. */
async function startAfter(interval: string, { source }: { source?: string | undefined } = {}) {
  const { db, config } = app.services
  await sql`update clock set last_at = now() - ${interval}::interval`.execute(db)
  await sql`delete from clock_looks`.execute(db)
  return begin(source === undefined ? config : { ...config, timeSource: source })
}

async function begin(config = app.services.config, steady: { now: () => number } = performance) {
  const clock = await makeClock({ ...app.services, config }, steady)
  Object.assign(app.services.clock, clock)
  return clock
}

/** As if so long passed for the database and the process alike. */
const letPass = (interval: string) =>
  sql`update clock set opens_at = opens_at - ${interval}::interval, erases_at = erases_at - ${interval}::interval`.execute(
    app.services.db,
  )

const outbox = async (to: string) =>
  ((await (await fetch(`${app.url}/dev/outbox?to=${to}`)).json()) as { template: string }[])
    .map(({ template }) => template)
    .filter((template) => template !== 'code' && template !== 'confirm')
const health = async () => (await fetch(`${app.url}/health`)).json()
let addresses = 0

/** A capsule whose day came so many days before this moment of the clock, and the address that is told of it. */
async function capsuleDue(daysAgo: number) {
  const owner = await newPerson(app.url)
  const email = `pause${++addresses}@example.com`
  const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact: { email } } as never))
  await comeDue(app.services, capsule_id, { daysAgo })
  return {
    capsule_id,
    open: () => ask(app.url, 'unseal', { capsule_id }, owner),
    apply: () => ask(app.url, 'unlockRequest', { capsule_id, reason: '想让奶奶早一点看到里面的照片' }, owner),
    told: async () => [...(await outbox(owner.tel)), ...(await outbox(email))],
  }
}

/** A diary that was deleted so long before this moment of the clock. */
async function deletedDiary(ago: string) {
  const { token } = await newPerson(app.url)
  const { capsule_id } = await get(
    app.url,
    'createDiaryCapsule',
    { content: [{ type: 0 as const, content: '<p>d</p>', comment: '' }] },
    { token, key: crypto.randomUUID() },
  )
  await get(app.url, 'deleteDiary', { capsule_id }, { token })
  await deletedBefore(app.services, capsule_id, ago)
  return {
    isThere: async () => {
      await sweepDiaries(app.services, new AbortController().signal)
      const { db } = app.services
      return (await db.selectFrom('capsules').select('id').where('id', '=', Number(capsule_id)).execute()).length > 0
    },
  }
}

let source: Server | undefined
afterEach(() => source?.close())
/** A server elsewhere whose clock is so far from this machine's. */
async function sourceAt(aheadMs: number): Promise<string> {
  source = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString())
    response.writeHead(403).end()
  })
  await new Promise<void>((resolve) => source!.listen(0, () => resolve()))
  return `http://127.0.0.1:${(source.address() as AddressInfo).port}`
}

const HELD = { code: 2, message: CLOCK_HELD }
const OPENED = { code: 1000 }

describe('a start with a clock that is twenty days ahead, without a source of time', () => {
  it('opens and tells of at once what was due by the last moment, and nothing that is due by its clock alone', async () => {
    const [due, early] = [await capsuleDue(21), await capsuleDue(10)]
    await startAfter('20 days')
    await sendNotices(app.services)
    expect(await due.told()).toEqual(['openOwner', 'open'])
    expect(await early.told()).toEqual([])
    expect(await early.open()).toMatchObject(HELD)
    expect(await early.apply()).toMatchObject(HELD)
    expect(await due.open()).toMatchObject(OPENED)
    expect(await health()).toMatchObject({ status: 'ok', held: 'pause', erasing: 'unconfirmed' })
  })

  it('sends nothing that an earlier version has written down for a capsule that fell due in the pause', async () => {
    const early = await capsuleDue(10)
    // Written down and not sent, as by a process that dies in between.
    await planDue(app.services)
    await startAfter('20 days')
    await sendNotices(app.services)
    expect(await early.told()).toEqual([])
  })

  it('lets no link in before its day, and drops no question', async () => {
    const owner = await newPerson(app.url)
    const contact = { email: `pause${++addresses}@example.com` }
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact } as never))
    await comeDue(app.services, capsule_id, { daysAgo: 10 })
    const unseal_token = await linkOf(app.services, capsule_id)
    await startAfter('20 days')
    expect(await ask(app.url, 'unsealByToken', { unseal_token })).toMatchObject(HELD)
    expect((await get(app.url, 'getInfoByToken', { unseal_token })).capsule.held).toBe(1)

    const key_answer = { '您的生肖是？': '兔' }
    const locked = await seal(app.url, owner.token, textCapsule('<p>y</p>', { key_answer } as never))
    await comeDue(app.services, locked, { daysAgo: 21 })
    await sql`insert into question_drops (capsule_id, asked_at, drop_at)
      values (${Number(locked)}, now() - interval '40 days', now() - interval '10 days')`.execute(app.services.db)
    const questions = () =>
      get(app.url, 'capsuleQlist', { capsule_id: locked }, owner).then(({ questions }) => questions)
    expect(await questions()).toEqual(['您的生肖是？'])
    expect(await ask(app.url, 'unseal', { capsule_id: locked }, owner)).toMatchObject({ code: 2 })
    await runCommand(app.services, ['clock', 'confirm'])
    expect(await questions()).toEqual([])
  })

  it('says of one’s own capsules which of them wait for it, and counts them to nothing that can be opened', async () => {
    const owner = await newPerson(app.url)
    const { user } = await get(app.url, 'userInfo', {}, owner)
    await give(app.services, Number(user.id), [{ kind: 'time', amount: 10 }])
    const ids = []
    for (const daysAgo of [21, 10]) {
      const id = await seal(app.url, owner.token, textCapsule('<p>x</p>'))
      await comeDue(app.services, id, { daysAgo })
      ids.push(id)
    }
    await startAfter('20 days')
    const heldOf = async (capsule_id: string) =>
      (await get(app.url, 'capsuleDetail', { capsule_id }, owner)).capsule.held
    const listed = async () =>
      (await get(app.url, 'myClosedCapsules', {}, owner)).capsules.data.map(({ id, held }) => [id, held])
    expect(await Promise.all(ids.map(heldOf))).toEqual([undefined, 1])
    expect(await listed()).toEqual([
      [ids[0], undefined],
      [ids[1], 1],
    ])
    expect(await get(app.url, 'closedSummary', {}, owner)).toMatchObject({
      due: 1,
      due_id: ids[0],
      sealed: 2,
      next: null,
    })
    await runCommand(app.services, ['clock', 'confirm'])
    expect(await Promise.all(ids.map(heldOf))).toEqual([undefined, undefined])
    expect(await get(app.url, 'closedSummary', {}, owner)).toMatchObject({ due: 2 })
  })

  it('opens the rest after an hour in which the clock was not set, and erases only when somebody has confirmed it', async () => {
    const early = await capsuleDue(10)
    const diary = await deletedDiary('8 days')
    const clock = await startAfter('20 days')
    await letPass('59 minutes')
    await clock.look()
    expect(await early.open()).toMatchObject(HELD)
    await letPass('1 minute')
    await clock.look()
    expect(clock.held()).toBeUndefined()
    await sendNotices(app.services)
    expect(await early.told()).toEqual(['openOwner', 'open'])
    expect(await early.open()).toMatchObject(OPENED)
    await letPass('3 days')
    expect(await diary.isThere()).toBe(true)
    expect(await health()).toEqual({ status: 'ok', erasing: 'unconfirmed' })
    expect(await runCommand(app.services, ['clock', 'show'])).toContain('先不清除')
    expect(await runCommand(app.services, ['clock', 'confirm'])).toContain('一切正常')
    expect(await diary.isThere()).toBe(false)
    expect(await health()).toEqual({ status: 'ok' })
  })

  it('says in how many minutes it is over: to its owner, to anyone who has the link, and to operators until when', async () => {
    const owner = await newPerson(app.url)
    const contact = { email: `pause${++addresses}@example.com` }
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>x</p>', { contact } as never))
    await comeDue(app.services, capsule_id, { daysAgo: 10 })
    const unseal_token = await linkOf(app.services, capsule_id)
    const heldFor = async () => [
      (await get(app.url, 'capsuleDetail', { capsule_id }, owner)).capsule.held_minutes,
      (await get(app.url, 'getInfoByToken', { unseal_token })).capsule.held_minutes,
    ]
    const show = () => runCommand(app.services, ['clock', 'show'])
    await startAfter('20 days')
    expect(await heldFor()).toEqual([60, 60])
    await letPass('20 minutes')
    expect(await heldFor()).toEqual([40, 40])
    const { opens_at } = await app.services.db.selectFrom('clock').select('opens_at').executeTakeFirstOrThrow()
    expect(await show()).toContain(`停机期间到期的等到${opens_at!.slice(0, 19)}`)
    await startAfter('40 days')
    expect(await heldFor()).toEqual([undefined, undefined])
    expect(await show()).toContain('停机期间到期的等到有人确认')
    await runCommand(app.services, ['clock', 'confirm'])
    expect(await heldFor()).toEqual([undefined, undefined])
  })

  it('begins the hour anew when the clock is set meanwhile', async () => {
    let behind = 0
    await startAfter('20 days')
    const clock = await begin(app.services.config, { now: () => performance.now() - behind })
    await letPass('59 minutes')
    behind = 3 * HOUR_MS
    await clock.look()
    expect(clock.held()).toBe('pause')
    await letPass('59 minutes')
    await clock.look()
    expect(clock.held()).toBe('pause')
    await letPass('1 minute')
    await clock.look()
    expect(clock.held()).toBeUndefined()
  })

  it('goes on with the hour after a restart, unless nobody has looked for five minutes', async () => {
    const clock = await startAfter('20 days')
    await clock.look()
    await letPass('59 minutes')
    await begin()
    await letPass('1 minute')
    const next = await begin()
    await next.look()
    expect(next.held()).toBeUndefined()

    await (await startAfter('20 days')).look()
    await letPass('2 hours')
    await sql`update clock_looks set at = at - interval '6 minutes'`.execute(app.services.db)
    const late = await begin()
    await late.look()
    expect(late.held()).toBe('pause')
  })

  it('is released by anyone who confirms it, and erases then', async () => {
    const early = await capsuleDue(10)
    const diary = await deletedDiary('8 days')
    await startAfter('20 days')
    expect(await runCommand(app.services, ['clock', 'show'])).toContain('停机之后还没有可信的时间来源')
    await runCommand(app.services, ['clock', 'confirm'])
    expect(await early.open()).toMatchObject(OPENED)
    expect(await diary.isThere()).toBe(false)
  })

  it('longer than thirty days is not over by itself', async () => {
    const clock = await startAfter('31 days')
    await letPass('2 days')
    await clock.look()
    expect(clock.held()).toBe('pause')
  })
})

describe('in development, where nobody’s data waits', () => {
  const development = () => ({ ...app.services.config, development: true })

  it('a start after a day off holds nothing and erases an hour later, and so it is after a month', async () => {
    for (const interval of ['2 days', '40 days']) {
      await startAfter(interval)
      const clock = await begin(development())
      expect([clock.held(), clock.unconfirmed()], interval).toEqual([undefined, false])
      expect(await health()).toEqual({ status: 'ok' })
    }
  })

  it('a clock that was earlier than the last moment and a restored backup are held as everywhere', async () => {
    await startAfter('-3 days')
    expect((await begin(development())).held()).toBe('jump')
    await sql`update clock set held = null, restored = true, last_at = now() - interval '2 days'`.execute(
      app.services.db,
    )
    expect((await begin(development())).holds()).toEqual(['restored'])
  })

  it('a source that says another time holds as everywhere', async () => {
    await startAfter('2 days')
    const config = { ...development(), timeSource: await sourceAt(-20 * DAY_MS) }
    expect((await begin(config)).held()).toBe('source')
  })
})

describe('a source of time', () => {
  it('that says another time holds the start, however short the pause, until it agrees', async () => {
    const due = await capsuleDue(1)
    const clock = await startAfter('1 minute', { source: await sourceAt(-20 * DAY_MS) })
    expect(clock.held()).toBe('source')
    expect(await due.open()).toMatchObject(HELD)
    await sendNotices(app.services)
    expect(await due.told()).toEqual([])
    expect(await health()).toMatchObject({ held: 'source' })
    expect(await runCommand(app.services, ['clock', 'show'])).toContain('另一个时间来源')
    source?.close()
    const next = await begin({ ...app.services.config, timeSource: await sourceAt(0) })
    expect(next.held()).toBeUndefined()
    expect(await due.open()).toMatchObject(OPENED)
  })

  it('that agrees lets twenty days have passed, and what was deleted goes an hour later', async () => {
    const due = await capsuleDue(10)
    const diary = await deletedDiary('8 days')
    const clock = await startAfter('20 days', { source: await sourceAt(0) })
    expect([clock.held(), clock.unconfirmed()]).toEqual([undefined, false])
    expect(await due.open()).toMatchObject(OPENED)
    expect(await diary.isThere()).toBe(true)
    await letPass('1 hour')
    expect(await diary.isThere()).toBe(false)
  })

  it('that answers only later still holds what it does not agree with, and releases what it does', async () => {
    let passed = 0
    await startAfter('20 days')
    const config = { ...app.services.config, timeSource: await sourceAt(-20 * DAY_MS) }
    const clock = await makeClock({ ...app.services, config }, { now: () => performance.now() + passed })
    expect(clock.held()).toBe('source')
    source?.close()
    config.timeSource = await sourceAt(0)
    passed = 61_000
    await clock.look()
    expect(clock.held()).toBeUndefined()
  })

  it('is the bucket or this machine where the database is on another; a neighbour by the same clock is none', async () => {
    const at = await sourceAt(0)
    const bucket = (url: string) => ({ bucket: { url } as never, timeSource: undefined, directUrl: undefined })
    const server = (directUrl: string) => ({ bucket: undefined, timeSource: undefined, directUrl })
    const asked = (settings: Parameters<typeof secondSource>[0], { now = Date.now(), isApart = true } = {}) =>
      secondSource(settings, { now: async () => now, isApart: async () => isApart }).then((said) => said?.says)
    const late = { now: Date.now() + 20 * DAY_MS }
    expect(await asked(server('postgres://10.0.0.7/x'))).toBe('agrees')
    expect(await asked(server('postgres://10.0.0.7/x'), late)).toBe('differs')
    expect(await asked(server('postgres://10.0.0.7/x'), { isApart: false })).toBeUndefined()
    const everywhere = at.replace('127.0.0.1', '0.0.0.0')
    for (const none of [at, everywhere, 'http://minio:9000', 'http://nobody.invalid:9000'])
      expect(await asked(bucket(none)), none).toBeUndefined()
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', 'db', '/x?host=/run/pg'])
      expect(await asked(server(`postgres://${host}/x`)), host).toBeUndefined()
    for (const own of OWN_ADDRESSES) {
      expect(await asked(server(`postgres://${own}/x`)), own).toBeUndefined()
      expect(await asked(bucket(at.replace('127.0.0.1', own))), own).toBeUndefined()
    }
    areElsewhere()
    for (const other of OWN_ADDRESSES.slice(0, 1)) {
      expect(await asked(bucket(at.replace('127.0.0.1', other)))).toBe('agrees')
      expect(await asked(bucket(at.replace('127.0.0.1', other)), late)).toBe('differs')
    }
  })

  it('is none that is this machine by an address of its own, by number or by name, and be it TIME_SOURCE_URL', async () => {
    const at = await sourceAt(0)
    const none = { bucket: undefined, timeSource: undefined, directUrl: undefined }
    const asked = (settings: Partial<Parameters<typeof secondSource>[0]>) =>
      secondSource({ ...none, ...settings }, { now: async () => Date.now(), isApart: async () => true })
    const named = { timeSource: 'http://time.invalid' }
    const database = { directUrl: 'postgres://database.invalid/x' }
    for (const own of OWN_ADDRESSES) {
      expect(await asked({ timeSource: at.replace('127.0.0.1', own) }), own).toBeUndefined()
      vi.spyOn(dns, 'lookup').mockResolvedValue([{ address: '10.0.0.7' }, { address: own }] as never)
      for (const settings of [named, database]) expect(await asked(settings), own).toBeUndefined()
      vi.mocked(dns.lookup).mockRestore()
    }
    vi.spyOn(dns, 'lookup').mockResolvedValue([{ address: '10.0.0.7' }] as never)
    expect(await asked(named)).toMatchObject({ says: 'silent' })
    expect(await asked(database)).toMatchObject({ says: 'agrees' })
    vi.mocked(dns.lookup).mockRestore()
    areElsewhere()
    for (const other of OWN_ADDRESSES.slice(0, 1))
      expect(await asked({ timeSource: at.replace('127.0.0.1', other) })).toMatchObject({ says: 'agrees' })
  })

  it('that nobody has named releases a pause, and not what jumped under a running process', async () => {
    areElsewhere()
    const [other] = OWN_ADDRESSES
    if (other === undefined) return
    const url = (await sourceAt(0)).replace('127.0.0.1', other)
    const config = { ...app.services.config, bucket: { url } as never }
    await startAfter('31 days')
    expect((await begin(config)).held()).toBeUndefined()
    await sql`update clock set held = 'jump', released_at = null`.execute(app.services.db)
    expect((await begin(config)).held()).toBe('jump')
    expect((await begin({ ...config, timeSource: await sourceAt(0) })).held()).toBeUndefined()
  })
})

describe('a start an hour after the last moment', () => {
  it('sends and opens, and erases nothing for an hour', async () => {
    const due = await capsuleDue(0)
    const diary = await deletedDiary('8 days')
    const { token } = await newPerson(app.url)
    const picture = await upload(app.url, token, 'image', await png(), 'png')
    const other = await upload(app.url, token, 'image', await png(), 'png')
    // A bucket's object is known once it was named.
    for (const avatar of [picture, other]) await get(app.url, 'userInfoUpdate', { avatar }, { token })
    const { db } = app.services
    await sql`update objects set loose_since = now() - interval '8 days', doomed_at = now() - interval '2 hours'
      where key = ${picture}`.execute(db)
    const isLoose = async () => {
      await clearLoose(app.services, new AbortController().signal)
      return (await db.selectFrom('objects').select('key').where('key', '=', picture).execute()).length > 0
    }
    const clock = await startAfter('1 hour')
    expect([clock.held(), clock.unconfirmed()]).toEqual([undefined, false])
    await sendNotices(app.services)
    expect(await due.told()).toEqual(['openOwner', 'open'])
    expect(await due.open()).toMatchObject(OPENED)
    await letPass('59 minutes')
    // A restart takes no time of it away, and gives none.
    await begin()
    expect([await diary.isThere(), await isLoose()]).toEqual([true, true])
    await letPass('1 minute')
    expect([await diary.isThere(), await isLoose()]).toEqual([false, false])
  })

  it('and one after a minute erases at once', async () => {
    const diary = await deletedDiary('8 days')
    await startAfter('1 minute')
    expect(await diary.isThere()).toBe(false)
  })
})

it('a start with a clock that is three days behind is held as a jump, and erases nothing', async () => {
  const due = await capsuleDue(1)
  const diary = await deletedDiary('8 days')
  const clock = await startAfter('-3 days')
  expect(clock.held()).toBe('jump')
  await sendNotices(app.services)
  expect(await due.told()).toEqual([])
  expect(await due.open()).toMatchObject(HELD)
  expect(await diary.isThere()).toBe(true)
})

describe('a restored backup that is older than a day', () => {
  it('says both reasons, that nothing is sent, and what it costs to confirm', async () => {
    await sql`update clock set place = 'elsewhere'`.execute(app.services.db)
    const clock = await startAfter('3 days')
    expect(clock.held()).toBe('restored')
    expect(await health()).toMatchObject({ held: 'restored', also_held: 'pause' })
    const figures = await seriesOf(app.url)
    for (const reason of ['restored', 'pause']) expect(figures.of('clock_held', { reason }), reason).toBe(1)
    const text = await runCommand(app.services, ['clock', 'show'])
    expect(text).toMatch(/像是从备份恢复的/)
    expect(text).toMatch(/停机/)
    expect(text).not.toMatch(/照常[^；。]*发送/)
    expect(text).toMatch(/确认之后.*再发一次/)
    expect(await runCommand(app.services, ['clock', 'confirm'])).toContain('一切正常')
    expect(await health()).toEqual({ status: 'ok' })
  })

  it('says in the log once that it is restored, and not at each look', async () => {
    await sql`update clock set place = 'elsewhere'`.execute(app.services.db)
    const clock = await startAfter('3 days')
    const error = vi.spyOn(app.services.log, 'error')
    await clock.look()
    await clock.look()
    expect(error).not.toHaveBeenCalled()
  })
})

it('a process that has only read so far opens nothing that fell due, until it has begun', async () => {
  const due = await capsuleDue(1)
  await sql`update clock set last_at = now() - interval '2 days'`.execute(app.services.db)
  const clock = await makeClock({ ...app.services, readsOnly: true })
  Object.assign(app.services.clock, clock)
  expect(await due.open()).toMatchObject(HELD)
  await sql`update clock set last_at = now()`.execute(app.services.db)
  await clock.look()
  expect(await due.open()).toMatchObject(OPENED)
})

describe('a source that is away at a start after more than five minutes', () => {
  const nowhere = 'http://127.0.0.1:9'
  /** A start whose source is away at first; `later` looks so many milliseconds later, by then with a source or without. */
  async function startWithoutAnswer() {
    let passed = 0
    await startAfter('20 hours')
    await sql`update clock set last_at = now() - interval '20 hours'`.execute(app.services.db)
    const config = { ...app.services.config, timeSource: nowhere }
    const clock = await begin(config, { now: () => performance.now() + passed })
    return {
      clock,
      later: async (ms: number, timeSource = nowhere) => {
        config.timeSource = timeSource
        passed = ms
        await clock.look()
        return clock.held()
      },
    }
  }

  it('is waited for: nothing that fell due since opens for five minutes, and then it does', async () => {
    const [before, since] = [await capsuleDue(1), await capsuleDue(0)]
    const { clock, later } = await startWithoutAnswer()
    expect(clock.held()).toBe('pause')
    expect(await before.open()).toMatchObject(OPENED)
    expect(await since.open()).toMatchObject(HELD)
    await letPass('4 minutes')
    expect(await later(1_000)).toBe('pause')
    expect(await since.open()).toMatchObject(HELD)
    await letPass('1 minute')
    expect(await later(2_000)).toBeUndefined()
    expect(await since.open()).toMatchObject(OPENED)
  })

  it('is asked every few seconds until it answers', async () => {
    const first = await startWithoutAnswer()
    expect(await first.later(6_000, await sourceAt(-20 * HOUR_MS))).toBe('source')
    await sql`update clock set held = null`.execute(app.services.db)
    const second = await startWithoutAnswer()
    expect(await second.later(6_000, await sourceAt(0))).toBeUndefined()
  })

  it('holds also after the five minutes what it contradicts', async () => {
    const { later } = await startWithoutAnswer()
    await letPass('5 minutes')
    expect(await later(1_000)).toBeUndefined()
    expect(await later(12_000, await sourceAt(-20 * HOUR_MS))).toBe('source')
  })

  it('is waited for by the first process also while a second one begins', async () => {
    const { clock } = await startWithoutAnswer()
    await letPass('3 minutes')
    await makeClock(app.services)
    await clock.look()
    expect(clock.held()).toBe('pause')
    await letPass('2 minutes')
    await clock.look()
    expect(clock.held()).toBeUndefined()
  })

  it('holds nothing after a shorter pause', async () => {
    expect((await startAfter('4 minutes', { source: nowhere })).held()).toBeUndefined()
  })

  it('takes nobody’s word away that is still missing for what is to be erased', async () => {
    await startAfter('20 days')
    await sql`update clock set held = null, last_at = now()`.execute(app.services.db)
    await startWithoutAnswer()
    expect((await begin()).unconfirmed()).toBe(true)
  })
})

describe('erasing', () => {
  const written = (ahead: string) =>
    sql`update clock set erases_at = now() + ${ahead}::interval`.execute(app.services.db)

  it('does not wait for what a clock that was ahead has written down, once a source has released it', async () => {
    await startAfter('-3 days')
    await written('20 days')
    const clock = await begin({ ...app.services.config, timeSource: await sourceAt(0) })
    expect(clock.held()).toBeUndefined()
    expect(await erasesWithin('1 hour')).toBe(true)
  })

  it('nor once a start or a look has found it', async () => {
    await written('20 days')
    await startAfter('1 minute')
    expect(await erasesWithin('1 hour')).toBe(true)
    await written('20 days')
    await app.services.clock.look()
    expect(await erasesWithin('1 hour')).toBe(true)
  })
})

describe('a pause that is held', () => {
  it.each(['20 days', '40 days'])('of %s ends when the time is set right under a running process', async (ahead) => {
    await startAfter(ahead)
    let extra = 0
    const clock = await begin(app.services.config, { now: () => performance.now() + extra })
    expect(clock.held()).toBe('pause')
    // The clock goes on by nothing while the steady one says that it was set back: what it wrote lies ahead.
    await sql`update clock set last_at = now() - interval '1 hour', held_at = now() + interval '20 days'`.execute(
      app.services.db,
    )
    extra = 20 * DAY_MS
    await clock.look()
    expect(clock.held()).toBeUndefined()
    expect(clock.unconfirmed()).toBe(false)
    expect([await erasesWithin('59 minutes'), await erasesWithin('1 hour')]).toEqual([false, true])
  })
})

async function erasesWithin(interval: string): Promise<boolean> {
  const { rows } = await sql<{ does: boolean }>`
    select coalesce(erases_at <= now() + ${interval}::interval, false) as does from clock`.execute(app.services.db)
  return rows[0]!.does
}
