import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import pg from 'pg'
import type { Services } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { openEmbedded } from '#server/platform/db/embedded/open.ts'
import { openMaintenanceConnection } from '#server/platform/db/maintenanceConnection.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { SCRATCH } from './places.ts'

/** A database of its own for the time of this work, however long its statements take. */
export async function withEmbedded<T>(dataDir: string, log: Services['log'], work: (db: Db) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded({ dataDir, log, statementTimeoutMs: PATIENT_MS })
  const db = new Kysely<Tables>({ dialect: embedded.dialect })
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await embedded.close()
  }
}

const PATIENT_MS = 30 * 60_000

/** An empty embedded database in a folder below this one; nothing of it stays. */
export async function inScratchFolder<T>(
  below: string,
  log: Services['log'],
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(below, SCRATCH))
  try {
    return await withEmbedded(join(folder, 'pg'), log, work)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** An empty database on the server that this address names; nothing of it stays. */
export async function inScratchDatabase<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const name = `capsule_scratch_${randomUUID().replaceAll('-', '')}`
  await onServer(databaseUrl, `create database ${name}`)
  const address = new URL(databaseUrl)
  address.pathname = `/${name}`
  const { db, close } = openMaintenanceConnection(address.href)
  try {
    return await work(db)
  } finally {
    await close()
    await onServer(databaseUrl, `drop database ${name} with (force)`)
  }
}

async function onServer(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
