import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SERVER_TEXT } from '#contract/codes.ts'
import { decryptText } from '#server/platform/keys/encryption.ts'
import { addressHash } from '#server/platform/message/recipient.ts'
import { jobs } from '#server/start/jobs.ts'
import { withApp } from '#test/app.ts'
import { ask, get, newPerson, newTel, seal, textCapsule } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { startMailServer } from '#test/mailServer.ts'
import { startProviders } from '#test/providers.ts'
import { boundToContact, encryptContact } from './address.ts'
import { BITE, UNFOLDED } from './foldContacts.ts'

const app = withApp()
let providers: Awaited<ReturnType<typeof startProviders>>
beforeAll(async () => {
  providers = await startProviders(app)
})
beforeEach(() => providers.asUsual())
afterAll(() => providers.close())

let names = 0
/** An address, and how a Chinese keyboard and a copy from a web page spell it. */
function spelt() {
  const name = `f${++names}`
  const wide = [...`${name}@Example`].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
  return { email: `${name}@example.com`, typed: `${wide}\u200b。ｃｏｍ` }
}

const sealedFor = (owner: { token: string }, contact: object) =>
  seal(app.url, owner.token, textCapsule('<p>x</p>', { contact }))
const contactsOf = (capsule_id: string, owner: { token: string }) =>
  get(app.url, 'capsuleContacts', { capsule_id }, owner).then(({ contacts }) => contacts)
const correct = (capsule_id: string, contact: object, owner: { token: string }) =>
  ask(app.url, 'capsuleContacts', { capsule_id, contact }, owner)
const lettersTo = (...addresses: string[]) => providers.mail.letters.filter(({ to }) => addresses.includes(to))

/** As an earlier version kept it. */
async function storeAs(capsule_id: string, email: string): Promise<void> {
  const id = Number(capsule_id)
  const address = encryptContact(app.services.keys, id, 'email', email)
  await sql`update capsule_contacts set address = ${address} where capsule_id = ${id} and channel = 'email'`.execute(
    app.services.db,
  )
}

describe('an e-mail address', () => {
  it('is written to as it is meant, whatever keyboard wrote it', async () => {
    const owner = await newPerson(app.url)
    const [first, second] = [spelt(), spelt()]
    const capsule_id = await sealedFor(owner, { email: first.typed })
    await providers.turn()
    expect(lettersTo(first.email)).toHaveLength(1)
    await correct(capsule_id, { email: second.typed }, owner)
    await providers.turn()
    expect(lettersTo(second.email)).toHaveLength(1)
    expect(await contactsOf(capsule_id, owner)).toMatchObject([{ address: 'f***@example.com', state: 'asked' }])
  })

  it('that an earlier version kept as it was typed is written to as it is meant as well', async () => {
    const owner = await newPerson(app.url)
    const { email, typed } = spelt()
    const capsule_id = await sealedFor(owner, { email })
    await storeAs(capsule_id, typed)
    await comeDue(app.services, capsule_id)
    await providers.turn()
    expect(lettersTo(email).map(({ subject }) => subject)).toContain('您有一枚时光胶囊可以解封了')
  })

  it('that is corrected in its letters alone stays the same contact, and is written to as it stands now', async () => {
    const owner = await newPerson(app.url)
    const { email } = spelt()
    const capsule_id = await sealedFor(owner, { email: email.replace('f', 'F') })
    await providers.turn()
    await correct(capsule_id, { email }, owner)
    await providers.turn()
    expect(lettersTo(email)).toEqual([])
    await comeDue(app.services, capsule_id)
    await providers.turn()
    expect(lettersTo(email)).toHaveLength(1)
    const { generation } = await app.services.db
      .selectFrom('capsule_contacts')
      .select('generation')
      .where('capsule_id', '=', Number(capsule_id))
      .executeTakeFirstOrThrow()
    expect(generation).toBe(1)
  })

  it('that cannot be one is refused by its field, at sealing and at correcting', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await sealedFor(owner, { tel: newTel() })
    for (const email of ['a..b@qq.com', 'a.@qq.com', 'a@[127.0.0.1]', 'a@127.0.0.1', 'a b@qq.com', 'a@qq..com']) {
      const refusal = { code: 1001, message: SERVER_TEXT.badRequest, data: { field: expect.stringContaining('email') } }
      const sealing = await ask(app.url, 'createTimeCapsule', textCapsule('<p>x</p>', { contact: { email } }), owner)
      expect(sealing, email).toMatchObject(refusal)
      expect(await correct(capsule_id, { email }, owner), email).toMatchObject(refusal)
    }
  })

  it('that was taken before and would be refused today does not stand in the way of the other contacts', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await sealedFor(owner, { email: spelt().email })
    await storeAs(capsule_id, 'a..b@qq.com')
    expect(await correct(capsule_id, { tel: newTel() }, owner)).toMatchObject({ code: 1000 })
  })
})

const OPENS = '您有一枚时光胶囊可以解封了'
const always = new AbortController().signal
const fold = (signal = always) => jobs.find(({ name }) => name === 'foldContacts')!.run(app.services, signal)
const rowOf = (capsule_id: string) =>
  app.services.db
    .selectFrom('capsule_contacts')
    .selectAll()
    .where('capsule_id', '=', Number(capsule_id))
    .where('channel', '=', 'email')
    .executeTakeFirstOrThrow()
/** The text in the envelope, to the letter. */
const storedIn = async (capsule_id: string) =>
  decryptText(app.services.keys, (await rowOf(capsule_id)).address, boundToContact(Number(capsule_id), 'email'))

describe('an address that an earlier version kept as it was typed', () => {
  it('is folded in the background: generation, link, confirmation stay, and nobody is told or asked anew', async () => {
    const owner = await newPerson(app.url)
    const { email, typed } = spelt()
    const capsule_id = await sealedFor(owner, { email })
    await comeDue(app.services, capsule_id)
    await providers.turn()
    const [letter] = lettersTo(email)
    await get(app.url, 'confirmContact', { token: /\/n\/([\w-]+)/.exec(letter!.headers['list-unsubscribe']!)![1]! })
    await storeAs(capsule_id, typed)
    const { address, folded, ...before } = await rowOf(capsule_id)
    await fold()
    expect(await storedIn(capsule_id)).toBe(email)
    expect(await rowOf(capsule_id)).toMatchObject({ ...before, confirmed_at: expect.any(String) })
    await providers.turn()
    expect(lettersTo(email, typed)).toHaveLength(1)
    expect(await contactsOf(capsule_id, owner)).toMatchObject([{ state: 'confirmed', link: 1 }])
  })

  it('is refused to us as before: who wanted no more is told nothing at any spelling', async () => {
    const owner = await newPerson(app.url)
    const { email, typed } = spelt()
    const { db, keys } = app.services
    const [kept, other] = [await sealedFor(owner, { email }), await sealedFor(owner, { email })]
    await storeAs(kept, typed)
    await providers.turn()
    // Its earlier version knew them by how the address was typed.
    const address_hash = addressHash(keys, typed)
    await db
      .updateTable('capsule_contacts')
      .set({ address_hash, confirmed_at: null })
      .where('capsule_id', '=', Number(kept))
      .execute()
    await db.insertInto('unwilling').values({ address_hash }).execute()
    await fold()
    for (const capsule_id of [kept, other])
      expect(await contactsOf(capsule_id, owner)).toMatchObject([{ state: 'stopped' }])
    const before = lettersTo(email).length
    await comeDue(app.services, kept)
    await providers.turn()
    expect(lettersTo(email)).toHaveLength(before)
  })

  it('goes on after a process that ended, beside one that writes as before; what is folded is not looked at again', async () => {
    const owner = await newPerson(app.url)
    const { email, typed } = spelt()
    const capsule_id = await sealedFor(owner, { email })
    const planted = await plantDrafts(capsule_id, BITE + 1, typed)
    await fold(AbortSignal.abort())
    expect(await left()).toBe(BITE + 1)
    let bites = 0
    const oneBite = {
      get aborted() {
        return bites++ > 0
      },
    } as AbortSignal
    await fold(oneBite)
    expect(await left()).toBe(1)
    await fold()
    expect(await left()).toBe(0)
    for (const id of [planted[0]!, planted.at(-1)!]) expect(await storedIn(id)).toBe(email)
    await storeAs(capsule_id, typed)
    expect(await left()).toBe(1)
    await fold()
    expect([await left(), await storedIn(capsule_id)]).toEqual([0, email])
    await sql`delete from capsules where id = any(${planted.map(Number)}::bigint[])`.execute(app.services.db)
  })

  it('is found by an index that holds nothing else', async () => {
    const { rows } = await app.services.db.transaction().execute(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db)
      return sql`explain select k.capsule_id from capsule_contacts k where ${UNFOLDED}`.execute(db)
    })
    expect(JSON.stringify(rows)).toContain('capsule_contacts_unfolded')
  })
})

describe('an address that bounced because of how it was typed', () => {
  let refusing: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    const no = Object.assign(new Error('no such mailbox'), { responseCode: 550 })
    refusing = await startMailServer({ onRcptTo: (_address, _session, done) => done(no) })
  })
  afterAll(() => refusing.close())
  const bouncingTurn = () => providers.turn({ SMTP_PORT: refusing.env.SMTP_PORT })

  /** A capsule whose letter came back, as an earlier version left it. */
  async function bounced({ isDue }: { isDue: boolean }) {
    const owner = await newPerson(app.url)
    const { email, typed } = spelt()
    const capsule_id = await sealedFor(owner, { email })
    if (isDue) {
      await providers.turn()
      await comeDue(app.services, capsule_id)
    }
    await bouncingTurn()
    await storeAs(capsule_id, typed)
    expect(await contactsOf(capsule_id, owner)).toMatchObject([{ state: 'refused' }])
    return { owner, email, capsule_id }
  }
  const subjects = (email: string) => lettersTo(email).map(({ subject }) => subject)

  it('is told once that the capsule can be opened, by the link it would have had', async () => {
    const { owner, email, capsule_id } = await bounced({ isDue: true })
    const asked = subjects(email).length
    for (let turn = 0; turn < 2; turn++) {
      await fold()
      await providers.turn()
    }
    expect(subjects(email).slice(asked)).toEqual([OPENS])
    expect(await contactsOf(capsule_id, owner)).toMatchObject([{ state: 'asked', link: 1 }])
    const [, token] = /\/u\/([\w-]+)/.exec(lettersTo(email).at(-1)!.text)!
    await get(app.url, 'unsealByToken', { unseal_token: token! })
  })

  it('is asked once before the day has come, and told on it', async () => {
    const { email, capsule_id } = await bounced({ isDue: false })
    for (let turn = 0; turn < 2; turn++) {
      await fold()
      await providers.turn()
    }
    expect(subjects(email)).toHaveLength(1)
    await comeDue(app.services, capsule_id)
    await providers.turn()
    expect(subjects(email)).toEqual([expect.not.stringContaining('可以解封'), OPENS])
  })

  it('is told at once when its owner corrects it to what it is', async () => {
    const { owner, email, capsule_id } = await bounced({ isDue: true })
    const asked = subjects(email).length
    await correct(capsule_id, { email }, owner)
    await providers.turn()
    expect(subjects(email).slice(asked)).toEqual([OPENS])
  })
})

const left = async (): Promise<number> => {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from capsule_contacts k where ${UNFOLDED}`.execute(app.services.db)
  return rows[0]!.left
}

/** As many drafts of the same person, each with this address as an earlier version kept it; their ids. */
async function plantDrafts(like: string, many: number, email: string): Promise<string[]> {
  const { db, keys } = app.services
  const planted = Array.from({ length: many }, (_, at) => Number(like) + 1_000 + at)
  const boxed = planted.map((id) => ({ id, address: encryptContact(keys, id, 'email', email) }))
  await sql`insert into capsules (id, owner_id, type, status)
    select n, c.owner_id, 0, 0 from capsules c, unnest(${planted}::bigint[]) n where c.id = ${Number(like)}`.execute(db)
  await sql`insert into capsule_contacts (capsule_id, channel, address)
    select r.id, 'email', r.address from jsonb_to_recordset(${JSON.stringify(boxed)}::jsonb) as r (id bigint, address text)`.execute(
    db,
  )
  return planted.map(String)
}
