import type pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import { nameStatements } from './named.ts'
import type { Watch } from './watch.ts'

afterEach(() => void vi.useRealTimers())

/** A connection whose statements fail with this code; the error that the pool was told when it came back. */
async function returnedAfter(code: string | undefined, onReadOnly?: () => void): Promise<unknown[]> {
  const told: unknown[] = []
  const query = async () => {
    throw Object.assign(new Error('refused'), { code })
  }
  const pool = { connect: async () => ({ query, release: (error: unknown) => told.push(error) }) } as unknown as pg.Pool
  const client = (await nameStatements(pool, { onReadOnly }).connect()) as unknown as {
    query: (text: string, values: []) => Promise<unknown>
    release: () => void
  }
  await client.query('select 1', []).catch(() => {})
  client.release()
  return told
}

it.each([undefined, '08006', '08P01', '25006', '57P01', '57P02', '57P03'])(
  'a connection that answered %s is not used again',
  async (code) => {
    expect(await returnedAfter(code)).toEqual([expect.any(Error)])
  },
)

it('a server that takes no writes is told of, so that nothing else goes on asking there', async () => {
  const told = vi.fn()
  await returnedAfter('08006', told)
  expect(told).not.toHaveBeenCalled()
  await returnedAfter('25006', told)
  expect(told).toHaveBeenCalledOnce()
})

it.each(['23505', '40P01', '57014', '53100', '55P03'])('one that answered %s is', async (code) => {
  expect(await returnedAfter(code)).toEqual([undefined])
})

const DEADLOCK = Object.assign(new Error('deadlock detected'), { code: '40P01' })

/** A connection on which this statement meets a deadlock the first time; its statements, in order. */
async function connected(fails: string) {
  const asked: string[] = []
  const query = async (given: string | { text: string }) => {
    const text = typeof given === 'string' ? given : given.text
    asked.push(text)
    if (text === fails && asked.filter((one) => one === fails).length === 1) throw DEADLOCK
    return { command: text.toUpperCase(), rows: [] }
  }
  const pool = { connect: async () => ({ query, release: () => {} }) } as unknown as pg.Pool
  const client = (await nameStatements(pool).connect()) as unknown as { query: (text: string, values: []) => unknown }
  return { asked, say: async (text: string) => client.query(text, []) }
}

it('a statement of its own is asked again after a deadlock', async () => {
  const { asked, say } = await connected('update a')
  await say('update a')
  expect(asked).toEqual(['update a', 'update a'])
})

it('a statement inside a transaction is not: all of it was undone', async () => {
  const { asked, say } = await connected('update a')
  await say('begin')
  await expect(say('update a')).rejects.toBe(DEADLOCK)
  await say('rollback')
  expect(asked).toEqual(['begin', 'update a', 'rollback'])
})

it('a commit that failed is not asked again, where it would pass for done', async () => {
  const { asked, say } = await connected('commit')
  await say('begin')
  await expect(say('commit')).rejects.toBe(DEADLOCK)
  expect(asked).toEqual(['begin', 'commit'])
})

it('who finds no connection is refused after five seconds of others being answered; a database that stands still costs none', async () => {
  vi.useFakeTimers()
  let serves = false
  const watch = { serves: () => serves, waitFor: (work: Promise<unknown>) => work } as Watch
  const pool = { connect: () => new Promise(() => {}) } as unknown as pg.Pool
  const refused = vi.fn()
  nameStatements(pool, { watch }).connect().catch(refused)
  await vi.advanceTimersByTimeAsync(8_000)
  serves = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(refused).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(refused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: '08006' }))
})
