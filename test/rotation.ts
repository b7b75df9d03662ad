import { randomBytes, randomUUID } from 'node:crypto'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CONTROL_PATH, proofOf } from '#server/http/control.ts'
import type { Keys } from '#server/platform/keys/keys.ts'
import { makeKeyFile } from '#server/platform/keys/place.ts'
import { makeDatabase, startApp } from './app.ts'
import { post } from './client.ts'
import { newDatabase } from './databases.ts'

export type App = Awaited<ReturnType<typeof startApp>>
const newKey = (): Buffer => randomBytes(32)

type Lived = { dataDir: string; databaseUrl: string | undefined; old: Buffer }

/**
 * A folder and a database whose master key is to be rotated: on the embedded engine the key lies in its file and the
 * command makes the next one, on a server both are set. Or a copy of such a one, on which no process runs.
 */
export async function rotatedSite(lived?: Lived) {
  const dataDir = await mkdtemp(join(tmpdir(), 'capsule-rotation-'))
  const databaseUrl = lived ? await newDatabase(lived.databaseUrl) : await makeDatabase()
  const [old, next] = [lived?.old ?? newKey(), newKey()]
  const isServer = databaseUrl !== undefined
  if (lived) await cp(lived.dataDir, dataDir, { recursive: true })
  else if (!isServer) await makeKeyFile(join(dataDir, 'keys', 'master.key'), old)
  const [OLD, NEW] = [old.toString('base64'), next.toString('base64')]
  const set = (env: Record<string, string>) => (isServer ? env : {})
  /** The environment of a process at each stage of docs/operate.md. */
  const stages = {
    before: set({ MASTER_KEY: OLD }),
    first: set({ MASTER_KEY: OLD, MASTER_KEY_OLD: NEW }),
    second: set({ MASTER_KEY: NEW, MASTER_KEY_OLD: OLD }),
    after: set({ MASTER_KEY: NEW }),
  }
  const start = (stage: keyof typeof stages) => startApp({ dataDir, databaseUrl }, stages[stage])
  /** As if the site's operator had taken the old keys elsewhere. */
  const removeOld = async () => {
    const names = await readdir(join(dataDir, 'keys')).catch(() => [])
    for (const name of names.filter((name) => name.startsWith('old-'))) await rm(join(dataDir, 'keys', name))
  }
  return { dataDir, databaseUrl, isServer, old, stages, start, removeOld }
}

type RotatedSite = { url: string; services: { keys: Keys } }

/** Asks a running process as `npm run keys -- rotate` does; its answer. */
export async function rotate({ url, services }: RotatedSite): Promise<string> {
  const asked = { words: ['keys', 'rotate'], at: Date.now(), nonce: randomUUID() }
  const authorization = `Bearer ${proofOf(services.keys, asked)}`
  const { data, text } = await post<{ said: string }>(url, CONTROL_PATH, JSON.stringify(asked), { authorization })
  if (!data) throw new Error(text)
  return data.said
}
