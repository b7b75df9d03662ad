import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Log } from '#server/platform/db/embedded/engine.ts'
import { type EmbeddedOptions, type Internals, openEmbedded } from '#server/platform/db/embedded/open.ts'
import { makeFolder } from './ours.mjs'

// biome-ignore lint/suspicious/noExplicitAny: the tests of the engine make their tables as they go
export type AnyTables = Record<string, any>

/** A silent log, only for the tests of the engine. */
export const quiet: Log = { info: () => {}, warn: () => {}, error: () => {} }

export async function scratchFolder() {
  const made = makeFolder('engine')
  const folder = join(made, 'data')
  await mkdir(folder)
  return { folder, remove: () => rm(made, { recursive: true, force: true }) }
}

export async function openScratch(dataDir: string, internals: Internals = {}, options: Partial<EmbeddedOptions> = {}) {
  const engine = await openEmbedded({ dataDir, log: quiet, ...options }, internals)
  const db = new Kysely<AnyTables>({ dialect: engine.dialect })
  return { engine, db, close: () => engine.close() }
}

/** Until the condition holds, at most 10 seconds. */
export async function until(holds: () => boolean | Promise<boolean>) {
  for (let tries = 0; tries < 200; tries++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never came to hold')
}
