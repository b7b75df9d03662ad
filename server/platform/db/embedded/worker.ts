import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { SESSION_ZONE } from '#server/platform/db/types.ts'
import type { FromWorker, Outcome, Request, ToWorker, WorkerData } from './messages.ts'
import { openSession } from './session.ts'
import { SyncedFs } from './syncedFs.ts'

/** Answers of one batch are handed over together, but none waits longer than this for the others. */
const HAND_OVER_MS = 2
const LAST_WORDS_LINES = 20

/** PGlite's own, without `-F` (which turns syncing off) and with a sync method that its file system really has. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'fsync=on'],
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', 'synchronous_commit=on'],
  ...['-c', 'full_page_writes=on'],
  // Of the 450 MB: what the engine once took it never gives back.
  ...['-c', 'shared_buffers=64MB'],
  ...['-c', 'maintenance_work_mem=16MB'],
  // A page somewhere costs little more than the next one: as if on turning disks, small tables were read whole for 15 rows.
  ...['-c', 'random_page_cost=1.1'],
  ...['-c', `TimeZone=${SESSION_ZONE}`],
  ...['-c', 'DateStyle=ISO,MDY'],
]

const { dataDir, wasm, syncs, setup } = workerData as WorkerData
const port = parentPort!
const syncCount = new Int32Array(syncs)
const lastWords: string[] = []
let broken: string | undefined

const db = new PGlite({
  fs: new SyncedFs(dataDir, { synced: () => Atomics.add(syncCount, 0, 1), failed: giveUp }),
  pgliteWasmModule: wasm,
  startParams: START_PARAMS,
  onStderr: remember,
})

try {
  await db.waitReady
} catch (error) {
  throw new Error([String(error), ...lastWords].join('\n'))
}

const session = openSession(db)
for (const sql of setup) session.run({ kind: 'single', sql, params: [] })
port.on('message', (message: ToWorker) => (message === 'close' ? close() : serve(message)))
say({ ready: true })

function serve(requests: Request[]) {
  let outcomes: Outcome[] = []
  let since = performance.now()
  for (const request of requests) {
    const outcome = attempt(request)
    if (!outcome) break
    outcomes.push(outcome)
    if (performance.now() - since < HAND_OVER_MS) continue
    say({ outcomes })
    outcomes = []
    since = performance.now()
  }
  if (outcomes.length) say({ outcomes })
}

/** Nothing is answered after a failed sync, even if the engine itself goes on: it may not be on the disk. */
function attempt(request: Request): Outcome | undefined {
  if (broken) return undefined
  try {
    const outcome = session.run(request)
    return broken ? undefined : outcome
  } catch (error) {
    giveUp(error as Error)
    return undefined
  }
}

/** The main thread ends this thread as soon as it hears this; it is sent even while the engine hangs. */
function giveUp(error: Error) {
  broken ??= [error.message, ...lastWords].join('\n')
  say({ fatal: broken })
}

async function close() {
  if (!broken) session.run({ kind: 'single', sql: 'checkpoint', params: [] })
  await db.close()
  say({ closed: true })
  port.close()
}

/** Keeps what the engine last wrote about itself: the reason, when it breaks down. */
function remember(line: string): boolean {
  lastWords.push(line)
  if (lastWords.length > LAST_WORDS_LINES) lastWords.shift()
  return false
}

function say(message: FromWorker) {
  port.postMessage(message)
}
