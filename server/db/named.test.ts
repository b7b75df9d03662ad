import type pg from 'pg'
import { expect, it } from 'vitest'
import { nameStatements } from './named.ts'

const DEADLOCK = Object.assign(new Error('deadlock detected'), { code: '40P01' })

/** A connection on which this statement meets a deadlock the first time; what it was asked, in order. */
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
