import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { CallName, Input } from '#contract/calls.ts'
import { CODE } from '#contract/codes.ts'
import { dailyReward } from '#contract/diary.ts'
import { INSUFFICIENT, KINDS } from '#contract/wallet.ts'
import { forfeit } from '#server/people/wallet/forfeit.ts'
import type { Services } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { makeDatabase, startApp, stopApp, withApp } from '#test/app.ts'
import { ask, get, later, textCapsule, upload } from '#test/client.ts'
import { type Member, newCrowd } from '#test/crowd.ts'
import { dropDatabase } from '#test/databases.ts'
import { give } from '#test/grants.ts'
import { png } from '#test/media.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { drill, rounds } from '#test/thorough.ts'

const EACH = 300
const COUNTED_AFTER_MS = 1_200

/** Members with as much of each kind as all of it needs. */
async function richCrowd(app: { services: Services }, size: number): Promise<Member[]> {
  const members = await newCrowd(app.services, size)
  const amounts = KINDS.map((kind) => ({ kind, amount: EACH }))
  for (const { id } of members) await give(app.services, Number(id), amounts)
  return members
}

const pictured = (...keys: string[]) =>
  textCapsule(keys.map((key) => `<p>图</p><img src="/m/1.x/${key}">`).join('')).content
const gift = { time: 1, diary: 1, forecast: 1 }

describe('movements of all kinds at once', { timeout: 240_000 }, () => {
  const app = withApp()
  const act = <N extends CallName>(name: N, input: Input<N>, { token }: Member) =>
    ask(app.url, name, input, { token, key: randomUUID() })

  /** A person's two pictures, and two drafts that swap them. */
  async function drawerOf(person: Member) {
    const [one, other] = [0, 1].map(async (seed) => {
      const bytes = await png({ width: 8, height: 8, seed })
      return upload(app.url, person.token, 'image', bytes, 'png')
    })
    const keys = [await one!, await other!] as const
    const drafts = await Promise.all(
      [0, 1].map(() => get(app.url, 'createDiaryDraft', { content: pictured(...keys) }, person)),
    )
    return { keys, drafts: drafts.map(({ capsule_id }) => capsule_id) }
  }

  it('leave every sum as it should be, and wait for each other without a deadlock', async () => {
    const people = await richCrowd(app, 4)
    const drawers = await Promise.all(people.map(drawerOf))
    for (let round = 0; round < rounds(10, 2); round++) {
      const acts = people.flatMap((person, at) => {
        const { keys, drafts } = drawers[at]!
        const [one, other] = round % 2 ? keys : keys.toReversed()
        const to = (step: number) => people[(at + step) % people.length]!.id
        return [
          ...[1, 2, 3].map((step) => act('giveGift', { user_id: to(step), gift }, person)),
          act('changeCapsule', { type: 1, price: 1 }, person),
          act('changeCapsule', { type: 2, price: 1 }, person),
          act('createDiaryDraft', { content: pictured(one!), draft_id: drafts[0] }, person),
          act('createDiaryDraft', { content: pictured(other!), draft_id: drafts[1] }, person),
          act('createDiaryDraft', { content: pictured(other!, one!), draft_id: drafts[0] }, person),
          act('createDiaryCapsule', { content: textCapsule('<p>记</p>').content }, person),
          act('createDiaryCapsule', { content: pictured(one!, other!) }, person),
          act('createDiaryCapsule', { content: pictured(other!, one!) }, person),
          act('createDiaryCapsule', { content: textCapsule('<p>封</p>').content, open_time: '2040-01-01' }, person),
        ]
      })
      for (const answer of await Promise.all(acts))
        expect(answer, answer.text).toMatchObject({ status: 200, code: CODE.ok })
    }
    const { rows } = await sql<{ kind: string; sum: number }>`
      select kind, sum(balance)::int as sum from accounts where owner_id in (${sql.join(people.map(({ id }) => Number(id)))})
      group by kind order by kind`.execute(app.services.db)
    const reward = people.length * dailyReward(new Date())
    const all = people.length * EACH
    const turns = people.length * rounds(10, 2)
    expect(rows).toEqual([
      { kind: 'diary', sum: all - 4 * turns + 2 * turns + reward },
      { kind: 'forecast', sum: all + 2 * turns },
      { kind: 'time', sum: all - 2 * turns },
    ])
    expect(await app.services.db.selectFrom('broken_invariants').selectAll().execute()).toEqual([])
    if (!app.databaseUrl) return
    await later(COUNTED_AFTER_MS)
    const counted = await sql`select deadlocks::int from pg_stat_database where datname = current_database()`.execute(
      app.services.db,
    )
    expect(counted.rows).toEqual([{ deadlocks: 0 }])
  })

  it('of a balance that is empty and comes back are made, or refused in words', async () => {
    const [poor, rich] = (await richCrowd(app, 2)) as [Member, Member]
    await inTransaction(app.services.db, (db) =>
      forfeit(db, { userId: Number(poor.id), scope: 'test', key: randomUUID(), reason: 'test' }),
    )
    for (let round = 0; round < rounds(20, 4); round++) {
      const acts = Array.from({ length: 15 }, () => [
        act('giveGift', { user_id: poor.id, gift: { time: 1, diary: 0, forecast: 0 } }, rich),
        act('changeCapsule', { type: 1, price: 1 }, poor),
        act('giveGift', { user_id: rich.id, gift: { time: 1, diary: 0, forecast: 0 } }, poor),
        act('createTimeCapsule', textCapsule('<p>封</p>'), poor),
      ]).flat()
      for (const { code, message, text } of await Promise.all(acts))
        expect(code === CODE.ok || message === INSUFFICIENT.time, text).toBe(true)
    }
    expect(await app.services.db.selectFrom('broken_invariants').selectAll().execute()).toEqual([])
  })

  it('a draft that names other pictures than a save beside it lets go of none that is not its own to let go', async () => {
    const [person] = await richCrowd(app, 1)
    const { keys, drafts } = await drawerOf(person!)
    for (let round = 0; round < rounds(50, 15); round++) {
      const saves = [0, 1, 0, 1].map((which) =>
        act('createDiaryDraft', { content: pictured(keys[which]!), draft_id: drafts[0] }, person!),
      )
      for (const answer of await Promise.all(saves)) expect(answer, answer.text).toMatchObject({ code: CODE.ok })
      const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: drafts[0]! }, person)
      const shown = keys.filter((key) => JSON.stringify(capsule).includes(key))
      const named = app.services.db
        .selectFrom('capsule_media')
        .select('key')
        .where('capsule_id', '=', Number(drafts[0]))
      expect(await named.execute()).toEqual(shown.map((key) => ({ key })))
    }
  })
})

/** A start takes the embedded engine so long that there are fewer. */
const KILLS = process.env.DATABASE_URL ? 8 : 3
const UNTIL_KILL_MS = 150

describe('movements under their keys', () => {
  const folder = mkdtemp(join(tmpdir(), 'capsule-movements-'))
  const children: ChildProcess[] = []
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(await folder, { recursive: true, force: true })
  })

  drill(
    `through ${KILLS} kills -9 each is made once, and asked again each is answered`,
    { timeout: 600_000 },
    async () => {
      const place = { dataDir: await folder, databaseUrl: await makeDatabase() }
      const env = {
        MASTER_KEY: randomBytes(32).toString('base64'),
        DATABASE_URL: place.databaseUrl ?? '',
        DATA_DIR: place.dataDir,
        LOG_LEVEL: 'silent',
      }
      const before = await startApp(place, env)
      const [giver, friend] = (await richCrowd(before, 2)) as [Member, Member]
      const { capsule_id: draft_id } = await get(
        before.url,
        'createDiaryDraft',
        { content: textCapsule('<p>稿</p>').content },
        giver,
      )
      await stopApp(before)
      const start = async () => {
        const child = runServer(env)
        children.push(child)
        return { child, url: await addressOf(child) }
      }
      const content = textCapsule('<p>记</p>').content
      const ACTS = [
        ['giveGift', { user_id: friend.id, gift }],
        ['changeCapsule', { type: 1, price: 1 }],
        ['createDiaryCapsule', { content }],
        ['createDiaryCapsule', { content, open_time: '2040-01-01' }],
        ['createDiaryDraft', { content, draft_id }],
      ] as const
      for (let round = 0; round < KILLS; round++) {
        const sent = [...ACTS, ...ACTS].map(([name, input]) => ({ name, input, key: randomUUID() }))
        const { child, url } = await start()
        const send = (at: string) =>
          sent.map(({ name, input, key }) =>
            ask(at, name, input as never, { token: giver.token, key }).catch(() => undefined),
          )
        const first = send(url)
        await later(Math.random() * UNTIL_KILL_MS)
        child.kill('SIGKILL')
        await Promise.all([ended(child), ...first])
        const again = await start()
        const answers = await Promise.all(send(again.url))
        for (const answer of answers) expect(answer?.code, answer?.text).toBe(CODE.ok)
        again.child.kill('SIGKILL')
        await ended(again.child)
      }
      const app = await startApp(place, env)
      const { user } = await get(app.url, 'userInfo', {}, giver)
      const twice = 2 * KILLS
      expect([user.time_count, user.forecast_count]).toEqual([EACH - 2 * twice, EACH - twice])
      expect(user.diary_count).toBe(EACH - twice + 2 * twice - 2 * twice + dailyReward(new Date()))
      const { user: other } = await get(app.url, 'userInfo', {}, friend)
      expect([other.time_count, other.diary_count, other.forecast_count]).toEqual(KINDS.map(() => EACH + twice))
      const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: draft_id }, giver)
      expect(capsule.revision).toBe(1 + twice)
      const broken = await app.services.db.selectFrom('broken_invariants').selectAll().execute()
      await stopApp(app)
      if (place.databaseUrl) await dropDatabase(place.databaseUrl)
      expect(broken).toEqual([])
    },
  )
})
