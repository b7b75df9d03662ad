import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { refuseUnlessOurs } from './ours.mjs'

/** A process' connections, few: four files at once have up to three processes each, and a server has room for 100. */
export const DATABASE_POOL = '12'

/** A database of one's own on the server that DATABASE_URL names, like another one or empty; undefined without a server. */
export async function newDatabase(like?: string): Promise<string | undefined> {
  if (!process.env.DATABASE_URL) return undefined
  const name = `capsule_test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}${like ? ` template ${nameOf(like)}` : ''}`)
  return addressOf(name)
}

/** A copy, as a dump that is put back would be: the same rows in another database of the server. */
export async function copyDatabase(url: string): Promise<string> {
  refuseUnlessOurs({ databaseUrl: url })
  await onServer(`create database ${nameOf(url)}_copy template ${nameOf(url)}`)
  return addressOf(`${nameOf(url)}_copy`)
}

export async function dropDatabase(url: string | undefined): Promise<void> {
  if (!url) return
  refuseUnlessOurs({ databaseUrl: url })
  await onServer(`drop database ${nameOf(url)} with (force)`)
}

/** One connection at a time. A database that is dropped ends one that is just being closed: that is nobody's error. */
export function smallPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, max: 1 })
  pool.on('error', () => {})
  return pool
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

function addressOf(name: string): string {
  const url = new URL(process.env.DATABASE_URL!)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
