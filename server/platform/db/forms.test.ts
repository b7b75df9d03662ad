import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDatabase, startApp, stopApp } from '#test/app.ts'
import { get, newPerson, seal, textCapsule } from '#test/client.ts'
import { dropDatabase } from '#test/databases.ts'
import { comeDue } from '#test/due.ts'

const OTHERS = {
  datestyle: 'German, DMY',
  bytea_output: 'escape',
  intervalstyle: 'sql_standard',
  timezone: 'America/New_York',
  standard_conforming_strings: 'off',
}

describe.skipIf(!process.env.DATABASE_URL)('a server whose database', () => {
  let place: { dataDir: string; databaseUrl: string | undefined }
  beforeEach(async () => {
    place = { dataDir: await mkdtemp(join(tmpdir(), 'capsule-forms-')), databaseUrl: await makeDatabase() }
  })
  afterEach(async () => {
    await dropDatabase(place.databaseUrl)
    await rm(place.dataDir, { recursive: true, force: true })
  })
  const nameOf = (url: string): string => new URL(url).pathname.slice(1)

  async function onServer(...statements: string[]) {
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }

  it('says dates, bytes, spans and its zone in other forms answers the same moments, and opens what was sealed before', async () => {
    const before = await startApp(place)
    const { token } = await newPerson(before.url)
    const input = textCapsule('<p>换了设置</p>')
    const [id, due] = [await seal(before.url, token, input), await seal(before.url, token, textCapsule('<p>到期</p>'))]
    await comeDue(before.services, due)
    const listed = await get(before.url, 'myClosedCapsules', {}, { token })
    await stopApp(before)
    const name = nameOf(place.databaseUrl!)
    await onServer(...Object.entries(OTHERS).map(([set, to]) => `alter database ${name} set ${set} = '${to}'`))

    const after = await startApp(place)
    expect(await get(after.url, 'myClosedCapsules', {}, { token })).toEqual(listed)
    expect(listed.capsules.data.find((card) => card.id === id)?.open_time).toBe(input.open_time)
    await get(after.url, 'unseal', { capsule_id: due }, { token })
    const { capsule } = await get(after.url, 'capsuleDetail', { capsule_id: due }, { token })
    expect(capsule.capsule_content?.content[0]?.content).toBe('<p>到期</p>')
    expect((await get(after.url, 'userInfo', {}, { token })).user.time_count).toBe(4)
    await stopApp(after)
  })

  it('is not in UTF-8 is refused with a sentence, since it could not keep what people write', async () => {
    const name = nameOf(place.databaseUrl!)
    await onServer(
      `drop database ${name}`,
      `create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`,
    )
    await expect(startApp(place)).rejects.toThrow('数据库的编码是 SQL_ASCII，不是 UTF8，不能启动')
  })
})
