import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { bytesOfHex, hexOf } from '#contract/bytes.ts'
import { checkpointIn } from '#contract/checkpoint.ts'
import { commitmentOf, partsOf } from '#contract/commitment.ts'
import { leafHash } from '#contract/merkle.ts'
import { OPENED_VERSION, type OpenedCapsule, openedCapsule, verifyOpened } from '#contract/openedCapsule.ts'
import { NO_RECEIPT, type Receipt } from '#contract/receipt.ts'
import { proveReceipt, readReceiptProof } from '#contract/receiptProof.ts'
import { readVerifierKey } from '#contract/signedNote.ts'
import { addMonths, chinaDay, DAY_MS, parseChina } from '#contract/time.ts'
import { sha256 } from '#server/core/sha256.ts'
import { withApp } from '#test/app.ts'
import { ask, get, inSeconds, later, newPerson, seal, textCapsule } from '#test/client.ts'
import { command } from '#test/command.ts'
import { nextCheckpoint } from '#test/log.ts'
import { sealAt } from '#test/sealAt.ts'
import { proofTools } from './sign.ts'

const app = withApp()
const newLeaf = async () => {
  const person = await newPerson(app.url)
  const id = await seal(app.url, person.token, textCapsule('<p>十年后见</p>', { long_tag: '信' }))
  return { ...person, id }
}
const receiptOf = (capsule_id: string, token: string) => get(app.url, 'receipt', { capsule_id }, { token })

async function logKeyText(): Promise<string> {
  const response = await fetch(`${app.url}/log/key`)
  expect(response.status).toBe(200)
  return (await response.text()).trim()
}

const prove = async ({ commitment, proof }: Receipt) =>
  proveReceipt(proofTools, {
    text: proof!,
    data: bytesOfHex(commitment)!,
    key: readVerifierKey(sha256, await logKeyText())!,
  })

describe('the receipt of a sealed capsule', () => {
  it('has its commitment at once, and the proof of its day with the next checkpoint', async () => {
    const { id, token } = await newLeaf()
    const waiting = await receiptOf(id, token)
    expect(waiting).toEqual({ commitment: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await nextCheckpoint(app.services)
    const made = await receiptOf(id, token)
    expect(made).toEqual({ commitment: waiting.commitment, index: expect.any(Number), proof: expect.any(String) })
    expect(await prove(made)).toMatchObject({ seconds: expect.closeTo(Date.now() / 1000, -1) })
    expect(await prove({ ...made, commitment: '00'.repeat(32) })).toBe('path')
  })

  it('carries the first checkpoint that has its leaf, however far the log has come since', async () => {
    const { id, token } = await newLeaf()
    await nextCheckpoint(app.services)
    const first = await receiptOf(id, token)
    for (let more = 0; more < 2; more++) {
      await newLeaf()
      await nextCheckpoint(app.services)
    }
    expect(await receiptOf(id, token)).toEqual(first)
    const newest = checkpointIn(await (await fetch(`${app.url}/log/checkpoint`)).text())!
    expect(checkpointIn(readReceiptProof(first.proof!)!.note)!.size).toBe(newest.size - 2)
  })

  it('tells nobody else of it, and nothing of a draft', async () => {
    const { id } = await newLeaf()
    const { token } = await newPerson(app.url)
    expect(await ask(app.url, 'receipt', { capsule_id: id }, { token })).toMatchObject({ code: 1004 })
    expect((await ask(app.url, 'receipt', { capsule_id: id })).code).not.toBe(1000)
    const draft = await get(app.url, 'createTimeDraft', textCapsule('<p>草稿</p>'), { token })
    const refused = await ask(app.url, 'receipt', { capsule_id: draft.capsule_id }, { token })
    expect(refused).toMatchObject({ code: 2, message: NO_RECEIPT })
  })

  it('names after the opening all that was committed to, and finds a changed word', async () => {
    const { token } = await newPerson(app.url)
    const input = textCapsule('<p>十年后见</p>', { long_tag: '信', send_word: '别怕', open_time: inSeconds(1) })
    const id = await seal(app.url, token, input)
    await nextCheckpoint(app.services)
    await later(1_100)
    await get(app.url, 'unseal', { capsule_id: id }, { token })
    const { statement, salts, ...made } = await receiptOf(id, token)
    expect(await prove(made)).toMatchObject({ origin: expect.stringMatching(/\/log$/) })
    expect(Buffer.from(commitmentOf(sha256, statement!)).toString('hex')).toBe(made.commitment)
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: id }, { token })
    const { type, open_time, sealed_at, long_tag: title, send_word = '', description = '' } = capsule
    const { content } = capsule.capsule_content!
    const shown = (words: string) => ({
      capsule: { id, type, sealed_at, open_time },
      parts: partsOf({ type, title, content, send_word: words, description }, () => null),
    })
    const day = parseChina(sealed_at)!.getTime()
    expect(await verify(shown(send_word))).toMatchObject({ differing: [], hidden: [], day, isLate: false })
    expect(await verify(shown('别怕！'))).toMatchObject({ differing: ['words'], hidden: [] })
    expect(await verify({ ...shown(send_word), statement: { ...statement!, sealed_at: '2016-01-01 00:00:00' } })).toBe(
      'path',
    )
    async function verify(file: Pick<OpenedCapsule, 'capsule' | 'parts'> & Partial<OpenedCapsule>) {
      const opened = openedCapsule.parse({ version: OPENED_VERSION, statement, salts, ...file })
      return verifyOpened(proofTools, { proof: made.proof!, opened, keys: [await logKeyText()] })
    }
  })

  it('shows a leaf that came ten years late as of the day of its checkpoint, whatever the capsule says', async () => {
    const { token } = await newPerson(app.url)
    const sealedAt = addMonths(Date.now(), -120)
    const id = await sealAt(app, token, { sealedAt, openTime: new Date(Date.now() + 1_000) })
    await nextCheckpoint(app.services)
    await later(1_100)
    await get(app.url, 'unseal', { capsule_id: id }, { token })
    const { proof, statement, salts } = await receiptOf(id, token)
    const { capsule } = await get(app.url, 'capsuleDetail', { capsule_id: id }, { token })
    const { type, open_time, sealed_at, long_tag: title } = capsule
    expect(sealed_at.slice(0, 10)).toBe(chinaDay(sealedAt))
    const { content } = capsule.capsule_content!
    const opened = openedCapsule.parse({
      ...{ version: OPENED_VERSION, statement, salts, capsule: { id, type, open_time, sealed_at } },
      parts: partsOf({ type, title, content, send_word: '', description: '' }, () => null),
    })
    const keys = [await logKeyText()]
    const verified = verifyOpened(proofTools, { proof: proof!, opened, keys })
    const { seconds } = checkpointIn(readReceiptProof(proof!)!.note)!
    expect(Math.abs(seconds * 1000 - Date.now())).toBeLessThan(DAY_MS)
    expect(verified).toMatchObject({ isLate: true, day: seconds * 1000, differing: [], hidden: [] })
  })

  it('gives a person with the link the salts of what they see, and not of the words', async () => {
    const { token } = await newPerson(app.url)
    const id = await seal(app.url, token, textCapsule('<p>看</p>', { send_word: '别怕', open_time: inSeconds(1) }))
    await later(1_100)
    await get(app.url, 'unseal', { capsule_id: id }, { token })
    const { token: link } = await get(app.url, 'capsuleShare', { capsule_id: id }, { token })
    const shown = await get(app.url, 'receipt', { capsule_id: id, token: link })
    expect(Object.keys(shown.salts!).sort()).toEqual(['description', 'remark 1', 'text 1', 'title'])
    expect(Object.keys(shown.statement!.parts)).toContain('words')
    expect((await ask(app.url, 'receipt', { capsule_id: id, token: 'x'.repeat(43) })).code).not.toBe(1000)
  })
})

describe('a person who guesses what was sealed', () => {
  it('finds no hash of the known text, alone or as a part, in the database or in the log', async () => {
    const { token } = await newPerson(app.url)
    const html = '<p>十年后见</p>'
    await seal(app.url, token, textCapsule(html, { long_tag: '信', send_word: '别怕' }))
    await nextCheckpoint(app.services)
    const { db } = app.services
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
    const rows = await Promise.all(
      tables.rows.map(({ name }) =>
        sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(db),
      ),
    )
    const everything = rows.flatMap((found) => found.rows.map(({ row }) => row)).join('\n')
    expect(everything).toContain('信')
    const salts = [new Uint8Array(0), new Uint8Array(32), sha256('')]
    for (const guess of [
      html,
      '别怕',
      '信',
      '十年后见',
      JSON.stringify(html),
      JSON.stringify('别怕'),
      JSON.stringify('信'),
    ]) {
      const hashes = [sha256(guess), ...salts.map((salt) => sha256('capsule-receipt-part/v1\n', salt, guess))]
      for (const hash of hashes.flatMap((known) => [known, leafHash(sha256, known)]))
        for (const written of [hexOf(hash), Buffer.from(hash).toString('base64')])
          expect(everything.includes(written), guess).toBe(false)
    }
  })
})

describe('the log', () => {
  it('shows a place in it without whom, what and until when', async () => {
    const { id, token } = await newLeaf()
    await nextCheckpoint(app.services)
    const { index, commitment } = await receiptOf(id, token)
    const line = await get(app.url, 'logLine', { index: index! })
    // Its day alone: the second would say when somebody sealed.
    expect(line).toEqual({ index, commitment: commitment.slice(0, 16), at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect(Math.abs(parseChina(line.at)!.getTime() - Date.now())).toBeLessThan(2 * DAY_MS)
    expect((await ask(app.url, 'logLine', { index: 999_999 })).code).toBe(1004)
  })

  it('has its public keys printed with the sheets of the master key, which are read as ever', async () => {
    await nextCheckpoint(app.services)
    const env = { DATA_DIR: app.dataDir, PORT: new URL(app.url).port }
    const { out } = await command(env, 'keys', 'split', '2', '3')
    expect(out).toContain(await logKeyText())
    const sheets = join(app.dataDir, 'sheets')
    await writeFile(sheets, out)
    expect((await command(env, 'keys', 'join', sheets)).out).toContain('恢复单有效')
    expect((await command({ ...env, PORT: '1' }, 'keys', 'split', '2', '3')).out).not.toContain('/log+')
  })

  it('serves its checkpoint and tiles, and no tile that no checkpoint has', async () => {
    await newLeaf()
    await nextCheckpoint(app.services)
    const note = await (await fetch(`${app.url}/log/checkpoint`)).text()
    const [origin, size] = note.split('\n')
    expect(await logKeyText()).toContain(`${origin}+`)
    const tile = await fetch(`${app.url}/log/tile/0/000.p/${size}`)
    expect(tile.headers.get('content-type')).toBe('application/octet-stream')
    expect((await tile.arrayBuffer()).byteLength).toBe(32 * Number(size))
    await newLeaf()
    for (const path of [`0/000.p/${Number(size) + 1}`, '0/000', '0/0', '1/000.p/1'])
      expect((await fetch(`${app.url}/log/tile/${path}`)).status).toBe(404)
    expect((await fetch(`${app.url}/log/2/checkpoint`)).status).toBe(404)
  })
})
