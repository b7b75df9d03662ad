import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FORM } from '#contract/capsule.ts'
import { CODE } from '#contract/codes.ts'
import { ITEM } from '#contract/content.ts'
import { chinaMonth } from '#contract/time.ts'
import { NOT_AS_SEALED } from '#contract/unseal.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { BINDING_COLUMNS, bindingOf } from '#server/platform/keys/binding.ts'
import { encrypt } from '#server/platform/keys/encryption.ts'
import { type Envelope, openKey } from '#server/platform/keys/envelope.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, newPerson, seal, textCapsule, upload } from '#test/client.ts'
import { comeDue } from '#test/due.ts'
import { png } from '#test/media.ts'
import { renewEnvelopes } from './renewEnvelopes.ts'

const app = withApp()
const signal = new AbortController().signal
afterEach(() => vi.restoreAllMocks())

/** A change that nobody may make: an edit of the row by somebody who has the database, not the key. */
const behindTheGuards = (change: ReturnType<typeof sql>) =>
  inTransaction(app.services.db, async (db) => {
    await sql`set local session_replication_role = replica`.execute(db)
    await change.execute(db)
  })

const stored = (id: number | string) =>
  app.services.db
    .selectFrom('capsule_contents')
    .selectAll()
    .where('capsule_id', '=', Number(id))
    .executeTakeFirstOrThrow()

const graphic = (key: string) => ({
  content: [{ type: ITEM.image, content: key, comment: '' }],
  content_type: FORM.graphic,
  open_time: inSeconds(3600),
})

/** As version 1 would have written it: the same key and the same bytes, bound to the id alone, without a head. */
async function asVersion1(capsule_id: string) {
  const { db, keys } = app.services
  const row = await db
    .selectFrom('capsules as c')
    .innerJoin('capsule_contents as k', 'k.capsule_id', 'c.id')
    .select([...BINDING_COLUMNS, 'k.envelope'])
    .where('c.id', '=', Number(capsule_id))
    .executeTakeFirstOrThrow()
  const key = openKey(keys, bindingOf(row), row.envelope as Envelope)
  const wrapped = encrypt(keys.wrap, key, `capsule:${row.id}`).toString('base64')
  const envelope = { v: 1, alg: 'A256GCM', wraps: [{ kid: keys.id, key: wrapped }] }
  await behindTheGuards(sql`update capsule_contents set head = null, envelope = ${JSON.stringify(envelope)}::jsonb
    where capsule_id = ${row.id}`)
}

describe('what is sealed is bound to its open time, its owner and its type', () => {
  it.each([
    ['an earlier open time', sql`open_time = now() - interval '1 minute'`],
    ['another type', sql`type = 2, open_time = now() - interval '1 minute'`],
  ])('a row edited to %s does not open, and stays sealed', async (_what, edit) => {
    const error = vi.spyOn(app.services.log, 'error').mockImplementation(() => {})
    const { token } = await newPerson(app.url)
    const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>'))
    await behindTheGuards(sql`update capsules set ${edit} where id = ${Number(capsule_id)}`)
    const opened = await ask(app.url, 'unseal', { capsule_id }, { token })
    expect([opened.code, opened.message]).toEqual([CODE.refused, NOT_AS_SEALED])
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ capsule: Number(capsule_id) }), expect.any(String))
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
    expect([capsule.status, capsule.capsule_content]).toEqual([1, undefined])
    // The edit is the fault: a row as it was sealed opens on its day.
    await behindTheGuards(sql`update capsules set type = 0, open_time = ${capsule.created_at}::timestamptz
      where id = ${Number(capsule_id)}`)
    expect((await ask(app.url, 'unseal', { capsule_id }, { token })).message).toBe(NOT_AS_SEALED)
  })

  it('a row that was given to somebody else shows them nothing', async () => {
    vi.spyOn(app.services.log, 'error').mockImplementation(() => {})
    const [owner, thief] = [await newPerson(app.url), await newPerson(app.url)]
    const capsule_id = await seal(app.url, owner.token, textCapsule('<p>不给别人看</p>'))
    await comeDue(app.services, capsule_id)
    const given = (tel: string) =>
      behindTheGuards(
        sql`update capsules set owner_id = (select id from users where tel = ${tel}) where id = ${Number(capsule_id)}`,
      )
    await given(thief.tel)
    expect(await ask(app.url, 'unseal', { capsule_id }, { token: thief.token })).toMatchObject({
      message: NOT_AS_SEALED,
    })
    await behindTheGuards(sql`update capsules set status = 2, open_at = now(), notice_at = null,
      opened_by = 'owner' where id = ${Number(capsule_id)}`)
    const seen = await ask(app.url, 'capsuleDetail', { capsule_id }, { token: thief.token })
    expect([seen.status, seen.text.includes('不给别人看')]).toEqual([500, false])
    await behindTheGuards(sql`update capsules set status = 1, open_at = null, notice_at = now(),
      opened_by = null where id = ${Number(capsule_id)}`)
    await given(owner.tel)
    await get(app.url, 'unseal', { capsule_id }, { token: owner.token })
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token: owner.token })
    expect(capsule.capsule_content!.content[0]!.content).toBe('<p>不给别人看</p>')
  })
})

describe('version 1 is readable for ever', () => {
  it('is opened as it was written, and after its lock was renewed, around the same bytes', async () => {
    const { token } = await newPerson(app.url)
    const bytes = await png()
    const address = await upload(app.url, token, 'image', bytes, 'png')
    const capsule_id = await seal(app.url, token, graphic(address))
    await comeDue(app.services, capsule_id)
    await asVersion1(capsule_id)
    await get(app.url, 'unseal', { capsule_id }, { token })
    const picture = async () => {
      const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id }, { token })
      const response = await fetch(app.url + capsule.capsule_content!.content[0]!.content)
      return Buffer.from(await response.arrayBuffer()).equals(bytes)
    }
    expect(await picture()).toBe(true)
    const before = await stored(capsule_id)
    await renewEnvelopes(app.services, signal)
    const after = await stored(capsule_id)
    expect([before.envelope, after.envelope]).toMatchObject([{ v: 1 }, { v: 2 }])
    expect([after.sealed.equals(before.sealed), before.head, after.head]).toEqual([true, null, expect.any(Buffer)])
    expect(await picture()).toBe(true)
    await renewEnvelopes(app.services, signal)
    expect(await stored(capsule_id)).toEqual(after)
  })

  it('lists show the same with a head and without', async () => {
    const { token } = await newPerson(app.url)
    const written = { content: [{ type: ITEM.text, content: '<p>立冬</p><p>第一碗羊汤</p>', comment: '' }] }
    const { capsule_id } = await get(app.url, 'createDiaryCapsule', written, { token })
    const image = await upload(app.url, token, 'image', await png(), 'png')
    const draft = await get(app.url, 'createTimeDraft', graphic(image), { token })
    const lists = async () => {
      const diaries = await get(app.url, 'diaryList', { date: chinaMonth(Date.now()) }, { token })
      const drafts = await get(app.url, 'myDrafts', {}, { token })
      return [diaries.capsules.data, drafts.capsules.data]
    }
    const before = await lists()
    expect(before[0]).toMatchObject([{ title: '立冬', excerpt: expect.stringContaining('羊汤') }])
    expect(before[1]).toMatchObject([{ thumbnail: expect.stringMatching(/^\/m\//) }])
    for (const id of [capsule_id, draft.capsule_id]) await asVersion1(id)
    expect(await lists()).toEqual(before)
    await renewEnvelopes(app.services, signal)
    expect(await lists()).toEqual(before)
  })

  it('what is sealed keeps its bytes no matter who asks: its lock is renewed, once, and nothing else', async () => {
    const { token } = await newPerson(app.url)
    const capsule_id = await seal(app.url, token, textCapsule('<p>x</p>'))
    const { envelope } = await stored(capsule_id)
    await asVersion1(capsule_id)
    const [first, renewed, bytes] = [(await stored(capsule_id)).envelope, JSON.stringify(envelope), Buffer.from('x')]
    const change = (set: object) =>
      app.services.db.updateTable('capsule_contents').set(set).where('capsule_id', '=', Number(capsule_id)).execute()
    for (const set of [{ sealed: bytes }, { envelope: renewed, sealed: bytes }, { head: bytes }])
      await expect(change(set)).rejects.toMatchObject({ code: '42501' })
    await change({ envelope: renewed, head: bytes })
    for (const set of [{ envelope: renewed }, { head: null }, { envelope: JSON.stringify(first), head: null }])
      await expect(change(set)).rejects.toMatchObject({ code: '42501' })
  })

  it('one that does not open is said, stays as it is, and keeps no other waiting', async () => {
    const error = vi.spyOn(app.services.log, 'error').mockImplementation(() => {})
    const { token } = await newPerson(app.url)
    const ids = [
      await seal(app.url, token, textCapsule('<p>坏了</p>')),
      await seal(app.url, token, textCapsule('<p>好的</p>')),
    ] as const
    for (const id of ids) await asVersion1(id)
    await behindTheGuards(sql`update capsule_contents set sealed = '\\x00' where capsule_id = ${Number(ids[0])}`)
    await renewEnvelopes(app.services, signal)
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ capsule: Number(ids[0]) }), expect.any(String))
    const versions = [(await stored(ids[0])).envelope, (await stored(ids[1])).envelope]
    expect(versions).toMatchObject([{ v: 1 }, { v: 2 }])
  })
})
