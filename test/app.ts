import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { isDatabaseAway } from '#server/core/fail.ts'
import { makeApp } from '#server/http/app.ts'
import { readConfig, type Settings } from '#server/platform/config.ts'
import { makeLog, openServices } from '#server/start/services.ts'
import { DATABASE_POOL, dropDatabase, newDatabase } from './databases.ts'

type Opened = Awaited<ReturnType<typeof openServices>>
export type TestApp = { url: string; services: Opened; dataDir: string; databaseUrl: string | undefined }

/**
 * One whole application over a database of its own, for the tests of one file: embedded, or on the server that
 * DATABASE_URL names. When the file is done every invariant must hold.
 */
export function withApp(env: Settings = {}): TestApp {
  const running = {} as TestApp & { app: FastifyInstance }
  beforeAll(async () => {
    running.dataDir = await mkdtemp(join(tmpdir(), 'capsule-'))
    running.databaseUrl = await makeDatabase()
    Object.assign(running, await startApp(running, env))
  })
  afterAll(async () => {
    if (!running.services) return
    try {
      await stopApp(running)
    } finally {
      await dropDatabase(running.databaseUrl)
      await rm(running.dataDir, { recursive: true, force: true })
    }
  })
  return running
}

type Place = { dataDir: string; databaseUrl: string | undefined }

/** A second application over the same database, as in another process (on a server only: a folder has one owner). */
export async function startApp({ dataDir, databaseUrl }: Place, env: Settings = {}) {
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    DATABASE_POOL,
    SEED_DEMO: '0',
    LOG_LEVEL: 'error',
    ...storeSettings(),
    ...env,
  })
  const services = await openServices(config, makeLog(config.logLevel))
  const app = await makeApp(services)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, services, url }
}

/** `npm run test:s3` runs the same tests over a bucket. */
export const storeSettings = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(MEDIA_STORE|BUCKET_)/.test(name)))

type Running = { app: FastifyInstance; services: Opened }

/**
 * Whatever was done to the application, every invariant must hold: throws when one does not. `planted` is for rows made by
 * hand, of capsules that nobody paid for and people without a way in.
 */
export async function stopApp({ app, services }: Running, { planted = false } = {}): Promise<void> {
  // An answer a test did not read to its end would be waited for.
  const closing = app.close()
  app.server.closeAllConnections()
  await closing
  const broken = await readBroken(services).finally(services.close)
  if (!planted) expect(broken).toEqual([])
}

/** Where there is no database any more there is nothing to read. */
const readBroken = ({ db }: Opened): Promise<object[]> =>
  db
    .selectFrom('broken_invariants')
    .selectAll()
    .execute()
    .catch((error) => {
      if (!isDatabaseAway(error)) throw error
      return []
    })

/** On a server: a database with today's tables. */
export const makeDatabase = (): Promise<string | undefined> => newDatabase(inject('template'))
