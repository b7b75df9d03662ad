import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { withApp } from '#test/app.ts'
import { ask, later, newPerson, textCapsule } from '#test/client.ts'

const app = withApp()
const CALLS = 200

/** A server's connections can break; what the embedded engine does then is its own tests' matter. */
describe.skipIf(!process.env.DATABASE_URL)('a database that breaks off its connections', () => {
  it('costs a clear 503 at most, never a 500, and the next call works without a restart', async () => {
    const { token } = await newPerson(app.url)
    const calls = [...Array(CALLS)].map(async (_, i) => {
      await later(i * 5)
      return ask(app.url, i % 2 ? 'userInfo' : 'createTimeDraft', draft, { token })
    })
    for (let i = 0; i < 5; i++) {
      await later(150)
      await breakConnections()
    }
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status))
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(await ask(app.url, 'userInfo', {}, { token })).toMatchObject({ status: 200, code: 1000 })
  })
})

const draft = { content: textCapsule('<p>x</p>').content, long_tag: 'x' }

async function breakConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}
