import { cpSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { openEmbedded } from '#server/platform/db/embedded/open.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { nameStatements } from '#server/platform/db/named.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { SESSION_ZONE, typeParser } from '#server/platform/db/types.ts'
import { refuseUnlessOurs } from '#test/ours.mjs'

/** Where one server's data lies: a folder, and a database of its own when there is a PostgreSQL server. */
export type Place = { dataDir: string; databaseUrl: string | undefined }
/** A folder for everything that one run makes, and the PostgreSQL server that its databases are on, if there is one. */
export type Engine = { folder: string; server: string | undefined }
export type Opened = { db: Kysely<Tables>; settle: () => Promise<unknown>; close: () => Promise<void> }

/** Names of databases made here begin with this; no other is filled or dropped (test/ours.mjs). */
const NAME = 'capsule_bench_'
/** As many connections as the server opens. */
const POOL = 20
const SEEDING_LIMIT_MS = 10 * 60_000
const quiet = { info: () => {}, warn: () => {}, error: (about: object, what: string) => console.error(what, about) }

/** Whatever was made on the server, to be dropped at the end. */
const made = new Set<Place>()
export const dropPlaces = (): Promise<unknown> => Promise.all([...made].map(dropPlace))

/** An empty database with our tables, on the server or in a new folder. */
export async function makePlace(dataDir: string, server: string | undefined): Promise<Place> {
  const place = await makeEmptyPlace(dataDir, server)
  await migratePlace(place)
  return place
}

export const migratePlace = (place: Place): Promise<unknown> => inPlace(place, ({ db }) => migrate(db))

export async function makeEmptyPlace(dataDir: string, server: string | undefined): Promise<Place> {
  refuseUnlessOurs({ dataDir })
  mkdirSync(dataDir, { recursive: true })
  const place: Place = { dataDir, databaseUrl: server && urlOf(server, nameFor(dataDir)) }
  made.add(place)
  if (server) await onServer(server, `create database ${nameFor(dataDir)}`)
  return place
}

/** A world of its own on the server, for several processes. */
export function makeServerPlace({ folder, server }: Engine, name: string): Promise<Place> {
  if (!server) throw new Error(`${name} needs a server: set DATABASE_URL`)
  return makePlace(join(folder, name), server)
}

/** A copy of the data; no process may have it open. */
export async function copyPlace({ databaseUrl, ...place }: Place, dataDir: string): Promise<Place> {
  refuseUnlessOurs({ dataDir })
  cpSync(place.dataDir, dataDir, { recursive: true })
  const copy: Place = { dataDir, databaseUrl: databaseUrl && urlOf(databaseUrl, nameFor(dataDir)) }
  made.add(copy)
  if (databaseUrl) {
    await onServer(databaseUrl, `create database ${nameFor(dataDir)} template ${databaseOf(databaseUrl)}`)
  }
  return copy
}

export async function dropPlace({ databaseUrl }: Place): Promise<void> {
  if (!databaseUrl) return
  refuseUnlessOurs({ databaseUrl })
  await onServer(databaseUrl, `drop database if exists ${databaseOf(databaseUrl)} with (force)`)
}

export async function inPlace<T>(place: Place, work: (opened: Opened) => Promise<T>): Promise<T> {
  const opened = await openPlace(place)
  return work(opened).finally(opened.close)
}

/** For making and checking data; `settle` leaves nothing to tidy up while others measure. */
export async function openPlace({ dataDir, databaseUrl }: Place): Promise<Opened> {
  refuseUnlessOurs({ dataDir, databaseUrl })
  if (databaseUrl) return openOnServer(databaseUrl)
  const folder = join(dataDir, 'pg')
  const embedded = await openEmbedded({ dataDir: folder, log: quiet, statementTimeoutMs: SEEDING_LIMIT_MS })
  return {
    db: new Kysely<Tables>({ dialect: embedded.dialect }),
    settle: embedded.maintain,
    close: embedded.close,
  }
}

function openOnServer(connectionString: string): Opened {
  const pool = new pg.Pool({
    connectionString,
    max: POOL,
    options: `-c TimeZone=${SESSION_ZONE}`,
    types: { getTypeParser: typeParser as never },
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: nameStatements(pool) }) })
  const settle = async () => {
    await pool.query('vacuum analyze')
    // Needs a superuser (or pg_checkpoint); without one a checkpoint may fall into a round.
    await pool.query('checkpoint').catch(() => {})
  }
  return { db, settle, close: () => db.destroy() }
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(server, maintenanceOf(server)) })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A database cannot be dropped or copied over a connection to itself. */
const maintenanceOf = (url: string): string => (databaseOf(url).startsWith(NAME) ? 'postgres' : databaseOf(url))
const databaseOf = (url: string): string => new URL(url).pathname.slice(1)
const nameFor = (dataDir: string): string => `${NAME}${process.pid}_${basename(dataDir).replace(/\W/g, '_')}`

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
