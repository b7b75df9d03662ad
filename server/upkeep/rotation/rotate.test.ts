import { type ChildProcess, execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { FORM, TYPE } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { ITEM } from '#contract/content.ts'
import { lockContent } from '#server/capsules/capsule/stored.ts'
import { decryptContact, encryptContact } from '#server/capsules/notice/address.ts'
import { release } from '#server/platform/clock/clockRow.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { encrypt, encryptText } from '#server/platform/keys/encryption.ts'
import { deriveKeys } from '#server/platform/keys/keys.ts'
import { makeKeyFile, openKeys } from '#server/platform/keys/place.ts'
import { wrapLoose } from '#server/platform/media/secrets.ts'
import { startApp, stopApp } from '#test/app.ts'
import { ask, foretold, get, later, newPerson, PASSWORD, seal, textCapsule, upload } from '#test/client.ts'
import { newCrowd } from '#test/crowd.ts'
import { dropDatabase } from '#test/databases.ts'
import { comeDue } from '#test/due.ts'
import { dumpOf } from '#test/dump.ts'
import { linkOf } from '#test/links.ts'
import { png } from '#test/media.ts'
import { newDesk, readSecrets } from '#test/operator.ts'
import { addressOf, ended, runServer } from '#test/process.ts'
import { type App, rotate, rotatedSite } from '#test/rotation.ts'
import { openedBy } from '#test/sent.ts'
import { DRILL, THOROUGH } from '#test/thorough.ts'
import { BITE } from './relock.ts'

const QUESTION = '您的生肖是？'
const EMAIL = 'friend@example.com'
const STEP_MS = 30_000
/** Two bites and a little more of each kind. */
const MANY = 2 * BITE + 7
/**
 * How long after it was asked for: at the key files, while what is under way is waited for, while locks are made anew. A kill
 * while it waits leaves both key files and no more, as the tests of those do.
 */
const KILLS = [15, 700, 1_030, 1_060]

type Site = Awaited<ReturnType<typeof rotatedSite>>
let lived: { site: Site; checks: Check[] }
let running: App[] = []
let sites: Site[] = []
let children: ChildProcess[] = []

async function removed({ databaseUrl, dataDir }: Site): Promise<void> {
  await dropDatabase(databaseUrl)
  await rm(dataDir, { recursive: true, force: true })
}
async function newSite(): Promise<Site> {
  const site = await rotatedSite()
  sites.push(site)
  return site
}
/** A copy of the site on which everything was written once, and how that is read back. */
async function livedSite() {
  const site = await rotatedSite(lived.site)
  sites.push(site)
  return { site, checks: [...lived.checks] }
}
/** The same with a process that has its key; somebody has looked, and says that the clock of the copy is right. */
async function startedLived() {
  const { site, checks } = await livedSite()
  const app = await started(site, 'before')
  await release(app.services.db)
  return { site, checks, app }
}
async function started(site: Site, stage: keyof Site['stages']): Promise<App> {
  const app = await site.start(stage)
  running.push(app)
  return app
}
async function stopped(app: App, options = {}): Promise<void> {
  running = running.filter((one) => one !== app)
  await stopApp(app, options)
}
afterEach(async () => {
  vi.restoreAllMocks()
  for (const child of children) child.kill('SIGKILL')
  for (const app of running) await stopApp(app, { planted: true })
  for (const site of sites) await removed(site)
  running = []
  sites = []
  children = []
})

/** The process that is asked to rotate: on a server it was started again with both keys. */
async function aboutToRotate(site: Site, app: App): Promise<App> {
  if (!site.isServer) return app
  await stopped(app)
  return started(site, 'second')
}

/** A process that has the new master key and no other. */
async function withNewAlone(site: Site, app: App): Promise<App> {
  await stopped(app)
  await site.removeOld()
  return started(site, 'after')
}

const textOf = (html: string) => ({ content: [{ type: ITEM.text, content: html, comment: '' }] })
const pictured = (key: string) => ({
  content: [{ type: ITEM.image, content: key, comment: '' }],
  content_type: FORM.graphic,
})
const detailOf = async ({ url }: App, token: string, capsule_id: string) =>
  (await get(url, 'capsuleDetail', { capsule_id }, { token })).capsule
const fetched = async ({ url }: App, address: string) => Buffer.from(await (await fetch(url + address)).arrayBuffer())

/** A writing that a person was told is kept; each knows how to read itself back. */
type Check = (app: App) => Promise<void>

/** A diary that was written, a draft with a picture, a capsule that was sealed: each as often as it was answered well. */
async function write({ url }: { url: string }, token: string, turn: number, seals: boolean): Promise<Check[]> {
  const checks: Check[] = []
  const html = `<p>第${turn}天</p>`
  const diary = await ask(url, 'createDiaryCapsule', textOf(html), { token, key: randomUUID() })
  if (diary.code === CODE.ok) checks.push(reads(token, diary.data!.capsule_id, html))
  expect(diary.status).not.toBe(500)
  const bytes = await png({ seed: turn })
  const key = await upload(url, token, 'image', bytes, 'png').catch(() => undefined)
  const draft = key && (await ask(url, 'createTimeDraft', pictured(key), { token }))
  if (draft && draft.code === CODE.ok) checks.push(shows(token, draft.data!.capsule_id, bytes))
  if (!seals) return checks
  const sealed = await ask(url, 'createTimeCapsule', textCapsule(html), { token, key: randomUUID() })
  if (sealed.code === CODE.ok) checks.push(opens(token, sealed.data!.capsule_id, html))
  return checks
}

const reads =
  (token: string, id: string, html: string): Check =>
  async (app) => {
    expect((await detailOf(app, token, id)).capsule_content!.content[0]!.content).toBe(html)
  }
const shows =
  (token: string, id: string, bytes: Buffer): Check =>
  async (app) => {
    const { capsule_content } = await detailOf(app, token, id)
    expect((await fetched(app, capsule_content!.content[0]!.content)).equals(bytes)).toBe(true)
  }
const opens =
  (token: string, id: string, html: string): Check =>
  async (app) => {
    await comeDue(app.services, id)
    await get(app.url, 'unseal', { capsule_id: id }, { token })
    await reads(token, id, html)(app)
  }

/** Everything that the master key locks or hashes, once. */
async function writeOfEverything(app: App): Promise<Check[]> {
  const { url, services } = app
  const { token, tel } = await newPerson(url)
  const checks = await write(app, token, 1, true)

  const asking = { contact: { email: EMAIL }, key_answer: { [QUESTION]: '兔' } }
  const asked = await seal(url, token, textCapsule('<p>问</p>', asking))
  const link = await linkOf(services, asked)
  const picture = await upload(url, token, 'image', await png({ seed: 99 }), 'png')
  const graphic = await seal(url, token, { ...textCapsule(''), ...pictured(picture) })
  const open = await seal(url, token, textCapsule('<p>开</p>'))
  await comeDue(services, open)
  await get(url, 'unseal', { capsule_id: open }, { token })
  await get(url, 'capsuleReply', { capsule_id: open, text: '当时的我' }, { token })
  const sender = await newPerson(url)
  const answered = await openedBy(app, { sender, receiver: { tel, token } })
  await get(url, 'answerCapsule', { capsule_id: answered, text: '收到了' }, { token })
  const { capsule_id: foreseen } = await get(url, 'createForecastCapsule', foretold('会下雪'), { token })
  await comeDue(services, foreseen)
  await get(url, 'unseal', { capsule_id: foreseen }, { token })
  await get(url, 'forecastResolve', { capsule_id: foreseen, result: 1, text: '下了' }, { token })

  // From after the sign-in, whose code counts once: it may take a step of the clock, and a code of that step is used up.
  const desk = await newDesk(url, services)
  let moment = Date.now()
  const next = () => {
    moment += STEP_MS
    services.now = () => new Date(moment)
    return moment
  }
  const { secret } = await get(
    url,
    'deskTotpNew',
    { password: desk.password, totp: desk.codeAt(next()) },
    { token: desk.token },
  )
  services.now = () => new Date()
  const fresh = readSecrets(`密码：x\n动态码密钥：${secret}\n`)

  return [
    ...checks,
    async ({ url }) => {
      expect((await ask(url, 'login', { tel, password: PASSWORD })).code).toBe(CODE.ok)
    },
    async (app) => {
      const { contacts } = await get(app.url, 'capsuleContacts', { capsule_id: asked }, { token })
      expect(contacts).toMatchObject([{ address: 'f***@example.com' }])
      await comeDue(app.services, asked)
      const enter = (answer: string) =>
        ask(app.url, 'unsealByToken', { unseal_token: link, key_answer: { [QUESTION]: answer } })
      expect((await enter('虎')).code).toBe(CODE.refused)
      expect((await enter('兔')).code).toBe(CODE.ok)
    },
    async (app) => {
      await comeDue(app.services, graphic)
      await get(app.url, 'unseal', { capsule_id: graphic }, { token })
      await shows(token, graphic, await png({ seed: 99 }))(app)
    },
    async (app) => expect((await detailOf(app, token, open)).reply).toMatchObject({ text: '当时的我' }),
    async (app) => expect((await detailOf(app, sender.token, answered)).answer).toMatchObject({ text: '收到了' }),
    async (app) => expect((await detailOf(app, token, foreseen)).judgement).toMatchObject({ text: '下了' }),
    async ({ url }) => {
      const outbox = (await (await fetch(`${url}/dev/outbox?to=${tel}`)).json()) as { text: string }[]
      expect(outbox[0]!.text).toContain('验证码')
    },
    async ({ url, services }) => {
      let then = moment
      const code = () => {
        then += STEP_MS
        services.now = () => new Date(then)
        return then
      }
      const { name, password, codeAt } = desk
      const { token } = await get(url, 'reviewLogin', { name, password, totp: codeAt(code()) })
      await get(url, 'deskTotp', { totp: fresh.codeAt(code()) }, { token })
      services.now = () => new Date()
    },
  ]
}

beforeAll(async () => {
  const site = await rotatedSite()
  const app = await site.start('before')
  lived = { site, checks: await writeOfEverything(app) }
  await stopApp(app)
})
afterAll(() => removed(lived.site))

/** Somebody with the welcome gift. */
async function somebody({ url, services }: App): Promise<{ token: string }> {
  const { token } = (await newCrowd(services, 1))[0]!
  await get(url, 'claimGift', {}, { token })
  return { token }
}

/** Writes on, one after the other, until `over`; what was acknowledged. */
async function writeOn(app: App, token: string, over: () => boolean): Promise<Check[]> {
  const checks: Check[] = []
  for (let turn = 0; !over(); turn++) {
    checks.push(...(await write(app, token, turn, turn < 5)))
    await later(20)
  }
  return checks
}

async function readBack(app: App, checks: readonly Check[]): Promise<void> {
  for (const read of checks) await read(app)
}

/** The names of the master keys with which anything anywhere in the database says it is locked. */
async function namesIn({ services }: App): Promise<Set<string>> {
  const texts = (await dumpOf(services.db)).flatMap((dumped) => dumped.texts)
  const boxed = texts.flatMap((text) => [...text.matchAll(/\b(?:v2\.([0-9a-f]{8})\.|(v1)\.|master:([0-9a-f]{8}))/g)])
  const { rows } = await sql<{ name: string }>`
    select case length(wrap) when 60 then 'v1' else encode(substring(wrap from 1 for 4), 'hex') end as name
    from objects where sealed_in is null and wrap is not null`.execute(services.db)
  return new Set([...boxed.map(([, v2, v1, kid]) => (v2 ?? v1 ?? kid)!), ...rows.map(({ name }) => name)])
}

/** As many drafts with contacts, uploads and messages, like this draft. */
async function plantMany({ db, keys }: App['services'], like: number, many: number): Promise<void> {
  const { rows } = await sql<{ owner: number }>`select owner_id as owner from capsules where id = ${like}`.execute(db)
  const { owner } = rows[0]!
  const planted = Array.from({ length: many }, (_, at) => {
    const binding = { id: like + 1 + at, owner, type: TYPE.time, opens: '' }
    const { envelope, sealed, head } = lockContent(keys, binding, { content: [], send_word: '', description: '' })
    const [key, recipient] = [`image/${owner}/${at}.png`, `r${at}`]
    const contacts = {
      tel: encryptContact(keys, binding.id, 'tel', `139${binding.id}`),
      email: encryptContact(keys, binding.id, 'email', EMAIL),
    }
    const locked = { sealed: sealed.toString('hex'), head: head.toString('hex') }
    const wrap = wrapLoose(keys, Buffer.alloc(32), key).toString('hex')
    return {
      id: binding.id,
      envelope,
      ...locked,
      ...contacts,
      key,
      wrap,
      recipient,
      text: encryptText(keys, 'x', recipient),
    }
  })
  const all = sql`jsonb_to_recordset(${JSON.stringify(planted)}::jsonb) as p (id bigint, envelope jsonb, sealed text,
    head text, tel text, email text, key text, wrap text, recipient text, text text)`
  for (const statement of [
    sql`insert into capsules (id, owner_id, type, content_type, status, questions, created_at, updated_at)
      select p.id, c.owner_id, c.type, c.content_type, c.status, c.questions, now(), now() from capsules c, ${all} where c.id = ${like}`,
    sql`insert into capsule_contents select id, envelope, decode(sealed, 'hex'), decode(head, 'hex') from ${all}`,
    sql`insert into capsule_contacts (capsule_id, channel, address)
      select id, 'tel', tel from ${all} union all select id, 'email', email from ${all}`,
    sql`insert into objects (key, owner_id, size, mime, wrap) select key, ${owner}, 1, 'image/png', decode(wrap, 'hex') from ${all}`,
    sql`insert into messages (channel, recipient, template, text, state) select 'sms', recipient, 'code', text, 'sent' from ${all}`,
  ])
    await statement.execute(db)
}

const contentsOf = ({ services: { db } }: App) =>
  db.selectFrom('capsule_contents').selectAll().orderBy('capsule_id').execute()

describe('a rotation of the master key', { timeout: 240_000 }, () => {
  it('while people write, seal and upload leaves everything readable with the new key alone', async () => {
    const { site, checks, app: before } = await startedLived()
    const old = deriveKeys(site.old).name
    const sealed = await contentsOf(before)
    const people = [await somebody(before), await somebody(before)]
    const app = await aboutToRotate(site, before)
    expect(await namesIn(app)).toEqual(new Set([old]))

    let over = false
    const writing = people.map(({ token }) => writeOn(app, token, () => over))
    await later(300)
    const said = await rotate(app)
    await later(300)
    over = true
    checks.push(...(await Promise.all(writing)).flat())
    checks.push(...(await writeOfEverything(app)))

    const { fingerprint, name } = app.services.keys
    expect(said).toContain(`现在的指纹是 ${fingerprint}`)
    expect(await namesIn(app)).toEqual(new Set([name]))
    const relocked = await contentsOf(app)
    for (const { capsule_id, sealed: bytes, head } of sealed) {
      const row = relocked.find((one) => one.capsule_id === capsule_id)!
      expect([row.sealed.equals(bytes), row.head!.equals(head!)]).toEqual([true, true])
    }
    await readBack(await withNewAlone(site, app), checks)
    expect(checks.length).toBeGreaterThan(25)
  })

  it('that ended in the middle leaves everything readable, starts with no key alone but goes on when asked', async () => {
    const { site, checks, app: before } = await startedLived()
    const app = await aboutToRotate(site, before)
    const { log } = app.services
    // Of everything that is locked anew, what comes last does not any more.
    await sql`create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'pulled'; end $$`.execute(
      app.services.db,
    )
    await sql`create trigger stop_here before update of envelope on capsule_contents
      for each row execute function stop_here()`.execute(app.services.db)
    vi.spyOn(log, 'error').mockImplementation(() => {})
    await expect(rotate(app)).rejects.toThrow()
    const halfway = await namesIn(app)
    expect(halfway.size).toBe(2)
    await sql`drop function stop_here cascade`.execute(app.services.db)
    const { fingerprint } = app.services.keys
    await stopped(app)

    const openWith = (MASTER_KEY: string) =>
      startApp({ dataDir: `${site.dataDir}`, databaseUrl: site.databaseUrl }, { MASTER_KEY }).then((app) =>
        stopApp(app),
      )
    const newKey = site.isServer
      ? site.stages.after.MASTER_KEY!
      : (await readFile(join(site.dataDir, 'keys', 'master.key'), 'utf8')).trim()
    const away = join(site.dataDir, 'keys', `old-${deriveKeys(site.old).fingerprint}.key`)
    await rm(away, { force: true })
    await expect(openWith(newKey)).rejects.toThrow('主密钥与这个数据库不相符')
    await expect(openWith(site.old.toString('base64'))).rejects.toThrow('已经轮换掉')
    if (!site.isServer) await makeKeyFile(away, site.old)

    const again = await started(site, 'second')
    expect(again.services.keys.fingerprint).toBe(fingerprint)
    await readBack(again, checks.slice(0, 2))
    expect(await rotate(again)).toContain(fingerprint)
    await readBack(await withNewAlone(site, again), checks.slice(2))
  })

  it('of what an earlier release has locked, which did not say with which key, leaves it readable', async () => {
    const site = await newSite()
    const before = await started(site, 'before')
    const { db, keys } = before.services
    const { token } = await somebody(before)
    const bytes = await png({ seed: 5 })
    const key = await upload(before.url, token, 'image', bytes, 'png')
    const draft = await get(before.url, 'createTimeDraft', pictured(key), { token })
    const open = await seal(before.url, token, textCapsule('<p>开</p>'))
    await comeDue(before.services, open)
    await get(before.url, 'unseal', { capsule_id: open }, { token })
    await get(before.url, 'capsuleReply', { capsule_id: open, text: 'x' }, { token })
    const boxed = `v1.${encrypt(keys.box, '很早以前', `reply:${open}`).toString('base64url')}`
    await db.updateTable('capsule_replies').set({ text: boxed }).where('capsule_id', '=', Number(open)).execute()
    await inTransaction(db, async (db) => {
      await sql`set local capsule.rotating = 'on'`.execute(db)
      await sql`update objects set wrap = substring(wrap from 5) where key = ${key}`.execute(db)
    })
    const checks: Check[] = [
      shows(token, draft.capsule_id, bytes),
      async (app) => expect((await detailOf(app, token, open)).reply!.text).toBe('很早以前'),
    ]
    await readBack(before, checks)
    const app = await aboutToRotate(site, before)
    await readBack(app, checks)
    await rotate(app)
    await readBack(await withNewAlone(site, app), checks)
  })

  it(`of more than is locked anew at once reaches the last of them`, async () => {
    const site = await newSite()
    const before = await started(site, 'before')
    const { token } = await somebody(before)
    const content = { content: [{ type: ITEM.text, content: '<p>多</p>', comment: '' }] }
    const { capsule_id } = await get(before.url, 'createTimeDraft', content, { token })
    await plantMany(before.services, Number(capsule_id), MANY)
    const app = await aboutToRotate(site, before)
    await rotate(app)
    expect(await namesIn(app)).toEqual(new Set([app.services.keys.name]))
    const { rows } = await sql<{ capsule_id: number; address: string }>`
      select capsule_id, address from capsule_contacts where channel = 'tel' order by 1 desc limit 1`.execute(
      app.services.db,
    )
    const { capsule_id: last, address } = rows[0]!
    expect(decryptContact(app.services.keys, last, 'tel', address)).toBe(`139${last}`)
    await stopped(app, { planted: true })
  })

  it('names what no key opens, and leaves it as it is', async () => {
    const site = await newSite()
    const before = await started(site, 'before')
    const { token } = await somebody(before)
    const [broken, sound] = [
      await seal(before.url, token, textCapsule('<p>坏</p>')),
      await seal(before.url, token, textCapsule('<p>好</p>')),
    ]
    await inTransaction(before.services.db, async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`update capsules set type = 2 where id = ${Number(broken)}`.execute(db)
    })
    const [first] = await contentsOf(before)
    const app = await aboutToRotate(site, before)
    vi.spyOn(app.services.log, 'error').mockImplementation(() => {})
    expect(await rotate(app)).toContain(`胶囊 ${broken}`)
    expect((await contentsOf(app))[0]).toEqual(first)
    await opens(token, sound!, '<p>好</p>')(app)
    await inTransaction(app.services.db, async (db) => {
      await sql`set local session_replication_role = replica`.execute(db)
      await sql`update capsules set type = 0 where id = ${Number(broken)}`.execute(db)
    })
    // Put back as it was sealed, it opens as long as the old key is at hand.
    await opens(token, broken!, '<p>坏</p>')(app)
  })

  it('refuses what is locked with the key that was rotated away, and says busy', async () => {
    const site = await newSite()
    const before = await started(site, 'before')
    const { token } = await somebody(before)
    const straggler = site.isServer ? await started(site, 'first') : before
    const app = await aboutToRotate(site, before)
    await rotate(app)
    if (!site.isServer) Object.assign(app.services.keys, deriveKeys(site.old, []), { others: [app.services.keys] })
    vi.spyOn(straggler.services.log, 'error').mockImplementation(() => {})
    vi.spyOn(straggler.services.log, 'warn').mockImplementation(() => {})
    const sealing = await ask(straggler.url, 'createTimeCapsule', textCapsule('<p>晚</p>'), {
      token,
      key: randomUUID(),
    })
    expect(sealing).toMatchObject({ status: 503 })
    await expect(upload(straggler.url, token, 'image', await png(), 'png')).rejects.toThrow()
    expect((await get(app.url, 'userInfo', {}, { token })).user.time_count).toBe(6)
  })

  it.skipIf(process.env.DATABASE_URL)('can be done again and again: the hash keys of the first day go on', async () => {
    const { site, checks, app } = await startedLived()
    const fingerprints = [app.services.keys.fingerprint]
    for (let time = 0; time < 2; time++) {
      await rotate(app)
      fingerprints.push(app.services.keys.fingerprint)
    }
    expect(new Set(fingerprints).size).toBe(3)
    const files = await readdir(join(site.dataDir, 'keys'))
    expect(files.toSorted()).toEqual(
      ['master.key', ...fingerprints.slice(0, 2).map((one) => `old-${one}.key`)].toSorted(),
    )
    await readBack(await withNewAlone(site, app), checks)
  })

  it.skipIf(process.env.DATABASE_URL).each(['started again', 'going on'])(
    'that ended when both key files lay there, %s, takes up that new key and makes no third',
    async (how) => {
      const { site, checks, app } = await startedLived()
      const keys = join(site.dataDir, 'keys')
      const old = join(keys, `old-${deriveKeys(site.old).fingerprint}.key`)
      const next = await makeKeyFile(join(keys, 'master.key'))
      // Without the old one beside it, it is nobody's next key.
      await expect(rotate(app)).rejects.toThrow('不是正在使用的主密钥')
      await makeKeyFile(old, site.old)
      if (how === 'started again') await stopped(app)
      const again = how === 'started again' ? await started(site, 'before') : app
      expect(await rotate(again)).toContain(deriveKeys(next).fingerprint)
      expect(await readdir(keys)).toHaveLength(2)
      await readBack(await withNewAlone(site, again), checks)
    },
  )

  it.skipIf(process.env.DATABASE_URL)('that ended before the new key was there has not begun', async () => {
    const { site, checks } = await livedSite()
    await makeKeyFile(join(site.dataDir, 'keys', `old-${deriveKeys(site.old).fingerprint}.key`), site.old)
    const app = await started(site, 'before')
    await rotate(app)
    await readBack(await withNewAlone(site, app), checks)
  })

  it.runIf(THOROUGH && !process.env.DATABASE_URL)(
    `killed with -9 ${KILLS.length} times on its way leaves nothing unreadable, and is finished when asked again`,
    DRILL,
    async () => {
      const site = await newSite()
      const checks: Check[] = []
      for (const afterMs of KILLS) {
        const child = runServer({ DATA_DIR: site.dataDir })
        children.push(child)
        const url = await addressOf(child)
        const { token } = await newPerson(url)
        for (let turn = 0; turn < 5; turn++) checks.push(...(await write({ url }, token, turn, true)))
        const asked = rotate({ url, services: { keys: await openKeys(site) } }).catch(() => undefined)
        await later(afterMs)
        child.kill('SIGKILL')
        await Promise.all([asked, ended(child)])
      }
      const app = await started(site, 'second')
      await rotate(app)
      expect(await namesIn(app)).toEqual(new Set([app.services.keys.name]))
      await readBack(await withNewAlone(site, app), checks)
      expect(checks.length).toBeGreaterThan(10 * KILLS.length)
    },
  )

  it('is asked for on the command line, beside a process that was started again in the middle of it', async () => {
    const { site, checks, app: before } = await startedLived()
    // The command line proves itself with the new key, while hashes are still made with the old one's.
    if (!site.isServer) {
      const keys = join(site.dataDir, 'keys')
      await makeKeyFile(join(keys, `old-${deriveKeys(site.old).fingerprint}.key`), site.old)
      await makeKeyFile(join(keys, 'master.key'))
    }
    await stopped(before)
    const app = await started(site, 'second')
    const env = { NODE_ENV: 'test', DATA_DIR: site.dataDir, DATABASE_URL: site.databaseUrl ?? '' }
    const where = { PATH: process.env.PATH, PORT: new URL(app.url).port, ...site.stages.second }
    const { stdout } = await promisify(execFile)(process.execPath, ['dist/server/cli.js', 'keys', 'rotate'], {
      env: { ...env, ...where },
    })
    expect(stdout).toContain(`现在的指纹是 ${app.services.keys.fingerprint}`)
    await readBack(await withNewAlone(site, app), checks)
  })

  it.runIf(process.env.DATABASE_URL)('asks for both keys where several processes are to know them', async () => {
    const site = await newSite()
    for (const stage of ['before', 'first'] as const) {
      const app = await started(site, stage)
      await expect(rotate(app)).rejects.toThrow('MASTER_KEY_OLD')
      await stopped(app)
    }
  })
})

describe('the guards of what is sealed', () => {
  it('let a rotation change the lock and nothing else, and nobody else even that', async () => {
    const site = await newSite()
    const app = await started(site, 'before')
    const { db } = app.services
    const { token } = await somebody(app)
    const id = Number(await seal(app.url, token, textCapsule('<p>x</p>')))
    const key = await upload(app.url, token, 'image', await png(), 'png')
    const lock = sql`envelope = jsonb_set(envelope, '{wraps,0,key}', '"AAAA"')`
    const content = (set: ReturnType<typeof sql>) => sql`update capsule_contents set ${set} where capsule_id = ${id}`
    const wrap = sql`update objects set wrap = wrap || '\\x00' where key = ${key}`
    for (const change of [content(lock), wrap])
      await expect(change.execute(db)).rejects.toMatchObject({ code: '42501' })

    const rotating = (change: ReturnType<typeof sql>) =>
      inTransaction(db, async (db) => {
        await sql`set local capsule.rotating = 'on'`.execute(db)
        await change.execute(db)
      })
    const more = [
      sql`${lock}, sealed = '\\x00'`,
      sql`${lock}, head = '\\x00'`,
      sql`envelope = jsonb_set(envelope, '{alg}', '"none"')`,
      sql`envelope = jsonb_set(envelope, '{v}', '1')`,
    ]
    for (const set of more) await expect(rotating(content(set))).rejects.toMatchObject({ code: '42501' })
    await rotating(content(lock))
    await rotating(wrap)
    await expect(content(lock).execute(db)).rejects.toMatchObject({ code: '42501' })
  })
})
