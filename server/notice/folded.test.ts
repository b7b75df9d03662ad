import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withApp } from '../../test/app.ts'
import { ask, get, newPerson, newTel, seal, textCapsule } from '../../test/client.ts'
import { comeDue } from '../../test/due.ts'
import { startProviders } from '../../test/providers.ts'
import { boxContact } from './address.ts'

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
async function keptAs(capsule_id: string, email: string): Promise<void> {
  const id = Number(capsule_id)
  const address = boxContact(app.services.keys, id, 'email', email)
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
    await keptAs(capsule_id, typed)
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

  it('that cannot be one is refused, at sealing and at correcting: 请填写正确格式邮箱', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await sealedFor(owner, { tel: newTel() })
    for (const email of ['a..b@qq.com', 'a.@qq.com', 'a@[127.0.0.1]', 'a@127.0.0.1', 'a b@qq.com', 'a@qq..com']) {
      const refusal = { code: 1001, message: expect.stringContaining('请填写正确格式邮箱') }
      const sealing = await ask(app.url, 'createTimeCapsule', textCapsule('<p>x</p>', { contact: { email } }), owner)
      expect(sealing, email).toMatchObject(refusal)
      expect(await correct(capsule_id, { email }, owner), email).toMatchObject(refusal)
    }
  })

  it('that was taken before and would be refused today does not stand in the way of the other contacts', async () => {
    const owner = await newPerson(app.url)
    const capsule_id = await sealedFor(owner, { email: spelt().email })
    await keptAs(capsule_id, 'a..b@qq.com')
    expect(await correct(capsule_id, { tel: newTel() }, owner)).toMatchObject({ code: 1000 })
  })
})
