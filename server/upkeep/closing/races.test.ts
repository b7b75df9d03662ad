import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODE } from '#contract/codes.ts'
import { withApp } from '#test/app.ts'
import { ask, foretold, get, inSeconds, later, newCode, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { newCrowd } from '#test/crowd.ts'
import { give } from '#test/grants.ts'
import { jpeg } from '#test/media.ts'
import { addressOf, ended, runServer } from '#test/process.ts'

const ROUNDS = 24
/** How long PostgreSQL may keep its counts to itself. */
const COUNTED_AFTER_MS = 2_500

/** Two processes over one PostgreSQL server, each with its own memory of who is signed in. */
describe.runIf(process.env.DATABASE_URL)('closing an account over two processes', { timeout: 300_000 }, () => {
  const app = withApp()
  const children: ChildProcess[] = []
  const urls: string[] = []

  beforeAll(async () => {
    for (let i = 0; i < 2; i++) {
      const child = runServer({ DATA_DIR: app.dataDir, DATABASE_URL: app.databaseUrl! })
      children.push(child)
      urls.push(await addressOf(child))
    }
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGTERM')
    await Promise.all(children.map(ended))
  })

  async function newLeaver({ gift = true } = {}) {
    const { tel, token } = await newPerson(urls[0]!, { gift })
    await app.services.db.deleteFrom('tries').where('bucket', '=', `send to ${tel}`).execute()
    const { user } = await get(urls[0]!, 'userInfo', {}, { token })
    return { id: user.id, token, captcha: await newCode(urls[0]!, tel, { token }) }
  }

  it('gives nothing to a sign-in that the other process still remembers', async () => {
    const { token, captcha } = await newLeaver()
    const capsule_id = await seal(urls[0]!, token, textCapsule('<p>x</p>', { open_time: inSeconds(2) }))
    await later(2_100)
    await get(urls[0]!, 'unseal', { capsule_id }, { token })
    await get(urls[0]!, 'capsuleIsPublic', { capsule_id, is_public: 1 }, { token })
    const [friend] = await newCrowd(app.services, 1)
    await give(app.services, Number(friend!.id), [{ kind: 'time', amount: 1 }])
    const letter = textCapsule('<p>信</p>', { to: { name: '妈妈', show_title: 0 } })
    const { waiting_url } = await get(urls[0]!, 'createTimeCapsule', letter, friend)
    await get(urls[1]!, 'userInfo', {}, { token })
    await get(urls[0]!, 'cancelAccount', { captcha }, { token })
    const answers = await Promise.all([
      ask(urls[1]!, 'claimGift', {}, { token }),
      ask(urls[1]!, 'capsuleIsPublic', { capsule_id, is_public: 0 }, { token }),
      ask(urls[1]!, 'createTimeCapsule', textCapsule('<p>y</p>'), { token }),
      ask(urls[1]!, 'createTimeDraft', { content: textCapsule('<p>z</p>').content }, { token }),
      ask(urls[1]!, 'receiveCapsule', { token: waiting_url!.slice(-43) }, { token }),
      ask(urls[1]!, 'userInfoUpdate', { sex: '1' }, { token }),
    ])
    expect(answers.slice(0, 5).map(({ code }) => code)).not.toContain(CODE.ok)
    const { sex } = await app.services.db
      .selectFrom('users')
      .select('sex')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(sex).toBe('')
  })

  it('gives the welcome gift to nobody any more', async () => {
    const { token, captcha } = await newLeaver({ gift: false })
    await get(urls[1]!, 'userInfo', {}, { token })
    await get(urls[0]!, 'cancelAccount', { captcha }, { token })
    expect((await ask(urls[1]!, 'claimGift', {}, { token })).code).not.toBe(CODE.ok)
  })

  it('while it is in use ends well for everybody, and leaves nothing behind', async () => {
    const [friend] = await newCrowd(app.services, 1)
    await give(app.services, Number(friend!.id), [{ kind: 'time', amount: 5 * ROUNDS }])
    for (let round = 0; round < ROUNDS; round++) {
      const { id, token, captcha } = await newLeaver()
      const waiting = await seal(urls[0]!, token, textCapsule('<p>等</p>'))
      const letter = textCapsule('<p>信</p>', { to: { name: '妈妈', show_title: 0 } })
      const { waiting_url } = await get(urls[0]!, 'createTimeCapsule', letter, friend)
      const content = textCapsule('<p>草稿</p>').content
      const { capsule_id: draft_id } = await get(urls[0]!, 'createTimeDraft', { content }, { token })
      const key = await upload(urls[0]!, token, 'image', await jpeg(), 'jpg')
      const pictured = { content: textCapsule(`<p>图</p><img src="/m/1.x/${key}">`).content }
      const other = await upload(urls[0]!, token, 'image', await jpeg(), 'jpg')
      const swapped = { content: textCapsule(`<p>图</p><img src="/m/1.x/${other}">`).content }
      const { capsule_id: edited } = await get(urls[0]!, 'createTimeDraft', swapped, { token })
      const using = [0, 1, 0, 1].flatMap((i) => [
        ask(urls[i]!, 'userInfoUpdate', { avatar: i ? key : other }, { token }),
        ask(urls[i]!, 'renewCalendarFeed', {}, { token }),
        ask(urls[i]!, 'capsuleUpdate', { capsule_id: edited, ...pictured }, { token }),
        ask(urls[i]!, 'createTimeCapsule', textCapsule('<p>换</p>', { draft_id: edited }), { token }),
        ask(urls[i]!, 'createTimeCapsule', { ...textCapsule('<p>封</p>'), ...swapped }, { token }),
        ask(urls[i]!, 'createDiaryCapsule', { content }, { token }),
        ask(urls[i]!, 'createDiaryCapsule', pictured, { token }),
        ask(urls[i]!, 'createDiaryDraft', pictured, { token }),
        ask(urls[i]!, 'createForecastCapsule', foretold('会'), { token }),
        ask(
          urls[i]!,
          'createTimeCapsule',
          { ...textCapsule('<p>寄</p>'), to: { name: '妈妈', show_title: 0 } },
          { token },
        ),
        ask(urls[i]!, 'receiveCapsule', { token: waiting_url!.slice(-43) }, { token }),
        ask(urls[i]!, 'createTimeCapsule', textCapsule(`<p>${i}</p>`), { token }),
        ask(urls[i]!, 'createTimeCapsule', textCapsule(`<p>${i}</p>`, { draft_id }), { token }),
        ask(urls[i]!, 'createTimeDraft', { content }, { token }),
        ask(urls[i]!, 'unlockRequest', { capsule_id: waiting, reason: '我想要提前看到它，拜托拜托' }, { token }),
        ask(urls[i]!, 'claimGift', {}, { token }),
        ask(urls[i]!, 'changeCapsule', { type: 1, price: 1 }, { token }),
        ask(urls[i]!, 'giveGift', { user_id: friend!.id, gift: { time: 1, diary: 0, forecast: 0 } }, { token }),
        ask(urls[i]!, 'giveGift', { user_id: id, gift: { time: 1, diary: 0, forecast: 0 } }, friend),
      ])
      await later(round % 9)
      const closed = await ask(urls[0]!, 'cancelAccount', { captcha }, { token })
      expect(closed, closed.text).toMatchObject({ code: CODE.ok })
      for (const answer of await Promise.all(using)) expect(answer.status, answer.text).toBe(200)
    }
    expect(await app.services.db.selectFrom('broken_invariants').selectAll().execute()).toEqual([])
    // None was even tried again: the order of locks leaves nothing to untie.
    await later(COUNTED_AFTER_MS)
    expect(await deadlocks()).toBe(0)
  })

  /** PostgreSQL's own count for this database. */
  async function deadlocks(): Promise<number> {
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(app.services.db)
    return rows[0]!.deadlocks
  }
})
